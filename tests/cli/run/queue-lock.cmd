# soak: calls that poll with a lock for which they spin in turn come to rest, however often they are let spin alone
gcc -g -O2 -shared -fPIC -pthread -o mcs.so $SRC/specs/semaphore/good/mcs.c
for seed in 1 3; do
	srtest run --no-save --seed $seed $SRC/specs/semaphore/semaphore.yaml mcs.so | grep -oE 'passed|UNDECIDED.*|FAILED'
done
