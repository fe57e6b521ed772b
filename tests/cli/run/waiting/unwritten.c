/* What malloc() gives is not empty. WRITTEN: all of it is initialised; else one part is not, which the name says. */
#include "permits.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct permits {
	unsigned free;
	pthread_mutex_t lock;
	pthread_cond_t freed;
	pthread_spinlock_t spin;
	pthread_rwlock_t shared;
	sem_t open;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
#ifndef COUNT
	p->free = n;
#endif
#ifndef MUTEX
	pthread_mutex_init(&p->lock, NULL);
#endif
#ifndef CONDITION
	pthread_cond_init(&p->freed, NULL);
#endif
#ifndef SPIN
	pthread_spin_init(&p->spin, PTHREAD_PROCESS_PRIVATE);
#endif
#ifndef SHARED
	pthread_rwlock_init(&p->shared, NULL);
#endif
#ifndef SEMAPHORE
	sem_init(&p->open, 0, 1);
#endif
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

void
permits_acquire(permits *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->free == 0)
		pthread_cond_wait(&p->freed, &p->lock);
	p->free--;
	pthread_mutex_unlock(&p->lock);
}

void
permits_release(permits *p)
{
	sem_wait(&p->open);
	sem_post(&p->open);
	pthread_rwlock_rdlock(&p->shared);
	pthread_rwlock_unlock(&p->shared);
	pthread_spin_lock(&p->spin);
	pthread_spin_unlock(&p->spin);
	pthread_mutex_lock(&p->lock);
	p->free++;
	pthread_cond_signal(&p->freed);
	pthread_mutex_unlock(&p->lock);
}
