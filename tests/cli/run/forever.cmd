gcc -shared -fPIC -O1 -o forever.so $SRC/specs/warehouse/faulty/forever.c
srtest run --seed 1 $SRC/specs/warehouse/warehouse.yaml forever.so
