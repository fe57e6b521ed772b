# long: where several builds are tested, in the last one only
# What programs have called at their end is called, by whoever ends them, while all other threads go on.
spec=$SRC/specs/program/program.yaml
try() {
	srtest run --seed 1 --tests 200 --shrink-time 1 --save $1.srt --cflags "$3" $spec $SRC/tests/cli/run/program-ends/$2 >out 2>&1 && status=0 || status=$?
	echo "$1: $(sed -nE '1s/^program: (passed|FAILED|UNDECIDED).*/\1/p; s/^\*\*\* Error: (.*)  .*/\1/p' out | tr '\n' ' ')"
	[ $status != 1 ] || srtest replay --cflags "$3" $1.srt | head -1
}
for kind in ${KINDS-BAD_OUTLIVES BAD_QUICK GUARDED QUICK}; do
	try $kind ends.c -D$kind
done
try detached static.cc ''
try detached-local static.cc -DLOCAL
try guarded static.cc -DGUARDED
try joined static.cc '-DJOINS -DLOCAL'
