/* Pure spinning on C11 atomics: two counters that only grow, what was sent and what was received. */
#include "../asymmetric-buffer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	_Atomic unsigned long sent, received;
	unsigned long length;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	b->length = (unsigned long)length;
	b->contents = malloc(b->length);
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	unsigned long sent = atomic_load_explicit(&b->sent, memory_order_relaxed);
	while (atomic_load_explicit(&b->received, memory_order_acquire) != sent)
		;
	memcpy(b->contents, line, b->length);
	atomic_store_explicit(&b->sent, sent + b->length, memory_order_release);
}

char
buffer_receive(buffer *b)
{
	unsigned long received = atomic_load_explicit(&b->received, memory_order_relaxed);
	while (atomic_load_explicit(&b->sent, memory_order_acquire) == received)
		;
	char c = b->contents[received % b->length];
	atomic_store_explicit(&b->received, received + 1, memory_order_release);
	return c;
}
