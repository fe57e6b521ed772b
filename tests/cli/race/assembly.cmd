# long: where several builds are tested, in the last one only
# what assembly does atomically orders accesses, and a race beside it is told; where it has fences alone, races are not judged
cd $SRC/tests/cli/race/assembly
try() {
	echo "$*: $(srtest run --no-save --seed 1 --tests 200 --shrink-time 0 --cflags "-w $*" counter.yaml locks.c | grep -o '^[*][*][*].*\[[a-z]*\|passed [0-9]* tests\|UNDECIDED.*\|writes count\|writes tally\|Data race\|not judged' | sort | uniq | paste -sd ';')"
}
for kind in -DCOMPARE -DEXCHANGE -DTICKET -DBITS '-mcx16 -DWIDE' -DKIND=volatile -DKIND=; do
	try $kind
	try $kind -DTALLY
	try $kind -DOPEN
done
