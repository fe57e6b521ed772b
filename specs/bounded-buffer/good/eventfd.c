/* Two eventfds count items and free places; the ring between them has a mutex. */
#include "../bounded-buffer.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct buffer {
	int items, places;
	pthread_mutex_t mutex;
	unsigned capacity, in, out;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	b->items = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
	b->places = eventfd(capacity, EFD_SEMAPHORE | EFD_CLOEXEC);
	if (b->items < 0 || b->places < 0)
		abort();
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->ring = malloc(capacity * sizeof *b->ring);
	return b;
}

void
buffer_free(buffer *b)
{
	close(b->items);
	close(b->places);
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

static void
take_one(int fd)
{
	uint64_t one;
	while (read(fd, &one, sizeof one) < 0)
		if (errno != EINTR)
			abort();
}

static void
add_one(int fd)
{
	uint64_t one = 1;
	while (write(fd, &one, sizeof one) < 0)
		if (errno != EINTR)
			abort();
}

void
buffer_put(buffer *b, int item)
{
	take_one(b->places);
	pthread_mutex_lock(&b->mutex);
	b->ring[b->in++ % b->capacity] = item;
	pthread_mutex_unlock(&b->mutex);
	add_one(b->items);
}

int
buffer_get(buffer *b)
{
	take_one(b->items);
	pthread_mutex_lock(&b->mutex);
	int item = b->ring[b->out++ % b->capacity];
	pthread_mutex_unlock(&b->mutex);
	add_one(b->places);
	return item;
}
