/* Each call is noted in a log of 700 entries; or of a ring of them, which has no end. */
#include <pthread.h>
#include <stdlib.h>

enum { ENTRIES = 700 };

struct counter {
	pthread_mutex_t mutex;
	int total, used;
	short log[ENTRIES];
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
note(struct counter *c)
{
#ifdef RING
	c->used %= ENTRIES;
#else
	if (c->used == ENTRIES)
		abort();
#endif
	c->log[c->used++] = (short)c->total;
}

int
counter_add(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int result = ++c->total;
	note(c);
	pthread_mutex_unlock(&c->mutex);
	return result;
}
