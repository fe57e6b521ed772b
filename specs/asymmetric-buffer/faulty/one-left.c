/* A wrong comparison: receive takes a buffer with one character for an empty one. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t m;
	pthread_cond_t c;
	char *first, *last, *line;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->m, NULL);
	pthread_cond_init(&b->c, NULL);
	b->line = malloc((size_t)length + 1);
	b->first = b->line + 1;
	b->last = b->line;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->c);
	pthread_mutex_destroy(&b->m);
	free(b->line);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->m);
	while (b->first <= b->last)
		pthread_cond_wait(&b->c, &b->m);
	strcpy(b->line, line);
	b->first = b->line;
	b->last = b->line + strlen(line) - 1;
	pthread_cond_broadcast(&b->c);
	pthread_mutex_unlock(&b->m);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->m);
	while (b->first >= b->last)
		pthread_cond_wait(&b->c, &b->m);
	char c = *b->first++;
	pthread_cond_broadcast(&b->c);
	pthread_mutex_unlock(&b->m);
	return c;
}
