# a choice of the schedule that cannot be taken any more is told
W=$SRC/specs/warehouse
cat >hand.srt <<END
replay: 1
spec: $W/warehouse.yaml
implementation: $W/good/broadcast.c
phases:
  - calls: { ann: "enter(0, 100)", bob: "enter(0, 200)" }
    schedule: ann 0 -> bob
  - calls: { ann: "exit(0, 100)" }
    schedule: ann 1 -> bob
END
srtest replay hand.srt
