/* After two dozen puts a table leads to another way of putting, which takes no lock: nobody else puts by then, it thinks. */
/* class: value or progress or safety */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	sem_t room, items;
	pthread_mutex_t mutex;
	unsigned in, out, puts;
	int capacity;
	int slots[];
};

static void
put_first(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	b->slots[b->in++ % (unsigned)b->capacity] = item;
	b->puts++;
	pthread_mutex_unlock(&b->mutex);
}

static void
put_later(buffer *b, int item)
{
	unsigned in = b->in;
	b->slots[in % (unsigned)b->capacity] = item;
	b->in = in + 1;
}

static void (*const ways[])(buffer *, int) = {put_first, put_later};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b + (size_t)capacity * sizeof *b->slots);
	sem_init(&b->room, 0, (unsigned)capacity);
	sem_init(&b->items, 0, 0);
	pthread_mutex_init(&b->mutex, NULL);
	b->in = b->out = b->puts = 0;
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	sem_destroy(&b->room);
	sem_destroy(&b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	sem_wait(&b->room);
	ways[b->puts >= 24](b, item);
	sem_post(&b->items);
}

int
buffer_get(buffer *b)
{
	sem_wait(&b->items);
	pthread_mutex_lock(&b->mutex);
	int item = b->slots[b->out++ % (unsigned)b->capacity];
	pthread_mutex_unlock(&b->mutex);
	sem_post(&b->room);
	return item;
}
