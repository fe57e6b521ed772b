# long: with ten times as many tests as are usual the last one is the longest by far; with as many that are asked for otherwise it is not
lasting=$SRC/tests/cli/run/lasting
sed '$a testing: { tests: 100 }' $lasting/counter.yaml >hundred.yaml
try() { srtest run --no-save --burst 1 --round 3 --shrink-time 0 --seed 1 "$@" hundred.yaml $lasting/log.c | sed -nE 's/ \(seed.*//; 1p'; }
try --tests 10x
try --tests 9x
try --tests 1000
try --tests 10x --cflags -DRING
