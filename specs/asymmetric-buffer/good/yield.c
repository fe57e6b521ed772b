/* Polls, with sched_yield. Every character has a slot of its own, which is NUL while it is free; there is no lock. */
#include "../asymmetric-buffer.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
	int length, next;
	_Atomic char *slots;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	b->length = length;
	b->next = 0;
	b->slots = malloc((size_t)length * sizeof *b->slots);
	for (int i = 0; i < length; i++)
		atomic_init(&b->slots[i], '\0');
	return b;
}

void
buffer_free(buffer *b)
{
	free((void *)b->slots);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	/* Slots are cleared from the first to the last. */
	while (atomic_load(&b->slots[b->length - 1]))
		sched_yield();
	for (int i = 0; i < b->length; i++)
		atomic_store(&b->slots[i], line[i]);
}

char
buffer_receive(buffer *b)
{
	_Atomic char *slot = &b->slots[b->next];
	char c;
	while (!(c = atomic_load(slot)))
		sched_yield();
	b->next = (b->next + 1) % b->length;
	atomic_store(slot, '\0');
	return c;
}
