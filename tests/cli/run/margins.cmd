# long: where several builds are tested, in the last one only
# accesses beyond variables, by pointers that functions are handed, are told in the guarded variant, of gcc and of clang; who only looks as if they went there is right
cd $SRC/tests/cli/run/margins
run() {
	srtest run --no-save --seed 1 --shrink-time 0 "$@" 2>&1 | sed -n 's/, overlap: [a-z]*//; s/^\*\*\* Error: memory is accessed that must not be: //p; /passed\|UNDECIDED\|error/p'
}
for cc in gcc clang; do
	echo "$cc, beyond:"
	for fault in ${FAULTS-STATIC STACK SET ALLOCA}; do
		echo "$fault: $(run --cc $cc --tests 60 --variant guarded --cflags -D$fault ../blocks/bag.yaml beyond.c)"
	done
	echo "THROWS: $(run --cc $cc --tests 60 --variant guarded --cflags -DBEYOND ../blocks/bag.yaml throws.cc)"
	echo "$cc, within:"
	for way in ${WAYS-CONTAINER VARYING JUMPS CONTEXTS}; do
		echo "$way: $(run --cc $cc --tests 60 --variant guarded --cflags -D$way ../blocks/bag.yaml within.c)"
	done
	echo "BEYOND: $(run --cc $cc --tests 60 --variant guarded ../blocks/bag.yaml beyond.c)"
	echo "THROWS: $(run --cc $cc --tests 60 --variant guarded ../blocks/bag.yaml throws.cc)"
done

test "${MORE-}" || exit 0
echo "flags that say otherwise, and calls that run freely:"
run --tests 60 --variant guarded --cflags "-O2 -fsanitize=thread -fno-sanitize-recover=all -DSTATIC" ../blocks/bag.yaml beyond.c
run --tests 20 --variant guarded --engine free --cflags -DDEEP ../blocks/bag.yaml beyond.c

# among all variants it is found, too; it comes again, made smaller, in a sandbox and in a class
cd - >/dev/null
cp $SRC/tests/cli/run/margins/beyond.c $SRC/tests/cli/run/blocks/bag.yaml .
srtest run --seed 1 --tests 400 --sandbox --save stack.srt --cflags -DSTACK bag.yaml beyond.c | sed -n '/^\*\*\*/,/here/p'
srtest replay --cflags -DSTACK stack.srt | head -1
mkdir class
sed '1i #define STATIC' beyond.c >class/beyond.c
cp beyond.c class/right.c
srtest grade --seed 1 --tests 400 --format csv bag.yaml class | cut -d , -f 1-8
