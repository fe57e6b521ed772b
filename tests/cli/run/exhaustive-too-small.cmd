# three must come before one may go: tests of two calls say nothing, and that is said; those of three do
gcc -g -O2 -shared -fPIC -pthread -o barrier.so $SRC/specs/barrier/good/broadcast.c
for calls in 2 3; do
	# how many runs there were depends on how the host was compiled: states that it compares hold registers
	srtest run --no-save --max-calls $calls $SRC/specs/barrier/barrier.yaml barrier.so | sed 's/ ([0-9]* runs)$//; 1q'
done
