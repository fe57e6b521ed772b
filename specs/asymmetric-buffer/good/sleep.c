/* Looks again every tenth of a millisecond, under a mutex; the line is a string that gets shorter. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	char *line;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->line = calloc((size_t)length + 1, 1);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b->line);
	free(b);
}

static bool
try_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	bool empty = strlen(b->line) == 0;
	if (empty)
		strcpy(b->line, line);
	pthread_mutex_unlock(&b->mutex);
	return empty;
}

static char
try_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	char c = b->line[0];
	if (c)
		memmove(b->line, b->line + 1, strlen(b->line));
	pthread_mutex_unlock(&b->mutex);
	return c;
}

static void
wait_a_little(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

void
buffer_send(buffer *b, const char *line)
{
	while (!try_send(b, line))
		wait_a_little();
}

char
buffer_receive(buffer *b)
{
	char c;
	while (!(c = try_receive(b)))
		wait_a_little();
	return c;
}
