/* The place of the next character is not set back for a new line: from the second line on, nothing that was sent is received. */
/* class: value */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 4096 };

struct buffer {
	pthread_mutex_t mutex;
	int length, next, left;
	char contents[LONGEST];
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->length = length;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left > 0) {
		pthread_mutex_unlock(&b->mutex);
		usleep(10);
		pthread_mutex_lock(&b->mutex);
	}
	memcpy(b->contents, line, (size_t)b->length);
	b->left = b->length;
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left == 0) {
		pthread_mutex_unlock(&b->mutex);
		usleep(10);
		pthread_mutex_lock(&b->mutex);
	}
	b->left--;
	char c = b->contents[b->next++ % LONGEST];
	pthread_mutex_unlock(&b->mutex);
	return c;
}
