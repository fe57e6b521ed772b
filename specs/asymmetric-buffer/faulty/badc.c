/*
 * The bug that Brinch Hansen's test found in 1978: receive takes the characters of a line from its end, because it counts
 * from `left` where it should count from the length. 'ab', 'cd' arrive as 'badc'.
 */
/* class: value */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t monitor;
	pthread_cond_t sender, receiver;
	int linelength, length;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->monitor, NULL);
	pthread_cond_init(&b->sender, NULL);
	pthread_cond_init(&b->receiver, NULL);
	b->linelength = length;
	b->length = 0;
	b->contents = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->sender);
	pthread_cond_destroy(&b->receiver);
	pthread_mutex_destroy(&b->monitor);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->monitor);
	while (b->length > 0)
		pthread_cond_wait(&b->sender, &b->monitor);
	memcpy(b->contents, line, (size_t)b->linelength);
	b->length = b->linelength;
	pthread_cond_signal(&b->receiver);
	pthread_mutex_unlock(&b->monitor);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->monitor);
	while (b->length == 0)
		pthread_cond_wait(&b->receiver, &b->monitor);
	char y = b->contents[b->length - 1];
	b->length--;
	if (b->length == 0)
		pthread_cond_signal(&b->sender);
	pthread_mutex_unlock(&b->monitor);
	return y;
}
