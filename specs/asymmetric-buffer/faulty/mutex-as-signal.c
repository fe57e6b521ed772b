/* Mutexes as if they were semaphores: each side locks its own, and the other side unlocks it. */
/* class: misuse */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t may_send, may_receive;
	int length, next;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->may_send, NULL);
	pthread_mutex_init(&b->may_receive, NULL);
	pthread_mutex_lock(&b->may_receive);
	b->length = length;
	b->next = 0;
	b->contents = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->may_send);
	memcpy(b->contents, line, (size_t)b->length);
	b->next = 0;
	pthread_mutex_unlock(&b->may_receive);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->may_receive);
	char c = b->contents[b->next++];
	pthread_mutex_unlock(b->next == b->length ? &b->may_send : &b->may_receive);
	return c;
}
