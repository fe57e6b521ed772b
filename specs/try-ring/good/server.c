/* A thread puts items into the ring; who has one waits until the thread has come so far. */
#include "../try_ring.h"

#include <pthread.h>
#include <stdlib.h>

struct letter {
	struct letter *next;
	int x;
};

struct ring {
	pthread_t server;
	pthread_mutex_t mutex;
	pthread_cond_t arrived, served;
	struct letter *first, **end;
	bool closing;
	int size, taken; /* places, also those of letters */
	int count, out;
	int items[];
};

static void *
serve(void *arg)
{
	ring *r = arg;
	pthread_mutex_lock(&r->mutex);
	for (;;) {
		while (!r->first && !r->closing)
			pthread_cond_wait(&r->arrived, &r->mutex);
		struct letter *m = r->first;
		if (!m)
			break;
		r->first = m->next;
		if (!r->first)
			r->end = &r->first;
		r->items[(r->out + r->count++) % r->size] = m->x;
		free(m);
		pthread_cond_broadcast(&r->served);
	}
	pthread_mutex_unlock(&r->mutex);
	return NULL;
}

ring *
ring_new(int size)
{
	ring *r = calloc(1, sizeof *r + size * sizeof *r->items);
	pthread_mutex_init(&r->mutex, NULL);
	pthread_cond_init(&r->arrived, NULL);
	pthread_cond_init(&r->served, NULL);
	r->size = size;
	r->end = &r->first;
	if (pthread_create(&r->server, NULL, serve, r) != 0)
		abort();
	return r;
}

void
ring_free(ring *r)
{
	pthread_mutex_lock(&r->mutex);
	r->closing = true;
	pthread_cond_signal(&r->arrived);
	pthread_mutex_unlock(&r->mutex);
	pthread_join(r->server, NULL);
	pthread_cond_destroy(&r->served);
	pthread_cond_destroy(&r->arrived);
	pthread_mutex_destroy(&r->mutex);
	free(r);
}

static void
send(ring *r, int x)
{
	struct letter *m = malloc(sizeof *m);
	*m = (struct letter){.x = x};
	*r->end = m;
	r->end = &m->next;
	pthread_cond_signal(&r->arrived);
}

bool
ring_try_put(ring *r, int x)
{
	pthread_mutex_lock(&r->mutex);
	bool room = r->taken < r->size;
	if (room) {
		r->taken++;
		send(r, x);
	}
	while (r->first)
		pthread_cond_wait(&r->served, &r->mutex);
	pthread_mutex_unlock(&r->mutex);
	return room;
}

bool
ring_try_get(ring *r, int *x)
{
	pthread_mutex_lock(&r->mutex);
	bool any = r->count > 0;
	if (any) {
		*x = r->items[r->out];
		r->out = (r->out + 1) % r->size;
		r->count--;
		r->taken--;
	}
	pthread_mutex_unlock(&r->mutex);
	return any;
}
