/* Looks whether it must wait before it takes the mutex. What changes in between is missed, and nobody will signal again. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t room, text;
	_Atomic int left;
	int length;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->room, NULL);
	pthread_cond_init(&b->text, NULL);
	atomic_init(&b->left, 0);
	b->length = length;
	b->contents = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->room);
	pthread_cond_destroy(&b->text);
	pthread_mutex_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

static void
wait_for(buffer *b, pthread_cond_t *cond)
{
	pthread_mutex_lock(&b->mutex);
	pthread_cond_wait(cond, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
}

static void
wake(buffer *b, pthread_cond_t *cond)
{
	pthread_mutex_lock(&b->mutex);
	pthread_cond_signal(cond);
	pthread_mutex_unlock(&b->mutex);
}

void
buffer_send(buffer *b, const char *line)
{
	while (b->left > 0)
		wait_for(b, &b->room);
	memcpy(b->contents, line, (size_t)b->length);
	b->left = b->length;
	wake(b, &b->text);
}

char
buffer_receive(buffer *b)
{
	while (b->left == 0)
		wait_for(b, &b->text);
	char c = b->contents[b->length - b->left];
	if (--b->left == 0)
		wake(b, &b->room);
	return c;
}
