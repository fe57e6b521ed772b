# Several times the usual number of tests.
gcc -shared -fPIC -O2 -g -o semaphore.so $SRC/specs/semaphore/good/broadcast.c
spec=$SRC/specs/semaphore/semaphore.yaml
for n in 1x 2x; do srtest run --seed 1 --tests $n --round 1,2 $spec semaphore.so | head -1; done
for wrong in 0x x 2y 100001x ''; do srtest run --tests "$wrong" $spec semaphore.so 2>&1 | head -1 || true; done
