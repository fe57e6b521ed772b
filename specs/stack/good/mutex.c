/* A mutex around a list: nodes are allocated before and freed after it is held. */
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
	s->top = n ? n->next : NULL;
	pthread_mutex_unlock(&s->mutex);
	if (!n)
		return false;
	*x = n->x;
	free(n);
	return true;
}
