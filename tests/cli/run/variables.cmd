# long: where several builds are tested, in the last one only
# accesses beyond static variables and those on stacks are told, where srtest compiles the source; who stays within the whole is right
cd $SRC/tests/cli/run/variables
run() {
	srtest run --no-save --seed 1 --shrink-time 0 $SRC/tests/cli/run/blocks/bag.yaml "$@" 2>&1 | sed -n '/^ *needs:/d; s/, overlap: [a-z]*//; /^\*\*\*/,/^$/p; /passed\|UNDECIDED\|error/p'
}
try() {
	echo "$1 ${2-}:"
	run --tests ${3-200} --cflags "-DN ${2-}" $1
}
try table.c -DBEYOND
try table.c -DLAST
try table.c -DROW
try server.c -DBEYOND
try server.c
try cells.cc -DBEYOND 400
try cells.cc "" 30
try ticket.c -DBEYOND
try ticket.c "" 40

test "${MORE-}" || exit 0
echo "sanitizers that somebody chooses, clang, and calls that run freely:"
try table.c "-DBEYOND -fsanitize=undefined"
try table.c "-DROW -fsanitize=undefined"
try table.c "-DBEYOND -fno-sanitize=bounds,object-size" "200 --variant hooked"
try table.c "-DLAST -fsanitize=object-size -fno-sanitize=bounds"
run --tests 20 --cc clang --cflags -DBEYOND table.c
run --tests 20 --engine free --cflags -DBEYOND table.c

# it comes again, made smaller, in a sandbox and in a class
cd - >/dev/null
cp $SRC/tests/cli/run/variables/table.c $SRC/tests/cli/run/blocks/bag.yaml .
srtest run --seed 1 --tests 50 --sandbox --save last.srt --cflags -DLAST bag.yaml table.c | sed -n '/^\*\*\*/,/here/p'
srtest replay --cflags -DLAST last.srt | head -1
mkdir class
sed 's/ifdef BEYOND/if 1/' table.c >class/beyond.c
cp table.c class/right.c
srtest grade --seed 1 --tests 50 --format csv bag.yaml class | cut -d , -f 1-8
