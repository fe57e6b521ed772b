/* Slots are the rows of a matrix, gone through as if they were one; pointers stand one behind the last of them, and are never followed there. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stddef.h>

enum { ROWS = 3, COLUMNS = 2 };

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, n;
	const int *first;
	int *end; /* where the next item goes */
};

static buffer it;
static int slots[ROWS][COLUMNS];
static int *const behind = &slots[ROWS - 1][COLUMNS];

buffer *
buffer_new(int capacity)
{
	it = (buffer){.capacity = capacity < ROWS * COLUMNS ? capacity : ROWS * COLUMNS, .first = &slots[0][0], .end = &slots[0][0]};
	pthread_mutex_init(&it.mutex, NULL);
	pthread_cond_init(&it.changed, NULL);
	return &it;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == b->capacity)
		pthread_cond_wait(&b->changed, &b->mutex);
	if (b->end == behind)
		b->end = slots[0];
	slots[0][b->end++ - slots[0]] = item;
	b->n++;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	if (b->first == behind)
		b->first = behind - ROWS * COLUMNS;
	int item = *b->first++;
	b->n--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
