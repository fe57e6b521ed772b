# a part of the state for each key: what looks further than its own part is told, wherever it does
cat >kv.yaml <<'YAML'
resource: kv
state: { values: "map int to 0..9 = {}" }
functions:
  at: { params: { k: 0..3 }, value: "if k in values then values[k] else 0" }
operations:
  get: { params: { key: 0..3 }, returns: 0..9, result: at(key) }
  put: { params: { key: 0..3, v: 0..9 }, post: "values := values + {key -> v}" }
  add: { params: { key: 0..3 }, cpre: key in values, must: at(key) < 9, post: "values += {key -> (at(key) + 1) mod 10}" }
  drop: { params: { key: 0..3 }, post: "values := values - {key}" }
invariant: "forall k in 0..3 . at(k) <= 9"
partition: key
clients:
  c:
    count: 2
    calls: [{ call: "put(pick 0..1, pick 0..1)" }, { call: "get(pick 0..1)" }, { call: "add(pick 0..1)" }, { call: "drop(pick 0..1)" }]
YAML
srtest check kv.yaml | head -1
wrong() {
	sed "$1" kv.yaml >wrong.yaml
	srtest check wrong.yaml 2>&1 || true
}
wrong 's/result: at(key)/result: at(1)/'
wrong 's/cpre: key in values/cpre: "len(values) > 0"/'
wrong 's/post: "values := values + {key -> v}"/post: "values := {key -> v}"/'
wrong 's/post: "values := values - {key}"/post: "values := values - {(key + 1) mod 4}"/'
wrong 's/must: at(key) < 9/must: "forall k in 0..3 . at(k) < 9"/'
wrong 's/^invariant: .*/invariant: len(values) < 4/'
wrong 's/^invariant: .*/invariant: "forall a in 0..3, b in 0..3 . at(a) + at(b) < 19"/'
wrong 's/must: at(key) < 9/must: empty(older(add(key)))/'
wrong 's/^partition: key/partition: v/'
wrong 's/^partition: key/partition: [key]/'
wrong 's/add: { params: { key: 0..3 }/add: { params: { key: 0..2 }/'
