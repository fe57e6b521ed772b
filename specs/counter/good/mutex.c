/* A mutex around a number. */
#include "../counter.h"

#include <pthread.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t mutex;
	int value;
};

counter *
counter_new(void)
{
	counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	return c;
}

void
counter_free(counter *c)
{
	pthread_mutex_destroy(&c->mutex);
	free(c);
}

static void
move(counter *c, int by)
{
	pthread_mutex_lock(&c->mutex);
	c->value += by;
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
