# long: where several builds are tested, in the last one only
# functions that the C library calls back are learned as others are, though nothing in the code says where they are, in objects with hooks and without
for caller in qsort qsort_r lfind tsearch twalk scandir glob once cleanup signal context; do
	for hooks in -fsanitize=thread ""; do
		gcc -w -fPIC -O1 $hooks -DCALLER=by_$caller $SRC/tests/cli/run/called-back/callers.c -c -o lock.o
		gcc -shared -pthread -o lock.so lock.o
		srtest run --no-save --seed 1 --tests 600 --shrink-time 0 $SRC/tests/cli/run/strange/lock.yaml lock.so >out 2>&1 || true
		echo "$caller${hooks:+, with hooks}: $(grep -o 'passed\|UNDECIDED: [^(]*\|^[*][*][*] Error: [^[]*' out | sed 's/ *$//')"
	done
done
