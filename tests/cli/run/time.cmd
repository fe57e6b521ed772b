# long: Where the time is up before any calls were made at once, a pass would say too much; not if that was not asked for.
gcc -shared -fPIC -O2 -g -o semaphore.so $SRC/specs/semaphore/good/broadcast.c
for rounds in 1,2,3 1,2; do
	srtest run --seed 1 --time 2 --tests 1000000000 --round $rounds $SRC/specs/semaphore/semaphore.yaml semaphore.so >out && status=0 || status=$?
	echo "$(sed 's/[0-9]* of [0-9]* test/N test/; s/[0-9][0-9]* test/N test/; 1q' out), exit $status"
done
