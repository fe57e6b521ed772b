# three must come before one may go: tests of two calls say nothing, and that is said; those of three do
gcc -g -O2 -shared -fPIC -pthread -o barrier.so $SRC/specs/barrier/good/broadcast.c
for calls in 2 3; do
	srtest run --no-save --max-calls $calls $SRC/specs/barrier/barrier.yaml barrier.so | sed 1q
done
