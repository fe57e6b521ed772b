# long: those who poll under a lock make each other wait for it and wake each other: that is no news for long, whatever the lock is made of
cp $SRC/tests/cli/run/polls-under-locks/polls.c $SRC/specs/readers-writers/readers-writers.[hy]* .
look() {
	srtest run --no-save --seed 1 --tests 24 --cflags "-fopenmp $1" readers-writers.yaml polls.c >told && status=0 || status=$?
	echo "$1: exit $status $(grep -oE '^readers-writers: (passed|FAILED)' told)"
}
for kind in MUTEX OPENMP FUTEX SEMAPHORE SHARED CONDITION; do
	look -D$kind
	awk -F'[ ,]+' '/scheduling steps/ { print ($(NF-2) < 1000000 ? "few" : $(NF-2)), "steps" }' told
	look "-D$kind -DFAULTY"
done
