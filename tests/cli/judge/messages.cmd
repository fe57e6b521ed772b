# What the specification says to whoever breaks a clause stands beside it; and in the calls that wait of what check finds.
cat >bridge.yaml <<'END'
resource: bridge
types: { Side: [north, south] }
functions:
  other:
    params: { side: Side }
    value: if side == north then south else north
state:
  cars: map[Side] nat = 0
invariant:
  - that: cars[north] + cars[south] <= 2
    message: the bridge carries two cars, and not {cars[north] + cars[south]}
operations:
  enter:
    params: { side: Side }
    cpre:
      - that: cars[other(side)] == 0
        message: >
          nobody drives onto the bridge from the {side}
          while cars come from the {other(side)}
    post: cars[side] += 1
  leave:
    params: { side: Side }
    post: cars[side] -= 1
clients:
  car:
    count: 3
    vars: { on: bool = false }
    calls:
      - { call: enter(north), when: not on, then: on := true }
      - { call: leave(north), when: on, then: on := false }
END
cat >history <<'END'
{"event": "called", "client": "a", "op": "enter", "args": ["north"]}
{"event": "returned", "client": "a"}
{"event": "at-rest"}
{"event": "called", "client": "b", "op": "enter", "args": ["south"]}
{"event": "returned", "client": "b"}
{"event": "at-rest"}
END
srtest judge bridge.yaml history || true
srtest judge --format json bridge.yaml history | grep -o '"message":"[^"]*"'
srtest check bridge.yaml || true
srtest check --format json bridge.yaml | grep -o '"note":"[^"]*"'
sed -i 's/{other(side)}/{others(side)}/; s/message: the/mesage: the/' bridge.yaml
srtest check bridge.yaml
