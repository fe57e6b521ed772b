/*
 * Readers look at a copy, so as not to stand in the writers' way. Who writes while somebody else brings the copy up to date leaves it to
 * that one, and may return before.
 */
/* class: value */
#include "../register.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct reg {
	pthread_mutex_t mutex;
	int value;
	bool refreshing, stale; /* somebody brings the copy up to date; it is behind */
	atomic_int copy;
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

/* The mutex is held, and given up meanwhile. */
static void
refresh(reg *r)
{
	r->stale = true;
	if (r->refreshing)
		return;
	r->refreshing = true;
	while (r->stale) {
		int v = r->value;
		r->stale = false;
		pthread_mutex_unlock(&r->mutex);
		atomic_store(&r->copy, v);
		pthread_mutex_lock(&r->mutex);
	}
	r->refreshing = false;
}

void
register_write(reg *r, int v)
{
	pthread_mutex_lock(&r->mutex);
	r->value = v;
	refresh(r);
	pthread_mutex_unlock(&r->mutex);
}

int
register_read(reg *r)
{
	return atomic_load(&r->copy);
}

bool
register_swap(reg *r, int was, int v)
{
	pthread_mutex_lock(&r->mutex);
	bool same = r->value == was;
	if (same) {
		r->value = v;
		refresh(r);
	}
	pthread_mutex_unlock(&r->mutex);
	return same;
}
