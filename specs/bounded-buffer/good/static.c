/*
 * Nothing is allocated: one buffer, static, with statically initialised primitives. Each thread waits in a node of its own,
 * kept in thread-local storage, and is woken when it may be its turn; then it looks again.
 */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 64 };

struct node {
	struct node *next;
	bool woken;
	pthread_cond_t wake;
};

struct buffer {
	int capacity, count;
	int items[MOST]; /* the newest first */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static buffer only;
static struct node *producers, *consumers;
static __thread struct node mine = {.wake = PTHREAD_COND_INITIALIZER};

buffer *
buffer_new(int capacity)
{
	if (capacity > MOST)
		return NULL;
	only.capacity = capacity;
	only.count = 0;
	return &only;
}

void
buffer_free(buffer *b)
{
	memset(b, 0, sizeof *b);
}

static void
wait_among(struct node **stack)
{
	mine.woken = false;
	mine.next = *stack;
	*stack = &mine;
	while (!mine.woken)
		pthread_cond_wait(&mine.wake, &mutex);
}

static void
wake_one(struct node **stack)
{
	struct node *n = *stack;
	if (!n)
		return;
	*stack = n->next;
	n->woken = true;
	pthread_cond_signal(&n->wake);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&mutex);
	while (b->count == b->capacity)
		wait_among(&producers);
	memmove(b->items + 1, b->items, b->count++ * sizeof b->items[0]);
	b->items[0] = item;
	wake_one(&consumers);
	pthread_mutex_unlock(&mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&mutex);
	while (b->count == 0)
		wait_among(&consumers);
	int item = b->items[--b->count];
	wake_one(&producers);
	pthread_mutex_unlock(&mutex);
	return item;
}
