# soak: a test that was made again with much patience, to be sure that who spins is let in late, took other steps than it would take now: it did not go two ways
gcc -shared -fPIC -O2 -g -o pause.so $SRC/specs/readers-writers/good/flag-and-pause.c
srtest run --no-save --seed 27 --tests 64 $SRC/specs/readers-writers/readers-writers.yaml ./pause.so >out
head -1 out
grep "two ways" out || true
