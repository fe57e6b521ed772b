/* Nodes that were popped are not freed before the stack is: whoever is late finds them as they were. */
#include "../stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next, *gone;
	int x;
};

struct stack {
	_Atomic(struct node *) top, gone;
};

stack *
stack_new(void)
{
	return calloc(1, sizeof(stack));
}

void
stack_free(stack *s)
{
	struct node *gone;
	for (int x; stack_pop(s, &x);)
		;
	while ((gone = s->gone)) {
		s->gone = gone->gone;
		free(gone);
	}
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
	while (n && !atomic_compare_exchange_weak(&s->top, &n, n->next)) /* nobody pushes it again */
		;
	if (!n)
		return false;
	*x = n->x;
	n->gone = atomic_load(&s->gone);
	while (!atomic_compare_exchange_weak(&s->gone, &n->gone, n))
		;
	return true;
}
