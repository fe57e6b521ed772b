# long: phases that ended before those who poll were done, in a test that fails because of it; no matter how these are taken, the implementation is right
srtest run --no-save --seed 3 --tests 128 $SRC/specs/warehouse/warehouse.yaml $SRC/specs/warehouse/good/timed.c | head -1
