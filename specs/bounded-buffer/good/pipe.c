/* Two pipes: the items travel through one, and through the other goes a byte for each free place. */
#include "../bounded-buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct buffer {
	int items[2], places[2];
};

static void
take(const int *pipe, void *p, size_t n)
{
	ssize_t got;
	while ((got = read(pipe[0], p, n)) != (ssize_t)n)
		if (got >= 0 || errno != EINTR)
			abort();
}

static void
give(const int *pipe, const void *p, size_t n)
{
	ssize_t done;
	while ((done = write(pipe[1], p, n)) != (ssize_t)n)
		if (done >= 0 || errno != EINTR)
			abort();
}

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	if (pipe(b->items) != 0 || pipe(b->places) != 0)
		abort();
	for (int i = 0; i < capacity; i++)
		give(b->places, "", 1);
	return b;
}

void
buffer_free(buffer *b)
{
	for (int i = 0; i < 2; i++) {
		close(b->items[i]);
		close(b->places[i]);
	}
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	char place;
	take(b->places, &place, 1);
	give(b->items, &item, sizeof item);
}

int
buffer_get(buffer *b)
{
	int item;
	take(b->items, &item, sizeof item);
	give(b->places, "", 1);
	return item;
}
