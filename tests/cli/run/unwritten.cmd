# long: where several builds are tested, in the last one only
# new memory holds nothing that one could live on: who forgets to initialise a part of it is found
for way in WRITTEN COUNT MUTEX CONDITION SPIN SHARED SEMAPHORE; do
	echo "$way: $(srtest run --no-save --seed 1 --tests 300 --cflags "-g -O1 -D$way" $SRC/tests/cli/run/waiting/permits.yaml $SRC/tests/cli/run/waiting/unwritten.c | grep -h 'passed\|^\*\*\*')"
done
