/* A stack without locks, whose nodes are freed with it. With RETRIES a push that comes too late tries again with another node. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct node {
	struct node *next, *gone;
	int x;
} node;

typedef struct stack {
	_Atomic(node *) top, gone;
} stack;

stack *
stack_new(void)
{
	return calloc(1, sizeof(stack));
}

bool
stack_pop(stack *s, int *x)
{
	node *n = atomic_load(&s->top);
	while (n && !atomic_compare_exchange_weak(&s->top, &n, n->next))
		;
	if (!n)
		return false;
	*x = n->x;
	n->gone = atomic_load(&s->gone);
	while (!atomic_compare_exchange_weak(&s->gone, &n->gone, n))
		;
	return true;
}

void
stack_free(stack *s)
{
	for (int x; stack_pop(s, &x);)
		;
	for (node *n = s->gone, *next; n; n = next) {
		next = n->gone;
		free(n);
	}
	free(s);
}

void
stack_push(stack *s, int x)
{
	node *n, *top;
	do {
		n = malloc(sizeof *n);
		n->x = x;
		n->next = top = atomic_load(&s->top);
#ifndef RETRIES
		while (!atomic_compare_exchange_weak(&s->top, &n->next, n))
			;
		return;
#endif
	} while (!atomic_compare_exchange_strong(&s->top, &top, n));
}
