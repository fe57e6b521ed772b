/*
 * No lock at all: every call draws a number, which tells it its slot, and whose turn it is in a slot is counted there. Spins on
 * its own slot with a pause.
 */
#include "../bounded-buffer.h"

#include <stdatomic.h>
#include <stdlib.h>

struct slot {
	_Alignas(64) atomic_ulong turn; /* even: free for the round turn/2; odd: holds the item of that round */
	int item;
};

struct buffer {
	atomic_ulong puts, gets;
	unsigned long size;
	struct slot *slots;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	atomic_init(&b->puts, 0);
	atomic_init(&b->gets, 0);
	b->size = capacity;
	b->slots = aligned_alloc(_Alignof(struct slot), capacity * sizeof *b->slots);
	for (int i = 0; i < capacity; i++)
		atomic_init(&b->slots[i].turn, 0);
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->slots);
	free(b);
}

static void
await(struct slot *s, unsigned long turn)
{
	while (atomic_load_explicit(&s->turn, memory_order_acquire) != turn)
		__builtin_ia32_pause();
}

void
buffer_put(buffer *b, int item)
{
	unsigned long n = atomic_fetch_add(&b->puts, 1), turn = n / b->size * 2;
	struct slot *s = &b->slots[n % b->size];
	await(s, turn);
	s->item = item;
	atomic_store_explicit(&s->turn, turn + 1, memory_order_release);
}

int
buffer_get(buffer *b)
{
	unsigned long n = atomic_fetch_add(&b->gets, 1), turn = n / b->size * 2 + 1;
	struct slot *s = &b->slots[n % b->size];
	await(s, turn);
	int item = s->item;
	atomic_store_explicit(&s->turn, turn + 1, memory_order_release);
	return item;
}
