for name in broadcast polling handoff server; do
	gcc -shared -fPIC -O1 -o $name.so $SRC/specs/warehouse/good/$name.c
	srtest run --seed 1 --tests 150 $SRC/specs/warehouse/warehouse.yaml $name.so
done
