/* A lock of tickets, each of which waits at a place of its own in an array of SLOTS: one more waiter, and two wait at the same. */
#include <pthread.h>
#include <stdlib.h>

#ifndef SLOTS
#define SLOTS 4
#endif

struct counter {
	pthread_mutex_t mutex;
	pthread_cond_t turned[SLOTS];
	unsigned next, open[SLOTS];
	int total;
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	for (int i = 0; i < SLOTS; i++)
		pthread_cond_init(&c->turned[i], NULL);
	c->open[0] = 1;
	return c;
}

void
counter_free(struct counter *c)
{
	free(c);
}

int
counter_add(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	unsigned mine = c->next++ % SLOTS, then = (mine + 1) % SLOTS;
	while (!c->open[mine])
		pthread_cond_wait(&c->turned[mine], &c->mutex);
	pthread_mutex_unlock(&c->mutex);
	int result = ++c->total; /* it has the lock */
	pthread_mutex_lock(&c->mutex);
	c->open[mine] = 0;
	c->open[then] = 1;
	pthread_cond_signal(&c->turned[then]);
	pthread_mutex_unlock(&c->mutex);
	return result;
}
