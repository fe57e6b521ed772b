/* Frees a node that others may still look at, and malloc may give it again: the top is the same then, and what was behind it is not. */
/* class: memory or crash or value or safety */
/* hooks */
#include "../stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int x;
};

struct stack {
	_Atomic(struct node *) top;
};

stack *
stack_new(void)
{
	return calloc(1, sizeof(stack));
}

void
stack_free(stack *s)
{
	for (int x; stack_pop(s, &x);)
		;
	free(s);
}

void
stack_push(stack *s, int x)
{
	struct node *n = malloc(sizeof *n);
	n->x = x;
	n->next = atomic_load(&s->top);
	while (!atomic_compare_exchange_weak(&s->top, &n->next, n))
		;
}

bool
stack_pop(stack *s, int *x)
{
	struct node *n = atomic_load(&s->top);
	while (n && !atomic_compare_exchange_weak(&s->top, &n, n->next))
		;
	if (!n)
		return false;
	*x = n->x;
	free(n);
	return true;
}
