# long: annotations for GitHub: at the line where it happened, or at the clause that was broken
cp $SRC/tests/cli/run/box/* . && chmod u+w *
try() { srtest run --seed 1 --no-save -f github box.yaml "$@" >out && echo "exit 0" || echo "exit $?"; wc -l <out; sed 's/ after .*//' out; }
gcc -shared -fPIC -g -O1 -o crash.so -D'PUT=*(volatile int *)NULL = 1' box.c
try crash.so
gcc -shared -fPIC -g -O1 -o misuse.so -D'PUT=pthread_mutex_unlock(&b->mutex)' box.c
try misuse.so
gcc -shared -fPIC -s -O1 -o stripped.so -D'PUT=*(volatile int *)NULL = 1' box.c
try stripped.so
gcc -shared -fPIC -g -O1 -o stuck.so -D'PUT=while (v) pthread_cond_wait(&b->changed, &b->mutex)' box.c
try stuck.so
gcc -shared -fPIC -g -O1 -o good.so box.c
try --tests 50 good.so
try nowhere.so
echo "a race:"
sed 's|"../warehouse.h"|"warehouse.h"|; 1i static int seen;' $SRC/specs/warehouse/good/broadcast.c | sed '0,/pthread_mutex_lock/s/\tpthread_mutex_lock/\tseen++;&/' >seen.c
grep -n seen++ seen.c
srtest run --seed 1 --no-save --race error -f github $SRC/specs/warehouse/warehouse.yaml seen.c | sed 's/ after .*//'
echo "several reports, and the note about one of them:"
srtest run --seed 1 --no-save -f junit -o report.xml -f github box.yaml crash.so | cut -c 1-7
ls report.xml
