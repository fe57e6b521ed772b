/*
 * Each waiting call has a condition of its own, on its stack. A put gives its item straight to a get that waits; a get that
 * makes room puts the item of a waiting put into it. So who is woken has nothing left to do.
 */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t served;
	bool done;
	int item;
};

struct line {
	struct waiter *first, *last;
};

struct buffer {
	pthread_mutex_t mutex;
	struct line puts, gets;
	int capacity, count, first;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b->items);
	free(b);
}

static void
wait_in(struct line *l, struct waiter *w, pthread_mutex_t *mutex)
{
	pthread_cond_init(&w->served, NULL);
	if (l->first)
		l->last->next = w;
	else
		l->first = w;
	l->last = w;
	while (!w->done)
		pthread_cond_wait(&w->served, mutex);
	pthread_cond_destroy(&w->served);
}

static struct waiter *
serve(struct line *l)
{
	struct waiter *w = l->first;
	if (!w)
		return NULL;
	l->first = w->next;
	w->done = true;
	pthread_cond_signal(&w->served);
	return w;
}

static void
append(buffer *b, int item)
{
	b->items[(b->first + b->count++) % b->capacity] = item;
}

void
buffer_put(buffer *b, int item)
{
	struct waiter me = {.item = item};
	pthread_mutex_lock(&b->mutex);
	if (b->count == b->capacity) {
		wait_in(&b->puts, &me, &b->mutex);
	} else {
		struct waiter *get = serve(&b->gets);
		if (get)
			get->item = item;
		else
			append(b, item);
	}
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	struct waiter me = {.item = 0};
	pthread_mutex_lock(&b->mutex);
	if (b->count == 0) {
		wait_in(&b->gets, &me, &b->mutex);
	} else {
		me.item = b->items[b->first];
		b->first = (b->first + 1) % b->capacity;
		b->count--;
		struct waiter *put = serve(&b->puts);
		if (put)
			append(b, put->item);
	}
	pthread_mutex_unlock(&b->mutex);
	return me.item;
}
