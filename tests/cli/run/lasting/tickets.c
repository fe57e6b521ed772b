/* Tickets are numbers up to 699, and begin again at 0; the number that is served does not, unless it is told to. */
#include <pthread.h>
#include <stdlib.h>

enum { TICKETS = 700 };

struct counter {
	pthread_mutex_t mutex;
	pthread_cond_t served;
	int total, next, serving;
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->served, NULL);
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
	int mine = c->next;
	c->next = (c->next + 1) % TICKETS;
	while (c->serving != mine)
		pthread_cond_wait(&c->served, &c->mutex);
	c->serving++;
#ifdef RING
	c->serving %= TICKETS;
#endif
	int result = ++c->total;
	pthread_cond_broadcast(&c->served);
	pthread_mutex_unlock(&c->mutex);
	return result;
}
