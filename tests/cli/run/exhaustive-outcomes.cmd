# soak: it takes too long for every day
# What can come of a test is the same, whether states are compared or each schedule is made: who gets what, and who waits for ever.
# The states of the model tell outcomes apart; those of fewer runs are among those of all, so as many are the same ones.
dir=$SRC/tests/cli/run/outcomes
try() {
	for preemptions in $3; do
		for all in "" --all-runs; do
			srtest run --no-save --exhaustive=$preemptions --max-calls $2 $all --format json $dir/outcomes.yaml ./$1.so
		done | python3 -c '
import json, sys
some, all = map(json.loads, sys.stdin)
outcome = lambda t: (t["verdict"], t["statistics"]["states"], [(s["tests"], s["schedules"]) for s in t["exhaustive"]["sizes"]], t["exhaustive"]["every_schedule"])
runs = lambda t: sum(s["runs"] for s in t["exhaustive"]["sizes"])
assert outcome(some) == outcome(all), (outcome(some), outcome(all))
print(*sys.argv[1:], *outcome(some)[:3], "fewer runs" if runs(some) < runs(all) else "no fewer runs")' $1 $preemptions
	done
}
build() {
	gcc -O1 -fPIC ${2-} -c -o $1.o $dir/$1.c
	gcc -shared -o $1.so $1.o
}
for name in lock condition c11 threads detached pipe counter ends errno; do build $name; done
for name in plain atomic; do build $name -fsanitize=thread; done
for name in lock condition c11; do try $name 3 "0 1 2 3"; done
for name in plain atomic; do try $name 2 "0 1 2 3"; try $name 3 "1 2"; done
for name in threads detached; do try $name 2 "0 1 2"; done
for name in pipe counter ends errno; do try $name 2 "0 1 2 3"; done
for name in pipe counter; do try $name 3 "1 2"; done
# what fails, with hooks, does so in the same test; and whether accesses race depends on what is not compared, so all runs are made
first() { sed -E '1!d; s/, shrunk.*//; s/ \([0-9]+ runs?\)//'; }
for name in semaphore/faulty/unlocked readers-writers/faulty/if bounded-buffer/faulty/unlocked; do
	gcc -O1 -fPIC -fsanitize=thread -c -o faulty.o $SRC/specs/$name.c
	gcc -shared -o faulty.so faulty.o
	for all in "" --all-runs; do
		{ srtest run --exhaustive=2 $all --max-calls 3 --no-save $SRC/specs/${name%%/*}/${name%%/*}.yaml ./faulty.so || true; } | first
	done | uniq -c
done
for all in "" --all-runs; do
	{ srtest run --exhaustive=2 $all --max-calls 2 --no-save --race=error $dir/outcomes.yaml ./atomic.so || true; } | first
done | uniq -c
