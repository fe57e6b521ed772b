/* The sender writes its line into the buffer before it waits for room: what is left of the line before is lost. */
/* class: value */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t drained, filled;
	int length, next;
	char contents[];
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b + (size_t)length);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->drained, NULL);
	pthread_cond_init(&b->filled, NULL);
	b->length = b->next = length;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->drained);
	pthread_cond_destroy(&b->filled);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	memcpy(b->contents, line, (size_t)b->length);
	while (b->next < b->length)
		pthread_cond_wait(&b->drained, &b->mutex);
	b->next = 0;
	pthread_mutex_unlock(&b->mutex);
	pthread_cond_signal(&b->filled);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->next == b->length)
		pthread_cond_wait(&b->filled, &b->mutex);
	char c = b->contents[b->next++];
	pthread_mutex_unlock(&b->mutex);
	pthread_cond_signal(&b->drained);
	return c;
}
