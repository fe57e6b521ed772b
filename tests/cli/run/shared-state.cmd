# long: what the C library and the system keep for all threads is read and changed in steps, before which others come
programs=$SRC/specs/program
for name in one-day same-numbers search-tree count-in-file stream; do
	gcc -shared -fPIC -O2 -g -o $name.so $programs/faulty/$name.c
	echo "--- $name"
	srtest run --seed 1 --no-save $programs/program.yaml $name.so >out || true
	sed -n '/What the implementation did/,/^$/p' out | grep -oE '\b(read|change) [a-z].*' | tr -s ' '
done
echo "--- exhaustively"
gcc -shared -fPIC -O2 -g -o environment.so $SRC/specs/semaphore/faulty/environment.c
srtest run --exhaustive --max-calls 3 --no-save $SRC/specs/semaphore/semaphore.yaml environment.so >out || true
sed -E '1!d; s/, shrunk.*//' out
# whoever polls finds it changed, and who does so it many times is not stopped each time
for poll in "sched_yield()" "usleep(10)" "(void)0"; do
	gcc -shared -fPIC -O2 "-DPOLL=$poll" -o late.so $SRC/tests/cli/run/shared-state/late.c
	srtest run --seed 1 --tests 100 --no-save $programs/program.yaml late.so | sed 1q
done
gcc -shared -fPIC -O2 -o draws.so $SRC/tests/cli/run/shared-state/draws.c
srtest run --seed 1 --tests 20 --no-save $programs/program.yaml draws.so | sed 1q
