# long: where several builds are tested, in the last one only
# what assembly does atomically orders accesses, and a race beside it is told; where it has fences alone, races are not judged
home=$PWD
cd $SRC/tests/cli/race/assembly
outcome() {
	grep -o '^[*][*][*].*\[[a-z]*\|passed [0-9]* tests\|UNDECIDED.*\|writes count\|writes tally\|Data race\|not judged' | sort | uniq | paste -sd ';'
}
try() {
	echo "$*: $(srtest run --no-save --seed 1 --tests 200 --shrink-time 0 --cflags "-w ${*//_-/ -}" counter.yaml locks.c | outcome)"
}
for kind in ${KINDS--DTICKETS -DSEQUENCE}; do
	try $kind
	try $kind -DTALLY
	try $kind -DOPEN
done
# a lock in a library without hooks
gcc -shared -fPIC -O1 -o $home/library.so library.c
for more in RIGHT OPEN; do
	gcc -c -fPIC -g -O1 -fsanitize=thread -DLIBRARY -D$more -o $home/locks.o locks.c
	gcc -shared -o $home/locks.so $home/locks.o $home/library.so
	echo "library $more: $(srtest run --no-save --seed 1 --tests 200 --shrink-time 0 counter.yaml $home/locks.so | outcome)"
done
