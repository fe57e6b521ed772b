/* send takes the lock of the line, then that of the count; receive the other way round: each can wait for the other's for ever. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t line_lock, count_lock;
	int length, left;
	char *line;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->line_lock, NULL);
	pthread_mutex_init(&b->count_lock, NULL);
	b->length = length;
	b->left = 0;
	b->line = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->line_lock);
	pthread_mutex_destroy(&b->count_lock);
	free(b->line);
	free(b);
}

static bool
try_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->line_lock);
	pthread_mutex_lock(&b->count_lock);
	bool room = b->left == 0;
	if (room) {
		memcpy(b->line, line, (size_t)b->length);
		b->left = b->length;
	}
	pthread_mutex_unlock(&b->count_lock);
	pthread_mutex_unlock(&b->line_lock);
	return room;
}

static bool
try_receive(buffer *b, char *c)
{
	pthread_mutex_lock(&b->count_lock);
	pthread_mutex_lock(&b->line_lock);
	bool any = b->left > 0;
	if (any)
		*c = b->line[b->length - b->left--];
	pthread_mutex_unlock(&b->line_lock);
	pthread_mutex_unlock(&b->count_lock);
	return any;
}

void
buffer_send(buffer *b, const char *line)
{
	while (!try_send(b, line))
		sched_yield();
}

char
buffer_receive(buffer *b)
{
	char c;
	while (!try_receive(b, &c))
		sched_yield();
	return c;
}
