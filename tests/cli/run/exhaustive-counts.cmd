# long: where several builds are tested, in the last one only
# As many schedules as there are. Two calls of 2N + 1 stretches each, in b turns, with b - 2 preemptions: the one that ends first
# hands over by itself. And the three tests in which nothing is to be chosen: one call; two by one client; two by two, in turn.
cat >count.py <<'END'
import sys
from math import comb
n, most = int(sys.argv[1]), int(sys.argv[2])
cuts = 2 * n
print(3 + sum(2 * comb(cuts, (b + 1) // 2 - 1) * comb(cuts, b // 2 - 1) for b in range(2, most + 3)))
END
for n in 1 2 3; do
	gcc -O1 -shared -fPIC -DN=$n -o pair.so $SRC/tests/cli/run/exhaustive/pair.c
	for preemptions in 0 1 2 3 15; do
		expected=$(python3 count.py $n $preemptions)
		for all in "" --all-runs; do
			srtest run --exhaustive=$preemptions --max-calls 2 $all $SRC/tests/cli/run/exhaustive/pair.yaml ./pair.so >out
			grep -q " $preemptions preemptions\?: 4 tests, $expected schedules" out || { echo "N=$n, expected $expected:"; cat out; }
		done
		grep -q "$expected schedules ($expected runs)" out || cat out # --all-runs makes just as many
	done
done
# where many schedules lead to the same states, there are fewer runs
srtest run --exhaustive=15 --max-calls 2 --format json $SRC/tests/cli/run/exhaustive/pair.yaml ./pair.so |
	python3 -c 'import json, sys; s = json.load(sys.stdin)["exhaustive"]["sizes"][1]; print(s["schedules"], "schedules,", "fewer" if s["runs"] < s["schedules"] / 2 else s["runs"], "runs")'
