/* Nodes that were popped wait in a second stack to be used again: the top may be the same as it was, and what is behind it not. */
/* class: value or memory or misuse or safety */
/* hooks */
#include "../stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
	_Atomic(struct node *) next;
	int x;
};

struct list {
	_Atomic(struct node *) top;
};

struct stack {
	struct list items, unused;
};

static void
put(struct list *l, struct node *n)
{
	struct node *top = atomic_load(&l->top);
	do
		atomic_store(&n->next, top);
	while (!atomic_compare_exchange_weak(&l->top, &top, n));
}

static struct node *
take(struct list *l)
{
	struct node *n = atomic_load(&l->top);
	while (n && !atomic_compare_exchange_weak(&l->top, &n, atomic_load(&n->next)))
		;
	return n;
}

stack *
stack_new(void)
{
	return calloc(1, sizeof(stack));
}

void
stack_free(stack *s)
{
	struct node *n;
	while ((n = take(&s->items)) || (n = take(&s->unused)))
		free(n);
	free(s);
}

void
stack_push(stack *s, int x)
{
	struct node *n = take(&s->unused);
	n = n ? n : malloc(sizeof *n);
	n->x = x;
	put(&s->items, n);
}

bool
stack_pop(stack *s, int *x)
{
	struct node *n = take(&s->items);
	if (!n)
		return false;
	*x = n->x;
	put(&s->unused, n);
	return true;
}
