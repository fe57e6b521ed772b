cp $SRC/tests/cli/run/box/* . && chmod u+w *
gcc -shared -fPIC -O1 -o stuck.so -D'PUT=while (v) pthread_cond_wait(&b->changed, &b->mutex)' box.c
try() { srtest run --seed 1 --tests 50 "$@" 2>&1 >out && status=0 || status=$?; sed -nE '1s/(in round [0-9]) .*/\1/p; 1s/[0-9]+ tests? (failed)/N \1/p; 1s/.*(nothing was exercised).*/\1/p' out; echo "exit $status"; }
try --round 2 box.yaml stuck.so
try --round 1,2 box.yaml stuck.so
try --round 1 box.yaml stuck.so
try --round 3 box.yaml stuck.so
try --round 0 box.yaml stuck.so
try --round 1, box.yaml stuck.so
try --round 12 box.yaml stuck.so
try --seed x box.yaml stuck.so
