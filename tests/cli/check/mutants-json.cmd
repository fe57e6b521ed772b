cat >r.yaml <<'END'
resource: r
parameters: { by: 1..1 }
state: { n: int }
invariant: n < 1000
operations:
  add: { post: n += by }
  get: { returns: int, result: n }
clients: { c: { calls: [ call: add, call: get ] } }
END
printf 'resource: r\noperations: { a: { post: n := 1 } }\n' >bad.yaml
printf 'resource: r\nstate: { n: nat }\noperations: { add: { post: n += 1 } }\n' >alone.yaml
srtest check --mutants --format json r.yaml bad.yaml alone.yaml 2>/dev/null | sed 's/"seconds":[0-9.e-]*/"seconds":0/' || true
