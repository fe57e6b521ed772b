# who sleeps as long as the horizon is, after a look at the clock that takes a moment, still wakes up within it
cat >naps.c <<'C'
#include "permits.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
struct permits { pthread_mutex_t mutex; pthread_cond_t some; unsigned free; };
permits *permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	*p = (permits){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, n};
	return p;
}
void permits_free(permits *p) { free(p); }
void permits_acquire(permits *p)
{
	time(NULL);
	sleep(1);
	pthread_mutex_lock(&p->mutex);
	while (p->free == 0)
		pthread_cond_wait(&p->some, &p->mutex);
	p->free--;
	pthread_mutex_unlock(&p->mutex);
}
void permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_cond_signal(&p->some);
	pthread_mutex_unlock(&p->mutex);
}
C
gcc -shared -fPIC -O1 -g -w -I $SRC/tests/cli/run/waiting -o naps.so naps.c
srtest run --seed 1 --tests 50 $SRC/tests/cli/run/waiting/permits.yaml naps.so | head -1
