# long: where several builds are tested, in the last one only
# code that comes while calls run: where a lock that tests and then sets is copied to memory, nobody can be stopped in it, which is told; in a sandbox it is no pass
verdict() {
	# how threads of the system get on depends on what else the machine does
	grep -o '^Calls ran freely' $1 || grep -o 'passed\|UNDECIDED: [^(]*\|^[*][*][*] Error: [^[]*' $1 | sed 's/ *$//' | head -1
	grep -o 'warning: calls came.*' $1 || true
}
for name in ${NAMES-constructor heap loaded nested nested-wrong stack unused}; do
	f=$SRC/tests/cli/run/strange/$name.c
	gcc -w -shared -fPIC -O1 $f -o $name.so -lffi 2>ld.err
	test $name = closure && tests=6 || tests=100 # calls of closures run freely, which takes long
	for sandbox in off on; do
		srtest run --no-save --seed 1 --tests $tests --shrink-time 0 --sandbox=$sandbox $SRC/tests/cli/run/strange/lock.yaml $name.so >$name.out 2>&1 || true
		echo "$name, --sandbox=$sandbox: $(verdict $name.out)"
	done
done
