# a file by hand: calls by phase are enough; what it expects is compared
W=$SRC/specs/warehouse
cat >hand.srt <<END
replay: 1
spec: $W/warehouse.yaml
phases:
  - calls: { ann: "enter(0, 900)" }
  - calls: { bob: "enter(0, MAX div 5)" }
  - calls: { ann: "exit(0, 900)" }
END
replay() {
	srtest replay hand.srt "$@" >out 2>&1 && status=0 || status=$?
	sed '/^What the implementation did/,$d' out
	echo "exit $status"
}
echo "right:"
replay $W/good/broadcast.c
echo "wrong:"
replay $W/faulty/silent.c
echo "no implementation:"
replay
echo "expected otherwise:"
sed -i '$a\    returned: { ann: }\n    blocked: [bob]' hand.srt
replay $W/good/broadcast.c
echo "a client that is still waiting:"
sed -i '/returned:/d; /blocked:/d; s/ann: "exit(0, 900)"/bob: "exit(0, 200)"/' hand.srt
replay $W/good/broadcast.c
