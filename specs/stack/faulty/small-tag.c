/* A tag beside the top says how often it has changed, but is of one bit only: after two changes all looks as it was. */
/* class: value or safety */
/* hooks */
#include "../stack.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { NODES = 64, TAGS = 2 };

/* A number of a node, from 1, and a tag in its lowest bits. */
typedef uint32_t top_t;

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
	return node * TAGS + (before + 1) % TAGS;
}

static void
put(struct stack *s, _Atomic top_t *list, uint32_t node)
{
	top_t top = atomic_load(list);
	do
		atomic_store(&s->nodes[node].next, top / TAGS);
	while (!atomic_compare_exchange_weak(list, &top, tagged(node, top)));
}

static uint32_t
take(struct stack *s, _Atomic top_t *list)
{
	top_t top = atomic_load(list);
	while (top / TAGS && !atomic_compare_exchange_weak(list, &top, tagged(atomic_load(&s->nodes[top / TAGS].next), top)))
		;
	return top / TAGS;
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
