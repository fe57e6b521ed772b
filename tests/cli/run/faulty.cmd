for name in signal if limit corridor silent unlock crash unlocked; do
	gcc -shared -fPIC -O1 -o $name.so $SRC/specs/warehouse/faulty/$name.c
	echo "$name:"
	srtest run --seed 1 $SRC/specs/warehouse/warehouse.yaml $name.so >out && status=0 || status=$?
	grep -o '\[[a-z]*, overlap: [a-z]*\]$' out
	echo "exit $status"
done
