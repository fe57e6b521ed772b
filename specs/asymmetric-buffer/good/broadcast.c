/* One mutex, one condition, and everybody looks again whenever something has changed. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int length, left;
	char contents[];
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b + (size_t)length);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->length = length;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left > 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	memcpy(b->contents, line, (size_t)b->length);
	b->left = b->length;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	char c = b->contents[b->length - b->left];
	b->left--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return c;
}
