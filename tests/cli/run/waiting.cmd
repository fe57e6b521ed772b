# each way of waiting passes when it is used well, at several seeds, and its fault is found
for name in pipe eventfd futex requeue poll epoll select server; do
	for kind in GOOD FAULTY; do
		gcc -shared -fPIC -O1 -g -w -D$kind -o $name-$kind.so $SRC/tests/cli/run/waiting/$name.c
		for seed in 1 2 3; do
			srtest run --seed $seed --tests 150 $SRC/tests/cli/run/waiting/permits.yaml $name-$kind.so >out && status=0 || status=$?
			grep -oE 'UNDECIDED.*|\[[a-z]*\]$' out >>what || true
			echo "$name $kind: exit $status" >>all
		done
		sort -u all && sort -u what | tr '\n' ' '
		echo
		rm -f all what
	done
done
