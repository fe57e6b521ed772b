/*
 * Slots of a table that grows. A new one is free; with UNWRITTEN nobody says so of those that realloc added, with FIRST of the first
 * ones. With PADDING whole slots are copied, of which a part never matters, and was never written.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct slot {
	char used;
	int n;
	long note;
};

typedef struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct slot *slots;
	size_t room;
} queue;

static void
clear(struct slot *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		at[i].used = false;
}

queue *
queue_new(void)
{
	queue *q = malloc(sizeof *q);
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->changed, NULL);
	q->room = 2;
	q->slots = malloc(q->room * sizeof *q->slots);
#ifndef FIRST
	clear(q->slots, q->room);
#endif
	return q;
}

void
queue_free(queue *q)
{
	free(q->slots);
	free(q);
}

static struct slot *
find(queue *q, bool used)
{
	for (size_t i = 0; i < q->room; i++)
		if (!q->slots[i].used == !used)
			return &q->slots[i];
	return NULL;
}

static void
grow(queue *q)
{
	q->slots = realloc(q->slots, 2 * q->room * sizeof *q->slots);
#ifndef UNWRITTEN
	clear(q->slots + q->room, q->room);
#endif
	q->room *= 2;
}

void
queue_put(queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	struct slot *at = find(q, false);
	while (!at) {
		grow(q);
		at = find(q, false);
	}
	at->used = true;
	at->n = n;
	pthread_cond_signal(&q->changed);
	pthread_mutex_unlock(&q->mutex);
}

int
queue_get(queue *q)
{
	struct slot *at, copy;
	pthread_mutex_lock(&q->mutex);
	while (!(at = find(q, true)))
		pthread_cond_wait(&q->changed, &q->mutex);
#ifdef PADDING
	memcpy(&copy, at, sizeof copy);
	*at = copy;
#else
	copy.n = at->n;
#endif
	at->used = false;
	pthread_mutex_unlock(&q->mutex);
	return copy.n;
}
