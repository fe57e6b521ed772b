# long: what goes wrong only after hundreds of calls, more than ordinary tests make, takes many tests
lasting=$SRC/tests/cli/run/lasting
try() { srtest run --no-save --burst 1 --round 3 --tests 2000 --shrink-time 1 --seed 1 "$@" | sed -nE 's/ \(seed.*//; 1p; /Error/p'; }
for name in ${NAMES-log}; do
	echo "$name: $(try $lasting/counter.yaml $lasting/$name.c)"
	echo "$name, used again: $(try --cflags -DRING $lasting/counter.yaml $lasting/$name.c)"
done
# who says how many phases there are has no more
sed '$a testing: { phases: 1..40 }' $lasting/counter.yaml >forty.yaml
try forty.yaml $lasting/log.c
# it comes back
srtest run --burst 1 --round 3 --tests 2000 --shrink-time 0 --seed 1 $lasting/counter.yaml $lasting/log.c >report || true
srtest replay counter-1.srt | sed -n '/Error/p'
