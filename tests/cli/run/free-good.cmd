# threads of the system, and the C library's own primitives
# long: where several builds are tested, in the last one only
for name in broadcast handoff server; do
	gcc -shared -fPIC -O1 -o $name.so $SRC/specs/warehouse/good/$name.c
	for seed in 1 2; do
		srtest run --engine free --seed $seed --tests 20 $SRC/specs/warehouse/warehouse.yaml $name.so
	done
done
gcc -shared -fPIC -O1 -o polling.so $SRC/specs/warehouse/good/polling.c
srtest run --engine free --seed 1 --tests 5 $SRC/specs/warehouse/warehouse.yaml polling.so
