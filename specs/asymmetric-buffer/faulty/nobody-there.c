/* The sender hands the first character to the receiver that waits, and does not look whether one does. */
/* class: crash */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct waiter {
	sem_t go;
	char c;
};

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t drained;
	struct waiter *receiver;
	char *rest, *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->drained, NULL);
	b->rest = b->contents = calloc((size_t)length + 1, 1);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->drained);
	pthread_mutex_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (*b->rest)
		pthread_cond_wait(&b->drained, &b->mutex);
	b->rest = strcpy(b->contents, line);
	b->receiver->c = *b->rest++;
	sem_post(&b->receiver->go);
	b->receiver = NULL;
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	if (*b->rest) {
		char c = *b->rest++;
		pthread_cond_signal(&b->drained);
		pthread_mutex_unlock(&b->mutex);
		return c;
	}
	struct waiter me;
	sem_init(&me.go, 0, 0);
	b->receiver = &me;
	pthread_mutex_unlock(&b->mutex);
	sem_wait(&me.go);
	sem_destroy(&me.go);
	return me.c;
}
