/* A reader looks for a writer before it takes the lock, and counts itself after. */
/* class: safety */
#include "../readers-writers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct rw {
	pthread_spinlock_t lock;
	atomic_int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_spin_init(&l->lock, PTHREAD_PROCESS_PRIVATE);
	return l;
}

void
rw_free(rw *l)
{
	pthread_spin_destroy(&l->lock);
	free(l);
}

void
rw_before_read(rw *l)
{
	while (l->writers > 0)
		sched_yield();
	pthread_spin_lock(&l->lock);
	l->readers++;
	pthread_spin_unlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	pthread_spin_lock(&l->lock);
	l->readers--;
	pthread_spin_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	pthread_spin_lock(&l->lock);
	while (l->writers > 0 || l->readers > 0) {
		pthread_spin_unlock(&l->lock);
		sched_yield();
		pthread_spin_lock(&l->lock);
	}
	l->writers++;
	pthread_spin_unlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	pthread_spin_lock(&l->lock);
	l->writers--;
	pthread_spin_unlock(&l->lock);
}
