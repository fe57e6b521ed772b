/* A line is taken apart outside of the lock by strtok(), which goes on where anybody stopped last. */
/* class: value or crash */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, n;
	int slots[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof(int));
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

/* By way of a line such as "item 7". */
static int
through(int item)
{
	char line[32];
	snprintf(line, sizeof line, "item %d", item);
	strtok(line, " ");
	char *number = strtok(NULL, " ");
	return number ? atoi(number) : -1;
}

void
buffer_put(buffer *b, int item)
{
	int got = through(item);
	pthread_mutex_lock(&b->mutex);
	while (b->n == b->capacity)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->slots[b->n++] = got;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = b->slots[0];
	for (int i = 1; i < b->n; i++)
		b->slots[i - 1] = b->slots[i];
	b->n--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
