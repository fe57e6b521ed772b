# soak: a lock whose 16 bits overflow is found after 65536 calls, the same with what counts right passes; that takes a hundred thousand tests each
wrapping=$SRC/tests/cli/run/wrapping
try() { srtest run --no-save --round 3 --tests 10x --seed 1 --shrink-time 0 "$@" $wrapping/lock.yaml $wrapping/statistics.c | sed -nE 's/ \(seed.*//; 1p; /Error/p'; }
try
try --cflags -DRIGHT
