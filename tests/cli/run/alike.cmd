# long: where several builds are tested, in the last one only
# How many different schedules there were, and where hardly any were made though there were many to make: that is no pass.
spec=$SRC/specs/program/program.yaml
cat >turns.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *
work(void *a)
{
	for (int i = 0; i < TIMES; i++) {
		pthread_mutex_lock(&lock);
		n++;
		pthread_mutex_unlock(&lock);
	}
	return a;
}
int
main(void)
{
	pthread_t t[THREADS + 1];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return n != THREADS * TIMES;
}
C
try() {
	gcc -shared -fPIC -O1 -DTHREADS=$1 -DTIMES=$2 -o turns.so turns.c
	shift 2
	srtest run --seed 1 --tests 2000 "$@" $spec turns.so | grep -E '^program|different' || true
}
try 2 20 --breakpoints 0 --strategy pct,depth=1 --no-rare
try 2 20 --breakpoints 0
# there is not much to choose, or nothing
try 1 1
try 1 0
try 0 0
