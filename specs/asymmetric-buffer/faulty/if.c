/* The sender looks only once (`if` where `while` is needed), but every character that is received wakes it: it overwrites the rest. */
/* class: safety */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	char *rest, *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->rest = b->contents = calloc((size_t)length + 1, 1);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	if (*b->rest)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->rest = strcpy(b->contents, line);
	pthread_cond_signal(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!*b->rest)
		pthread_cond_wait(&b->changed, &b->mutex);
	char c = *b->rest++;
	pthread_cond_signal(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return c;
}
