/* A mutex around a number. */
#include "../register.h"

#include <pthread.h>
#include <stdlib.h>

struct reg {
	pthread_mutex_t mutex;
	int value;
};

reg *
register_new(void)
{
	reg *r = calloc(1, sizeof *r);
	pthread_mutex_init(&r->mutex, NULL);
	return r;
}

void
register_free(reg *r)
{
	pthread_mutex_destroy(&r->mutex);
	free(r);
}

void
register_write(reg *r, int v)
{
	pthread_mutex_lock(&r->mutex);
	r->value = v;
	pthread_mutex_unlock(&r->mutex);
}

int
register_read(reg *r)
{
	pthread_mutex_lock(&r->mutex);
	int v = r->value;
	pthread_mutex_unlock(&r->mutex);
	return v;
}

bool
register_swap(reg *r, int was, int v)
{
	pthread_mutex_lock(&r->mutex);
	bool same = r->value == was;
	if (same)
		r->value = v;
	pthread_mutex_unlock(&r->mutex);
	return same;
}
