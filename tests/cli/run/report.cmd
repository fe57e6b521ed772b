# long: one client, so there is one shortest counterexample; how many tests it takes to find it is another matter
cp $SRC/tests/cli/run/box/* . && chmod u+w *
cc() { gcc -shared -fPIC -g -O1 -o $1.so -D"$2" box.c; }
try() { srtest run --seed 1 "$@" && echo "exit 0" || echo "exit $?"; }
plain() { sed -E 's/(box: [A-Z]* in round [0-9]) .*/\1/; s/"seconds":[0-9.e-]*/"seconds":0/; s/"statistics":.*/.../; s/(tests|from|runs|to)":[0-9]+/\1":0/g; s/"offset":[0-9]+/"offset":0/g; s/time="[0-9.]*"/time="0"/'; }
cc crash 'PUT=*(volatile int *)NULL = 1'
try box.yaml crash.so | plain
cc misuse 'PUT=pthread_mutex_unlock(&b->mutex)'
try box.yaml misuse.so | plain
cc stuck 'PUT=while (v) pthread_cond_wait(&b->changed, &b->mutex)'
try -f json box.yaml stuck.so | plain
cc wrong 'GET=v + 1'
try -f junit box.yaml wrong.so | plain
sed 's/	free(b);/	*(volatile int *)NULL = 1;/' box.c >end.c
gcc -shared -fPIC -g -O1 -o end.so end.c
try box.yaml end.so | plain
gcc -shared -fPIC -O1 -s -o stripped.so -D'PUT=*(volatile int *)NULL = 1' box.c
try box.yaml stripped.so | grep -E '#0|at |lock mutex'  | sed -E 's/\+0x[0-9a-f]+/+OFFSET/'
