/* Two eventfds, as the bell of either side; a spin lock guards the line, and who hears the bell in vain waits for it again. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct buffer {
	pthread_spinlock_t lock;
	int sender, receiver;
	size_t length, next, end;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_spin_init(&b->lock, PTHREAD_PROCESS_PRIVATE);
	b->sender = eventfd(0, 0);
	b->receiver = eventfd(0, 0);
	if (b->sender < 0 || b->receiver < 0)
		abort();
	b->length = (size_t)length;
	b->contents = malloc(b->length);
	return b;
}

void
buffer_free(buffer *b)
{
	close(b->sender);
	close(b->receiver);
	pthread_spin_destroy(&b->lock);
	free(b->contents);
	free(b);
}

static void
ring(int bell)
{
	uint64_t once = 1;
	if (write(bell, &once, sizeof once) != sizeof once)
		abort();
}

static void
hear(int bell)
{
	uint64_t times;
	if (read(bell, &times, sizeof times) != sizeof times)
		abort();
}

static bool
put(buffer *b, const char *line)
{
	pthread_spin_lock(&b->lock);
	bool empty = b->next == b->end;
	if (empty) {
		memcpy(b->contents, line, b->length);
		b->next = 0;
		b->end = b->length;
	}
	pthread_spin_unlock(&b->lock);
	return empty;
}

static bool
get(buffer *b, char *c, bool *last)
{
	pthread_spin_lock(&b->lock);
	bool any = b->next < b->end;
	if (any)
		*c = b->contents[b->next++];
	*last = b->next == b->end;
	pthread_spin_unlock(&b->lock);
	return any;
}

void
buffer_send(buffer *b, const char *line)
{
	while (!put(b, line))
		hear(b->sender);
	ring(b->receiver);
}

char
buffer_receive(buffer *b)
{
	char c = 0;
	bool last;
	while (!get(b, &c, &last))
		hear(b->receiver);
	if (last)
		ring(b->sender);
	return c;
}
