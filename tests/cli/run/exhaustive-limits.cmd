# what is not every schedule, or not every test, is told
# long: where several builds are tested, in the last one only
spec=$SRC/specs/semaphore/semaphore.yaml
echo "--- polls"
srtest run --exhaustive --max-calls 3 $spec $SRC/specs/semaphore/good/yield.c | sed -E 's/[0-9]+/N/g; /states of the model/d'
echo "--- more to pick from"
srtest run --exhaustive --max-calls 2 --max-choices 2 $SRC/specs/bounded-buffer/bounded-buffer.yaml $SRC/specs/bounded-buffer/good/handoff.c | grep note
echo "--- one call at a time"
srtest run --exhaustive --max-calls 3 -v $SRC/specs/mailbox/mailbox.yaml $SRC/specs/mailbox/good/ring.c | sed -n 1,4p
echo "--- runs freely"
srtest run --exhaustive --engine free $spec $SRC/specs/semaphore/good/baton.c || echo exit $?
echo "--- the time is up"
srtest run --exhaustive=9 --max-calls 12 --time 3 $spec $SRC/specs/semaphore/good/baton.c | sed -E 's/[0-9]+/N/g; s/N (call|test|schedule|run)\b/N \1s/g; /states of the model/d; /never seen/d'
echo "--- usage"
for wrong in "--exhaustive --tests 5" "--exhaustive --round 3" "--exhaustive=-1" "--max-calls 0" "--max-calls 13" "--max-clients 65" "--max-choices 0"; do
	srtest run $wrong $spec x.so 2>&1 | head -1
done
