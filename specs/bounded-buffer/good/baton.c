/*
 * Semaphores pass the baton: who leaves hands the right to be inside to a delayed put or get that can go on now, and only
 * opens the door for newcomers if there is none.
 */
#include "../bounded-buffer.h"

#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	sem_t door, put, get;
	int delayed_puts, delayed_gets;
	int capacity;
	unsigned n_put, n_got;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->door, 0, 1);
	sem_init(&b->put, 0, 0);
	sem_init(&b->get, 0, 0);
	b->capacity = capacity;
	b->items = malloc(capacity * sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->door);
	sem_destroy(&b->put);
	sem_destroy(&b->get);
	free(b->items);
	free(b);
}

static int
count(const buffer *b)
{
	return (int)(b->n_put - b->n_got);
}

static void
pass_on(buffer *b)
{
	if (count(b) > 0 && b->delayed_gets > 0) {
		b->delayed_gets--;
		sem_post(&b->get);
	} else if (count(b) < b->capacity && b->delayed_puts > 0) {
		b->delayed_puts--;
		sem_post(&b->put);
	} else {
		sem_post(&b->door);
	}
}

void
buffer_put(buffer *b, int item)
{
	sem_wait(&b->door);
	if (count(b) == b->capacity) {
		b->delayed_puts++;
		sem_post(&b->door);
		sem_wait(&b->put);
	}
	b->items[b->n_put++ % b->capacity] = item;
	pass_on(b);
}

int
buffer_get(buffer *b)
{
	sem_wait(&b->door);
	if (count(b) == 0) {
		b->delayed_gets++;
		sem_post(&b->door);
		sem_wait(&b->get);
	}
	int item = b->items[b->n_got++ % b->capacity];
	pass_on(b);
	return item;
}
