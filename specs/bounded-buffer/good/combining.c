/* Calls publish what they want on a lock-free list; whoever gets the lock does it for all. */
#include "../bounded-buffer.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
	struct request *next;
	int op, item;
	atomic_int done;
};

struct buffer {
	_Atomic(struct request *) published;
	atomic_flag lock;
	struct request *pending;
	int cap, count, *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	b->cap = capacity;
	b->items = malloc(capacity * sizeof(int));
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->items);
	free(b);
}

static int
serve(buffer *b, struct request *r)
{
	if (r->op == 'p') {
		if (b->count == b->cap)
			return 0;
		b->items[b->count++] = r->item;
	} else {
		if (!b->count)
			return 0;
		r->item = b->items[0];
		for (int i = 1; i < b->count; i++)
			b->items[i - 1] = b->items[i];
		b->count--;
	}
	return 1;
}

static void
combine(buffer *b)
{
	struct request *in = atomic_exchange(&b->published, NULL);
	while (in) {
		struct request *n = in->next;
		in->next = b->pending;
		b->pending = in;
		in = n;
	}
	int served;
	do {
		served = 0;
		for (struct request **p = &b->pending; *p;) {
			struct request *r = *p;
			if (serve(b, r)) {
				*p = r->next;
				served = 1;
				atomic_store_explicit(&r->done, 1, memory_order_release);
			} else
				p = &r->next;
		}
	} while (served);
}

static int
ask(buffer *b, int op, int item)
{
	struct request r = {NULL, op, item, 0};
	r.next = atomic_load(&b->published);
	while (!atomic_compare_exchange_weak(&b->published, &r.next, &r))
		;
	while (!atomic_load_explicit(&r.done, memory_order_acquire)) {
		if (!atomic_flag_test_and_set(&b->lock)) {
			combine(b);
			atomic_flag_clear(&b->lock);
		}
		if (!atomic_load(&r.done))
			sched_yield();
	}
	return r.item;
}

void
buffer_put(buffer *b, int item)
{
	ask(b, 'p', item);
}

int
buffer_get(buffer *b)
{
	return ask(b, 'g', 0);
}
