# soak: twenty seeds find a signal for a broadcast in a buffer of three with eight clients, and pass its good twin
cp $SRC/specs/bounded-buffer/bounded-buffer.h .
sed 's/pthread_cond_broadcast/pthread_cond_signal/; s,"../bounded-buffer.h","bounded-buffer.h",' $SRC/specs/bounded-buffer/good/broadcast.c >signal.c
buffer() { srtest run --no-save --shrink-time 0 -D CAPACITY=3 -D PRODUCERS=4 -D CONSUMERS=4 $SRC/specs/bounded-buffer/bounded-buffer.yaml "$@"; }
gcc -shared -fPIC -O2 -g -pthread -o signal.so signal.c
for way in signal.c signal.so; do
	found=0
	for seed in {1..20}; do buffer --seed $seed $way >out || found=$((found + $(grep -c '\[progress' out))); done
	echo "$way: $found of 20"
done
passed=0
for seed in {1..20}; do buffer --seed $seed $SRC/specs/bounded-buffer/good/broadcast.c >/dev/null && passed=$((passed + 1)); done
echo "broadcast.c: $passed of 20"
