# soak: compilers and traps take long
# right code that reads its own code, as data, finds it as it was written: with hooks and without, to run a copy of it, or only to look
verdict() {
	grep -o 'passed\|UNDECIDED: [^(]*\|^[*][*][*] Error: .*\|^Calls ran freely' $1 | sed 's/ *$//' | head -1 || true
}
for f in $SRC/tests/cli/run/strange-own/*.c; do
	name=$(basename $f .c)
	gcc -w -shared -fPIC -O1 $f -o $name.so
	for of in $f $name.so; do
		srtest run --no-save --seed 1 --tests 60 --shrink-time 0 --sandbox --race off $SRC/tests/cli/run/strange/lock.yaml $of >$name.out 2>&1 || true
		echo "$(basename $of): $(verdict $name.out)"
	done
done
