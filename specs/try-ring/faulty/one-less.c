/* One cell stays empty: it is full too early, though nobody else is there. */
/* class: value */
#include "../try_ring.h"

#include <pthread.h>
#include <stdlib.h>

struct ring {
	pthread_mutex_t mutex;
	int size, first, n;
	int items[];
};

ring *
ring_new(int size)
{
	ring *r = malloc(sizeof *r + (size_t)size * sizeof *r->items);
	*r = (ring){.mutex = PTHREAD_MUTEX_INITIALIZER, .size = size};
	return r;
}

void
ring_free(ring *r)
{
	pthread_mutex_destroy(&r->mutex);
	free(r);
}

bool
ring_try_put(ring *r, int x)
{
	if (pthread_mutex_trylock(&r->mutex) != 0)
		return false;
	bool room = r->n + 1 < r->size;
	if (room)
		r->items[(r->first + r->n++) % r->size] = x;
	pthread_mutex_unlock(&r->mutex);
	return room;
}

bool
ring_try_get(ring *r, int *x)
{
	if (pthread_mutex_trylock(&r->mutex) != 0)
		return false;
	bool any = r->n > 0;
	if (any) {
		*x = r->items[r->first];
		r->first = (r->first + 1) % r->size;
		r->n--;
	}
	pthread_mutex_unlock(&r->mutex);
	return any;
}
