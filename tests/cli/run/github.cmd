# annotations for GitHub: at the line where it happened, or at the clause that was broken
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
sed 's/	pthread_mutex_lock(&b->mutex);/	seen++;\n&/; 1i static int seen;' box.c >seen.c
try --race error seen.c
echo "several reports, and the note about one of them:"
srtest run --seed 1 --no-save -f junit -o report.xml -f github box.yaml crash.so | cut -c 1-7
ls report.xml
