# No more than 64 clients take part, and it says so.
cat >r.yaml <<'END'
resource: r
operations: { a: { }, b: { } }
clients:
  c: { count: 100, vars: { n: 0..2 = 0 }, calls: [ { call: a, when: n < 2, then: n += 1 } ] }
  d: { count: 1, vars: { done: bool = false }, calls: [ { call: b, when: not done, then: done := true } ] }
END
srtest check --states 1000 r.yaml
