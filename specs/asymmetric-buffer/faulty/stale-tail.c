/* A list whose last node is remembered and not forgotten when it is freed: the next line is hung on a node that is gone. */
/* class: memory or progress or safety or value or crash */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	char c;
};

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct node *head, *tail;
};

buffer *
buffer_new(int length)
{
	(void)length;
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

static void
append(buffer *b, char c)
{
	struct node *n = malloc(sizeof *n);
	n->c = c;
	n->next = NULL;
	if (b->tail)
		b->tail->next = n;
	else
		b->head = n;
	b->tail = n;
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->head)
		pthread_cond_wait(&b->changed, &b->mutex);
	for (; *line; line++)
		append(b, *line);
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!b->head)
		pthread_cond_wait(&b->changed, &b->mutex);
	struct node *n = b->head;
	char c = n->c;
	b->head = n->next;
	free(n);
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return c;
}
