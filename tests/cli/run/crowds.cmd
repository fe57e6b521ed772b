# long: what goes wrong only if five, six or nine calls are in flight at once, and nothing else does
at_once=$SRC/tests/cli/run/crowds
try() { srtest run --no-save --round 3 --shrink-time 0 "$@" | sed -nE '1s/ after .*//; s/ \(seed.*//; /Error|^(counter|queue)/p'; }
for name in ${NAMES-publication circle}; do
	for seed in ${AT-1}; do
		echo "$name, seed $seed: $(try --seed $seed $at_once/counter.yaml $at_once/$name.c)"
	done
	echo "$name, with room for all: $(try --seed 1 --tests 500 --cflags "-DSLOTS=12 -DLOCKS=12" $at_once/counter.yaml $at_once/$name.c)"
done
# who says how many calls there are at once has no more
sed '$a testing: { concurrency: 1..4 }' $at_once/counter.yaml >four.yaml
try --seed 1 --tests 1000 four.yaml $at_once/circle.c
# the orders in which many can go ahead do not become too many for the judge
try --seed 1 --tests 300 $at_once/queue.yaml $at_once/queue.c
