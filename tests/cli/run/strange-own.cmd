# long: where several builds are tested, in the last one only
# right code that reads its own code, as data, finds it as it was written: with hooks and without, to run a copy of it, or only to look
verdict() {
	grep -o 'passed\|UNDECIDED: [^(]*\|^[*][*][*] Error: .*\|^Calls ran freely' $1 | sed 's/ *$//' | head -1 || true
}
for name in ${NAMES-copied template written}; do
	f=$SRC/tests/cli/run/strange-own/$name.c
	gcc -w -shared -fPIC -O1 $f -o $name.so
	for of in $f $name.so; do
		srtest run --no-save --seed 1 --tests 60 --shrink-time 0 --sandbox --race off $SRC/tests/cli/run/strange/lock.yaml $of >$name.out 2>&1 || true
		echo "$(basename $of): $(verdict $name.out)"
	done
done
