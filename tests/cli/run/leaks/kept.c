/* A descriptor is opened at the first call of each instance, and kept for good. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct counter {
	pthread_mutex_t mutex;
	int total;
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

int
counter_add(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int result = ++c->total;
	if (result == 1)
		dup(0);
	pthread_mutex_unlock(&c->mutex);
	return result;
}
