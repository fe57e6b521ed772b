# each verdict is one JSON object in a line
cd $SRC/specs
for history in warehouse/figure7 semaphore/out-of-turn-bad barrier/one-left-bad bounded-buffer/in-order-ok; do
	srtest judge --format json ${history%/*}/${history%/*}.yaml $history.jsonl >"$TMPDIR/work/line" || true
	[ $(wc -l <"$TMPDIR/work/line") = 1 ]
	python3 -c '
import json, sys
o = json.load(open(sys.argv[1]))
print(o["verdict"], o.get("class"), o.get("phase"), [w["client"] + " " + w["call"] for w in o.get("why", [])])
for phase in o.get("counterexample", []):
	print("  ", phase["calls"], phase["unblocks"])' "$TMPDIR/work/line"
done
