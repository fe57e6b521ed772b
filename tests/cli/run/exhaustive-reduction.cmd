# long: where several builds are tested, in the last one only
# What fails does so in the same test, whether states are compared or each schedule is made; and with too few preemptions, in none.
for fails in 1 2 3; do
	gcc -O1 -shared -fPIC -DN=4 -DFAILS=$fails -o pair.so $SRC/tests/cli/run/exhaustive/pair.c
	for preemptions in 0 1 2 3 4 5 6; do
		for all in "" --all-runs; do
			srtest run --exhaustive=$preemptions --max-calls 2 $all --no-save $SRC/tests/cli/run/exhaustive/pair.yaml ./pair.so >out || true
			sed -E "1!d; s/^/$fails changes: /; s/, shrunk.*//; s/ \([0-9]+ runs?\)//" out
		done
	done | uniq -c
done
for name in semaphore/faulty/unlocked dining-table/faulty/lost-wakeup readers-writers/faulty/if barrier/faulty/gap bounded-buffer/faulty/unlocked; do
	gcc -O1 -shared -fPIC -o faulty.so $SRC/specs/$name.c
	for all in "" --all-runs; do
		srtest run --exhaustive $all --max-calls 3 --no-save $SRC/specs/${name%%/*}/${name%%/*}.yaml ./faulty.so >out || true
		sed -E '1!d; s/, shrunk.*//; s/ \([0-9]+ runs?\)//' out
	done | uniq -c
done
