/* Each call takes one of 700 slots; it may give it back. */
#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 700 };

struct counter {
	pthread_mutex_t mutex;
	int total, taken;
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
	int result = c->taken++ == SLOTS ? -1 : ++c->total;
#ifdef RING
	c->taken--;
#endif
	pthread_mutex_unlock(&c->mutex);
	return result;
}
