/* Two digits, of four each, under a mutex. */
#include "../counter.h"

#include <pthread.h>
#include <stdlib.h>

enum { DIGITS = 4 };

struct counter {
	pthread_mutex_t mutex;
	int high, low;
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

void
counter_up(counter *c)
{
	pthread_mutex_lock(&c->mutex);
	if (++c->low == DIGITS) {
		c->low = 0;
		c->high++;
	}
	pthread_mutex_unlock(&c->mutex);
}

void
counter_down(counter *c)
{
	pthread_mutex_lock(&c->mutex);
	if (--c->low < 0) {
		c->low = DIGITS - 1;
		c->high--;
	}
	pthread_mutex_unlock(&c->mutex);
}

int
counter_read(counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int value = c->high * DIGITS + c->low;
	pthread_mutex_unlock(&c->mutex);
	return value;
}
