# long: who polls ever deeper in its stack, for as long as it is watched, is not accused when there is none left: nobody would wait for so long
# in longer tests it may come to the end of its stack without being watched for longer than usual
sed '$a testing: { phases: 1..8 }' $SRC/tests/cli/run/waiting/permits.yaml >permits.yaml
for way in FOUND LOST; do
	srtest run --no-save --seed 1 --tests 300 --cflags "-g -O1 -D$way" permits.yaml $SRC/tests/cli/run/waiting/deeper.c | sed 's/tests (.*/tests/; s/ (seed.*//; 1q' || true
done
