/* A lock that keeps, beside it, how many steps it took on average to get it. What it counts with has 16 bits, or more. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef RIGHT
typedef uint64_t counter;
#else
typedef uint16_t counter;
#endif

struct lock {
	pthread_mutex_t mutex;
	pthread_cond_t released;
	int held;
	counter calls;
	uint64_t waits, average;
};

struct lock *
lock_new(void)
{
	struct lock *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->released, NULL);
	return l;
}

void
lock_free(struct lock *l)
{
	free(l);
}

void
lock_lock(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->held) {
		l->waits++;
		pthread_cond_wait(&l->released, &l->mutex);
	}
	l->held = 1;
	l->calls++;
	l->average = l->waits / l->calls;
	pthread_mutex_unlock(&l->mutex);
}

void
lock_unlock(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
	l->held = 0;
	pthread_cond_signal(&l->released);
	pthread_mutex_unlock(&l->mutex);
}
