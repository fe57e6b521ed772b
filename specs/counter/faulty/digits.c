/* Two digits, of four each; who reads them does so without the mutex, and the first one may be overtaken before the second is read. */
/* class: value */
#include "../counter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { DIGITS = 4 };

struct counter {
	pthread_mutex_t mutex;
	atomic_int high, low;
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
	int high = c->high;
	return high * DIGITS + c->low;
}
