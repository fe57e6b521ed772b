# Several times as many tests may take several times the steps.
# soak: it takes ten seconds
gcc -shared -fPIC -O2 -g -o spin.so $SRC/specs/semaphore/good/spin.c
spec=$SRC/specs/semaphore/semaphore.yaml
steps() { srtest run --seed 1 --tests $1 $spec spin.so | sed -n 's/.* \([0-9]*\) scheduling steps$/\1/p'; }
usual=$(steps 1x) more=$(steps 2x)
echo "more steps: $((10 * more / usual > 15))"
