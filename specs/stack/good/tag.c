/* A tag of 32 bits beside the top says how often it has changed: no call takes long enough to see the same one twice. */
#include "../stack.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { NODES = 64 };

/* A tag, and behind it the number of a node, from 1. */
typedef uint64_t top_t;

struct node {
	_Atomic uint32_t next;
	int x;
};

struct stack {
	_Atomic top_t items, unused;
	struct node nodes[NODES + 1];
};

static top_t
tagged(uint32_t node, top_t before)
{
	return ((before >> 32) + 1) << 32 | node;
}

static void
put(struct stack *s, _Atomic top_t *list, uint32_t node)
{
	top_t top = atomic_load(list);
	do
		atomic_store(&s->nodes[node].next, (uint32_t)top);
	while (!atomic_compare_exchange_weak(list, &top, tagged(node, top)));
}

static uint32_t
take(struct stack *s, _Atomic top_t *list)
{
	top_t top = atomic_load(list);
	while ((uint32_t)top && !atomic_compare_exchange_weak(list, &top, tagged(atomic_load(&s->nodes[(uint32_t)top].next), top)))
		;
	return (uint32_t)top;
}

stack *
stack_new(void)
{
	stack *s = calloc(1, sizeof *s);
	for (uint32_t i = NODES; i > 0; i--)
		put(s, &s->unused, i);
	return s;
}

void
stack_free(stack *s)
{
	free(s);
}

void
stack_push(stack *s, int x)
{
	uint32_t node = take(s, &s->unused);
	s->nodes[node].x = x;
	put(s, &s->items, node);
}

bool
stack_pop(stack *s, int *x)
{
	uint32_t node = take(s, &s->items);
	if (!node)
		return false;
	*x = s->nodes[node].x;
	put(s, &s->unused, node);
	return true;
}
