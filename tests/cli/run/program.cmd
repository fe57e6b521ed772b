# long: where several builds are tested, in the last one only
# A whole program, by its main: a deadlock, a failed assertion, a crash, an exit status; and how it may end well.
spec=$SRC/specs/program/program.yaml
try() {
	srtest run --seed 1 --save $1.srt $spec $1.so >out 2>&1 && status=0 || status=$?
	echo "$1: exit $status $(sed -nE '1s/^program: (passed [0-9]+|FAILED|ERROR).*/\1/p; s/^\*\*\* Error: (.*)/\1/p' out | tr '\n' ' ')"
	[ $status != 1 ] || srtest replay $1.srt | head -1
}
for f in crossed-locks lost-update early-use wrong-status; do
	gcc -shared -fPIC -O1 -g -o $f.so $SRC/specs/program/faulty/$f.c
	try $f
done
for f in transfers leaves-threads last-thread-ends-it; do
	gcc -shared -fPIC -O1 -g -o $f.so $SRC/specs/program/good/$f.c
	try $f
done
# threads that are still there go on until main has returned, and not after that
cat >late.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int over;
static void *
work(void *a)
{
	pthread_mutex_lock(&lock);
	assert(!over);
	pthread_mutex_unlock(&lock);
	return a;
}
int
main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	over = 1;
	return 0;
}
C
gcc -shared -fPIC -O1 -g -o late.so late.c
try late
sed 's/over = 1/over = 0/' late.c >later.c
gcc -shared -fPIC -O1 -g -o later.so later.c
try later
# threads that wait for each other after main has left by pthread_exit
cat >stuck.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) { pthread_mutex_lock(&lock); return a; }
int
main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&t, NULL, work, NULL);
	pthread_exit(NULL);
}
C
gcc -shared -fPIC -O1 -g -o stuck.so stuck.c
try stuck
for end in _exit quick_exit; do
	printf '#include <stdlib.h>\n#include <unistd.h>\nint main(int n, char **v) { (void)v; %s(n - 1); }\n' $end >$end.c
	gcc -shared -fPIC -O1 -g -o $end.so $end.c
	try $end
done
srtest run --engine free $spec transfers.so 2>&1 || echo "exit $?"
echo 'void main() { }' >void.c
srtest run --no-save --seed 1 --tests 20 $spec void.c | head -1
