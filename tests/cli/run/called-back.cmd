# long: where several builds are tested, in the last one only
# functions that the C library calls back are learned as others are, though nothing in the code says where they are, in objects with hooks and without
tables=
try() {
	gcc -w -fPIC -O1 $hooks $tables -DCALLER=by_$1 $SRC/tests/cli/run/called-back/callers.c -c -o lock.o
	gcc -shared -pthread ${2-} -o lock.so lock.o
	srtest run --no-save --seed 3 --tests 600 --shrink-time 0 $SRC/tests/cli/run/strange/lock.yaml lock.so >out 2>&1 || true
	echo "$1${hooks:+, with hooks}: $(grep -o 'passed\|UNDECIDED: [^(]*\|^[*][*][*] Error: [^[]*' out | sed 's/ *$//')"
}
for caller in ${CALLERS-qsort glob once signal}; do
	for hooks in -fsanitize=thread ""; do
		try $caller
	done
done

# nor do any tables say it
tables="-fno-asynchronous-unwind-tables -fno-unwind-tables"
for hooks in -fsanitize=thread ""; do
	echo "by the symbols in the file${hooks:+, with hooks}:"
	for caller in ${NAMED-bsearch context}; do
		hooks=$hooks try $caller
	done
	echo "when they are handed over${hooks:+, with hooks}:"
	for caller in ${GIVEN-assembly twalk sigaction}; do
		hooks=$hooks try $caller -s
	done
done
