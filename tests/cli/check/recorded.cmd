# Mistakes in how what others record becomes calls; each is pointed at.
cat >wrong.yaml <<'END'
resource: pairs
types: { Pair: { a: int, b: int } }
state: { pair: Pair }
operations:
  set: { params: { p: Pair, n: nat }, post: pair := p }
  get: { returns: option Pair, result: some(pair) }
recorded:
  good: { call: "set(value[1].first, 3)" }
  also good: { call: "set((a = 1, b = 2), key)" }
  gte: { call: gte, returns: value }
  silent: { call: get }
  talks: { call: "set(value, 1)", returns: value, nil: 1 }
  few: { call: set(value) }
  index: { call: "set(value[n], 1)" }
  below: { call: "set(value[-1], 1)" }
  constant: { call: "set(value, -1)" }
  result: { call: get, returns: some(3), fail_returns: valeu, nil: value }
  keys: { call: get, return: value }
  list: [get]
  empty: {}
END
srtest check wrong.yaml || echo "exit $?"
printf 'resource: r\noperations: { a: {} }\nrecorded: [a]\n' >list.yaml
srtest check list.yaml || echo "exit $?"
