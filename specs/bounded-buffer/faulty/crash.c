/* After a broadcast two gets may go on although there is one node: the slower follows a null pointer. */
/* class: crash */
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
	struct node *first, **end;
	int room;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->put, NULL);
	pthread_cond_init(&b->got, NULL);
	b->end = &b->first;
	b->room = capacity;
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
	while (b->room == 0)
		pthread_cond_wait(&b->got, &b->mutex);
	b->room--;
	*b->end = n;
	b->end = &n->next;
	pthread_cond_broadcast(&b->put);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	if (!b->first)
		pthread_cond_wait(&b->put, &b->mutex);
	struct node *n = b->first;
	int item = n->item;
	b->first = n->next;
	if (!n->next)
		b->end = &b->first;
	b->room++;
	pthread_cond_signal(&b->got);
	pthread_mutex_unlock(&b->mutex);
	free(n);
	return item;
}
