/*
 * The line has one lock and the bell another. Who finds that it must wait lets go of the first before it takes the second: a
 * bell that rings in between is not heard.
 */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t line_lock, bell_lock;
	pthread_cond_t bell;
	size_t length, left;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->line_lock, NULL);
	pthread_mutex_init(&b->bell_lock, NULL);
	pthread_cond_init(&b->bell, NULL);
	b->length = (size_t)length;
	b->contents = malloc(b->length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->bell);
	pthread_mutex_destroy(&b->bell_lock);
	pthread_mutex_destroy(&b->line_lock);
	free(b->contents);
	free(b);
}

static void
lock_when(buffer *b, bool empty)
{
	pthread_mutex_lock(&b->line_lock);
	while ((b->left == 0) != empty) {
		pthread_mutex_unlock(&b->line_lock);
		pthread_mutex_lock(&b->bell_lock);
		pthread_cond_wait(&b->bell, &b->bell_lock);
		pthread_mutex_unlock(&b->bell_lock);
		pthread_mutex_lock(&b->line_lock);
	}
}

static void
unlock_and_ring(buffer *b)
{
	pthread_mutex_unlock(&b->line_lock);
	pthread_mutex_lock(&b->bell_lock);
	pthread_cond_broadcast(&b->bell);
	pthread_mutex_unlock(&b->bell_lock);
}

void
buffer_send(buffer *b, const char *line)
{
	lock_when(b, true);
	memcpy(b->contents, line, b->length);
	b->left = b->length;
	unlock_and_ring(b);
}

char
buffer_receive(buffer *b)
{
	lock_when(b, false);
	char c = b->contents[b->length - b->left--];
	unlock_and_ring(b);
	return c;
}
