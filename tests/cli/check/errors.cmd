cat >store.yaml <<'END'
resource: store
constants: { MAX: 3 }
state:
  items: seq of 0..9 = []
  taken: 0..2 = 0
invariant:
  - len(items) <= MAX
operations:
  put:
    params: { item: 0..9 }
    post: items := items ++ [item]
  get:
    returns: 0..9
    result: head(items)
    post:
      - items := tail(items)
      - taken += 1
clients:
  producer: { count: 2, calls: [ call: put(7) ] }
  consumer: { count: 2, calls: [ call: get ] }
END
srtest check store.yaml
