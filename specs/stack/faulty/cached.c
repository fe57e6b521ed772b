/*
 * Remembers the number at the top, so that it need not be looked up again while the top is the same; but another node may be where one
 * was that is gone.
 */
/* class: value */
#include "../stack.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int x;
};

struct stack {
	pthread_mutex_t mutex;
	struct node *top;
	const struct node *known; /* its number is `x` */
	int x;
};

stack *
stack_new(void)
{
	stack *s = malloc(sizeof *s);
	*s = (stack){.mutex = PTHREAD_MUTEX_INITIALIZER};
	return s;
}

void
stack_free(stack *s)
{
	for (int x; stack_pop(s, &x);)
		;
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
stack_push(stack *s, int x)
{
	struct node *n = malloc(sizeof *n);
	n->x = x;
	pthread_mutex_lock(&s->mutex);
	n->next = s->top;
	s->top = n;
	pthread_mutex_unlock(&s->mutex);
}

bool
stack_pop(stack *s, int *x)
{
	pthread_mutex_lock(&s->mutex);
	struct node *n = s->top;
	if (n) {
		s->x = n == s->known ? s->x : n->x;
		s->known = n;
		*x = s->x;
		s->top = n->next;
	}
	pthread_mutex_unlock(&s->mutex);
	free(n);
	return n;
}
