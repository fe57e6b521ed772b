# two calls check before they lock: one is preempted in between
gcc -shared -fPIC -g -O1 -o unlocked.so $SRC/specs/warehouse/faulty/unlocked.c
srtest run --seed 1 $SRC/specs/warehouse/warehouse.yaml unlocked.so || true
