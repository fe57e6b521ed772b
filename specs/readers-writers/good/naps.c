/* Sleeps between two looks, a little longer each time. */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct rw {
	pthread_mutex_t m;
	int inside; /* the readers; a writer counts as -1 */
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof(rw));
	l->inside = 0;
	pthread_mutex_init(&l->m, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->m);
	free(l);
}

/* Returns with the mutex held, and the number inside between the limits. */
static void
lock_when_inside_is(rw *l, int least, int most)
{
	struct timespec nap = {.tv_nsec = 1000};
	pthread_mutex_lock(&l->m);
	while (l->inside < least || l->inside > most) {
		pthread_mutex_unlock(&l->m);
		nanosleep(&nap, NULL);
		if (nap.tv_nsec < 1000000)
			nap.tv_nsec *= 2;
		pthread_mutex_lock(&l->m);
	}
}

static void
add(rw *l, int n)
{
	pthread_mutex_lock(&l->m);
	l->inside += n;
	pthread_mutex_unlock(&l->m);
}

void
rw_before_read(rw *l)
{
	lock_when_inside_is(l, 0, 1 << 20);
	l->inside++;
	pthread_mutex_unlock(&l->m);
}

void
rw_after_read(rw *l)
{
	add(l, -1);
}

void
rw_before_write(rw *l)
{
	lock_when_inside_is(l, 0, 0);
	l->inside--;
	pthread_mutex_unlock(&l->m);
}

void
rw_after_write(rw *l)
{
	add(l, 1);
}
