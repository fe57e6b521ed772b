cat >r.yaml <<'END'
resource: r
state: { n: 0..1 = 1 }
operations:
  take: { cpre: n > 0, post: n -= 1, cases: { last: n == 1 } }
  twice: { post: n += 1 }
clients:
  c: { count: 2, calls: [ call: take, call: twice ] }
END
printf 'resource: r\noperations: { a: { post: n := 1 } }\n' >bad.yaml
srtest check --format json r.yaml bad.yaml 2>/dev/null | sed 's/"seconds":[0-9.e-]*/"seconds":0/' || true
srtest check --format json r.yaml >/dev/null
