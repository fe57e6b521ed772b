/* The line is stored without its NUL, but strcpy writes one all the same: over the number of characters left. */
/* class: progress or safety */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 2 };

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	char contents[LENGTH];
	unsigned char left;
};

buffer *
buffer_new(int length)
{
	buffer *b = length == LENGTH ? calloc(1, sizeof *b) : NULL;
	if (!b)
		abort();
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

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left > 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->left = LENGTH;
	strcpy(b->contents, line);
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	char c = b->contents[LENGTH - b->left--];
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return c;
}
