/* Takes one item more than the capacity: greater where greater or equal is needed. */
/* class: safety */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int item;
};

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t put, got;
	struct node *first, *last;
	int length, capacity;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->put, NULL);
	pthread_cond_init(&b->got, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	while (b->first) {
		struct node *n = b->first;
		b->first = n->next;
		free(n);
	}
	pthread_cond_destroy(&b->put);
	pthread_cond_destroy(&b->got);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	struct node *n = malloc(sizeof *n);
	*n = (struct node){.item = item};
	pthread_mutex_lock(&b->mutex);
	while (b->length > b->capacity)
		pthread_cond_wait(&b->got, &b->mutex);
	if (b->length++ == 0)
		b->first = n;
	else
		b->last->next = n;
	b->last = n;
	pthread_cond_signal(&b->put);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->length == 0)
		pthread_cond_wait(&b->put, &b->mutex);
	struct node *n = b->first;
	b->first = n->next;
	b->length--;
	pthread_cond_signal(&b->got);
	pthread_mutex_unlock(&b->mutex);
	int item = n->item;
	free(n);
	return item;
}
