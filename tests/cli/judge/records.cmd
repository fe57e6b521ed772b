# in reasons a record keeps its name where only a field of it is read, and a comparison with a comparison has parentheses
cat >box.yaml <<'YAML'
resource: box
types:
  Item: { kind: [dark, light], n: nat }
state: { n: nat = 1 }
operations:
  put: { params: { item: Item }, cpre: item.n < n or item.kind == light }
  get:
    returns: { ok: bool, n: nat }
    ensures: [result.ok == (n > 1), result.ok => result.n == n]
  last: { returns: bool, result: n == 1 }
YAML
judge() { srtest judge box.yaml history.jsonl | sed '1,/^Why/d'; }
cat >history.jsonl <<'JSON'
{"event": "called", "client": "a", "op": "put", "args": [{"kind": "dark", "n": 3}]}
{"event": "returned", "client": "a"}
{"event": "at-rest"}
JSON
judge
cat >history.jsonl <<'JSON'
{"event": "called", "client": "a", "op": "get"}
{"event": "returned", "client": "a", "value": {"ok": true, "n": 2}}
{"event": "at-rest"}
JSON
judge
cat >history.jsonl <<'JSON'
{"event": "called", "client": "a", "op": "last"}
{"event": "returned", "client": "a", "value": false}
{"event": "at-rest"}
JSON
judge
