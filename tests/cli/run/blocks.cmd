# long: where several builds are tested, in the last one only
# accesses beyond blocks of memory, and to those that were freed, are told with both places; who frees late enough is right
cd $SRC/tests/cli/run/blocks
try() {
	echo "$1 ${2-}:"
	srtest run --no-save --seed 1 --tests ${3-200} --shrink-time 0 --cflags "-DN ${2-}" bag.yaml $1.c | sed -n '/^ *needs:/d; /One after the other/d; s/, overlap: [a-z]*//; /^\*\*\*/,/^$/p; /passed\|UNDECIDED/p'
}
try list -DLATE
try list -DWALK
try list -DDONE 400
try list
try array -DBEYOND
try array -DSTALE
try array -DCOPY
try array
try stack -DEARLY 400
try stack "" 300
test "${MORE-}" || exit 0
try helper -DLEFT
try helper '-DLEFT -DNAPS'
try helper -DNAPS
try helper
try slots -DUNWRITTEN
try slots -DFIRST
try slots -DPADDING
try slots

# in all reports, and in what replays it; a mark may be lowered for it
cd - >/dev/null
cp $SRC/tests/cli/run/blocks/bag.yaml $SRC/tests/cli/run/blocks/list.c .
srtest run --seed 1 --tests 50 --save late.srt --cflags "-DLATE" bag.yaml list.c -q --format json -o late.json --format junit -o late.xml --format html -o late.html --format github -o late.github >late.txt || true
python3 -c 'import json; r = json.load(open("late.json")); print(r["class"], *(k + " by " + r[k][0]["function"] for k in ("stack", "allocated", "freed")))'
grep -o 'type="memory"' late.xml
grep -o '<dt>\(Where\|Allocated\|Freed\)</dt><dd>[^<]*' late.html
grep -o 'file=[^ ]*' late.github
grep fails late.srt
srtest replay --cflags -DLATE late.srt | grep '^[*][*][*]'
