/*
 * Nodes that come and go without locks, behind a queue of permits. With EARLY they are freed at once, while another may be about to
 * look at the next one; else when nobody can any more.
 */
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next, *gone;
	int n;
};

typedef struct queue {
	sem_t items;
	_Atomic(struct node *) top, gone;
} queue;

queue *
queue_new(void)
{
	queue *q = malloc(sizeof *q);
	sem_init(&q->items, 0, 0);
	atomic_init(&q->top, NULL);
	atomic_init(&q->gone, NULL);
	return q;
}

void
queue_free(queue *q)
{
	struct node *next;
	for (struct node *at = q->top; at; at = next) {
		next = at->next;
		free(at);
	}
	for (struct node *at = q->gone; at; at = next) {
		next = at->gone;
		free(at);
	}
	free(q);
}

static void
retire(queue *q, struct node *at)
{
#ifdef EARLY
	(void)q;
	free(at);
#else
	at->gone = q->gone;
	while (!atomic_compare_exchange_weak(&q->gone, &at->gone, at))
		;
#endif
}

void
queue_put(queue *q, int n)
{
	struct node *new = malloc(sizeof *new);
	new->n = n;
	new->next = q->top;
	while (!atomic_compare_exchange_weak(&q->top, &new->next, new))
		;
	sem_post(&q->items);
}

int
queue_get(queue *q)
{
	sem_wait(&q->items);
	struct node *at = q->top;
	while (!atomic_compare_exchange_weak(&q->top, &at, at->next))
		;
	int n = at->n;
	retire(q, at);
	return n;
}
