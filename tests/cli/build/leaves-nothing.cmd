# long: the folder of a compiled implementation goes away, however the program ends; the test runner looks for what is left in $TMPDIR
W=$SRC/specs/warehouse
mkdir temporary
for how in INT TERM KILL HUP; do
	for seconds in 0.02 0.1 0.4; do
		TMPDIR=$PWD/temporary timeout --foreground -s $how $seconds srtest run --no-save --time 60 --tests 1000000 $W/warehouse.yaml $W/good/broadcast.c >/dev/null 2>&1 || true
	done
done
tries=0
while [ -n "$(ls temporary)" ] && [ $((tries += 1)) -lt 6000 ]; do sleep 0.01; done
ls temporary
TMPDIR=$PWD/temporary srtest run -q --seed 1 --tests 10 $W/warehouse.yaml $W/good/broadcast.c
ls temporary
TMPDIR=$PWD/nowhere srtest run -q --seed 1 --tests 10 $W/warehouse.yaml $W/good/broadcast.c
