# long: where several builds are tested, in the last one only
for name in signal if limit crash; do
	gcc -shared -fPIC -O1 -o $name.so $SRC/specs/warehouse/faulty/$name.c
	echo "$name:"
	srtest run --engine free --seed 1 --shrink-time 1 $SRC/specs/warehouse/warehouse.yaml $name.so >out && status=0 || status=$?
	grep -o '\[[a-z]*,' out
	echo "exit $status"
done
