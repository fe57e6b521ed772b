# Who gives up too soon, too late, or never; with a schedule of ours, and with the system's, where only what no machine can be to blame for is told.
folder=$SRC/specs/timed-semaphore
spec=$folder/timed-semaphore.yaml
try() {
	srtest run --no-save --shrink-time 0 "$@" >out 2>&1 && status=0 || status=$?
	sed -nE 's/.*\[([a-z]+), overlap.*/\1/p; s/.* passed .*/passed/p; s/.*UNDECIDED.*/undecided/p; /waited is/p' out
	[ $status -lt 2 ] || cat out
}
for name in at-once never seconds twice wrong-clock; do
	gcc -shared -fPIC -O1 -g -o $name.so $folder/faulty/$name.c
	echo "$name:"
	try --seed 1 $spec $name.so
done
echo "freely:"
for name in at-once never twice; do
	echo "$name:"
	try --engine free --seed 1 --tests 30 $spec $name.so | sed 's/waited is [0-9]* .*/how long it waited is said/'
done
for name in timedwait posix handoff; do
	gcc -shared -fPIC -O1 -g -o $name.so $folder/good/$name.c
	echo "$name:"
	try --engine free --seed 1 --tests 30 $spec $name.so
done
echo "again:"
srtest run --seed 2 --shrink-time 0 $spec at-once.so >first || srtest replay timed-semaphore-2.srt | head -1
