# long: where several builds are tested, in the last one only
# what is read or written beyond what a call was lent, or after it has returned, is told with the place
cd $SRC/tests/cli/run/lends
try() {
	echo "$1 $2:"
	srtest run --no-save --seed 1 --tests 200 --shrink-time 0 --cflags "-g -D$2" box.yaml $1.c | sed -n '/One after the other/d; s/, overlap: [a-z]*//; /^\*\*\*/,/^$/p; /passed [0-9]* tests\|UNDECIDED/p'
}
for way in BEYOND FRONT MANY COPY TEXT NOTHING; do try locked $way; done
for way in POINTS NAME LATER NOTHING; do try keeps $way; done
