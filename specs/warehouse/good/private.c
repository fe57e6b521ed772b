/*
 * A private condition for each who waits, in a node on its stack, in lists kept by warehouse; who is woken looks again itself
 * and waits on, in its place, if another was faster.
 */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	int needs;
	pthread_cond_t look;
};

struct room {
	int free; /* weight that may still come in */
	bool corridor; /* a robot stands before the door */
	struct waiter *outside; /* want to come in */
	struct waiter *behind; /* want into the corridor */
};

struct warehouse {
	pthread_mutex_t mutex;
	int n;
	struct room *room;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	h->n = n_warehouses;
	h->room = calloc(n_warehouses, sizeof *h->room);
	for (int i = 0; i < n_warehouses; i++)
		h->room[i].free = max_weight;
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	free(h->room);
	free(h);
}

static void
append(struct waiter **list, struct waiter *w)
{
	while (*list)
		list = &(*list)->next;
	*list = w;
}

static void
forget(struct waiter **list, struct waiter *w)
{
	while (*list != w)
		list = &(*list)->next;
	*list = w->next;
}

static void
wake(struct waiter *list, int free)
{
	for (; list; list = list->next)
		if (list->needs <= free)
			pthread_cond_signal(&list->look);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct room *r = &h->room[n];
	struct waiter me = {.needs = w, .look = PTHREAD_COND_INITIALIZER};
	pthread_mutex_lock(&h->mutex);
	append(&r->outside, &me);
	while (r->free < w)
		pthread_cond_wait(&me.look, &h->mutex);
	forget(&r->outside, &me);
	r->free -= w;
	r->corridor = false;
	wake(r->behind, 0);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct room *from = &h->room[n], *to = n + 1 < h->n ? from + 1 : NULL;
	struct waiter me = {.look = PTHREAD_COND_INITIALIZER};
	pthread_mutex_lock(&h->mutex);
	if (to) {
		append(&to->behind, &me);
		while (to->corridor)
			pthread_cond_wait(&me.look, &h->mutex);
		forget(&to->behind, &me);
		to->corridor = true;
	}
	from->free += w;
	wake(from->outside, from->free);
	pthread_mutex_unlock(&h->mutex);
}
