# who polls ever deeper in its stack, for as long as it is watched, is not accused when there is none left: nobody would wait for so long
for way in FOUND LOST; do
	srtest run --no-save --seed 1 --tests 300 --cflags "-g -O1 -D$way" $SRC/tests/cli/run/waiting/permits.yaml $SRC/tests/cli/run/waiting/deeper.c | sed 's/tests (.*/tests/; s/ (seed.*//; 1q' || true
done
