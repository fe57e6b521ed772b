/* Those who wait are noted in a log of SLOTS entries; who does not fit in is never told. */
#include <pthread.h>
#include <stdlib.h>

#ifndef SLOTS
#define SLOTS 8
#endif

struct counter {
	pthread_mutex_t mutex;
	int busy, total, waiting;
	pthread_cond_t *log[SLOTS];
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	return c;
}

void
counter_free(struct counter *c)
{
	free(c);
}

static void
forget(struct counter *c, const pthread_cond_t *mine)
{
	int kept = 0;
	for (int i = 0; i < c->waiting; i++)
		if (c->log[i] != mine)
			c->log[kept++] = c->log[i];
	c->waiting = kept;
}

static void
enter(struct counter *c)
{
	pthread_cond_t mine = PTHREAD_COND_INITIALIZER;
	pthread_mutex_lock(&c->mutex);
	while (c->busy) {
		if (c->waiting < SLOTS)
			c->log[c->waiting++] = &mine;
		pthread_cond_wait(&mine, &c->mutex);
		forget(c, &mine);
	}
	c->busy = 1;
	pthread_mutex_unlock(&c->mutex);
}

static void
leave(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	c->busy = 0;
	while (c->waiting > 0)
		pthread_cond_signal(c->log[--c->waiting]);
	pthread_mutex_unlock(&c->mutex);
}

int
counter_add(struct counter *c)
{
	enter(c);
	int result = ++c->total;
	leave(c);
	return result;
}
