/*
 * A stack behind a mutex, with a record of who did what last. With READS it frees a node, makes a record of the same size, and then reads the
 * number in the node; with WRITES it writes there; with HELPER a thread of its own reads it, after the record was made; with MOVED, which grows its
 * record first, by realloc, it looks where that was.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct node {
	struct node *next;
	int x;
} node;

typedef struct stack {
	pthread_mutex_t mutex;
	node *top;
	node *record;
} stack;

stack *
stack_new(void)
{
	stack *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->record = calloc(1, sizeof *s->record);
	return s;
}

void
stack_free(stack *s)
{
	for (node *n = s->top, *next; n; n = next) {
		next = n->next;
		free(n);
	}
	free(s->record);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
stack_push(stack *s, int x)
{
	node *n = malloc(sizeof *n);
	pthread_mutex_lock(&s->mutex);
	*n = (node){s->top, x};
	s->top = n;
	pthread_mutex_unlock(&s->mutex);
}

static void
make_record(stack *s, int x)
{
	free(s->record);
	s->record = malloc(sizeof *s->record);
	*s->record = (node){NULL, x};
}

static void *
read_number(void *arg)
{
	volatile int x = ((node *)arg)->x;
	(void)x;
	return NULL;
}

bool
stack_pop(stack *s, int *x)
{
	pthread_mutex_lock(&s->mutex);
	node *n = s->top;
	if (n) {
		s->top = n->next;
		*x = n->x;
#if defined READS || defined WRITES || defined HELPER
		node *old = s->record;
		make_record(s, *x);
#ifdef READS
		*x = old->x;
#elif defined WRITES
		old->x = *x;
#else
		pthread_t helper;
		pthread_create(&helper, NULL, read_number, old);
		pthread_join(helper, NULL);
#endif
#elif defined MOVED
		node *old = s->record;
		s->record = realloc(s->record, 3 * sizeof *s->record);
		s->record = realloc(s->record, sizeof *s->record);
		old->x = *x;
#else
		make_record(s, *x);
		read_number(s->record);
#endif
		free(n);
	}
	pthread_mutex_unlock(&s->mutex);
	return n;
}
