# soak: sleeps that end early, as they may, do not leave so little time that a right implementation looks late
gcc -g -O2 -shared -fPIC -pthread -o naps.so $SRC/specs/timed-semaphore/good/long-naps.c
for seed in 1 2; do
	srtest run --no-save --seed $seed --tests 3000 $SRC/specs/timed-semaphore/timed-semaphore.yaml naps.so | head -1
done
