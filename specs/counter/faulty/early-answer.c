/* A thread counts. Who moves the counter leaves that to the thread and goes on: reads that begin later may find it where it was. */
/* class: value */
#include "../counter.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct move {
	struct move *next;
	int by;
};

struct counter {
	pthread_t clerk;
	pthread_mutex_t mutex;
	pthread_cond_t work;
	struct move *first, *last;
	bool closing;
	int value;
};

static void *
work(void *arg)
{
	counter *c = arg;
	pthread_mutex_lock(&c->mutex);
	for (;;) {
		while (!c->first && !c->closing)
			pthread_cond_wait(&c->work, &c->mutex);
		struct move *m = c->first;
		if (!m)
			break;
		c->first = m->next;
		c->value += m->by;
		free(m);
	}
	pthread_mutex_unlock(&c->mutex);
	return NULL;
}

counter *
counter_new(void)
{
	counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->work, NULL);
	if (pthread_create(&c->clerk, NULL, work, c) != 0)
		abort();
	return c;
}

void
counter_free(counter *c)
{
	pthread_mutex_lock(&c->mutex);
	c->closing = true;
	pthread_cond_signal(&c->work);
	pthread_mutex_unlock(&c->mutex);
	pthread_join(c->clerk, NULL);
	pthread_cond_destroy(&c->work);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}

static void
leave(counter *c, struct move *m)
{
	if (c->first)
		c->last->next = m;
	else
		c->first = m;
	c->last = m;
	pthread_cond_signal(&c->work);
}

static void
move(counter *c, int by)
{
	struct move *m = calloc(1, sizeof *m);
	m->by = by;
	pthread_mutex_lock(&c->mutex);
	leave(c, m);
	pthread_mutex_unlock(&c->mutex);
}

void
counter_up(counter *c)
{
	move(c, 1);
}

void
counter_down(counter *c)
{
	move(c, -1);
}

int
counter_read(counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int value = c->value;
	pthread_mutex_unlock(&c->mutex);
	return value;
}
