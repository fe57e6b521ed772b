/* A thread for each permit that is given back, which leaves from deep inside: its clean-up does the work. The fault: it is done twice. */
#include "permits.h"

#include <pthread.h>
#include <stdlib.h>

struct permits {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned free;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->changed, NULL);
	p->free = n;
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
	pthread_mutex_lock(&p->mutex);
	while (p->free == 0)
		pthread_cond_wait(&p->changed, &p->mutex);
	p->free--;
	pthread_mutex_unlock(&p->mutex);
}

static void
unlock(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static void
give(void *arg)
{
	permits *p = arg;
	p->free++;
	pthread_cond_signal(&p->changed);
}

static void *
run(void *arg)
{
	permits *p = arg;
	pthread_mutex_lock(&p->mutex);
	pthread_cleanup_push(unlock, &p->mutex);
	pthread_cleanup_push(give, p);
#ifdef FAULTY
	pthread_cleanup_push(give, p);
	pthread_cleanup_pop(1);
#endif
	pthread_exit(NULL);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return NULL;
}

void
permits_release(permits *p)
{
	pthread_t thread;
	pthread_create(&thread, NULL, run, p);
	pthread_join(thread, NULL);
}
