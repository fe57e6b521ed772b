/* A condition for each operation: a put signals that there is an item, a get that there is room. A linked list of items. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int item;
};

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t not_full, not_empty;
	struct node *head, **tail;
	int room;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->not_full, NULL);
	pthread_cond_init(&b->not_empty, NULL);
	b->head = NULL;
	b->tail = &b->head;
	b->room = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	for (struct node *n = b->head; n;) {
		struct node *next = n->next;
		free(n);
		n = next;
	}
	pthread_cond_destroy(&b->not_full);
	pthread_cond_destroy(&b->not_empty);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	struct node *n = malloc(sizeof *n);
	n->item = item;
	n->next = NULL;
	pthread_mutex_lock(&b->mutex);
	while (b->room == 0)
		pthread_cond_wait(&b->not_full, &b->mutex);
	b->room--;
	*b->tail = n;
	b->tail = &n->next;
	pthread_mutex_unlock(&b->mutex);
	pthread_cond_signal(&b->not_empty);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!b->head)
		pthread_cond_wait(&b->not_empty, &b->mutex);
	struct node *n = b->head;
	b->head = n->next;
	if (!b->head)
		b->tail = &b->head;
	b->room++;
	pthread_mutex_unlock(&b->mutex);
	pthread_cond_signal(&b->not_full);
	int item = n->item;
	free(n);
	return item;
}
