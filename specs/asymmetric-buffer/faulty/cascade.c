/* One post tells the receiver that there is a line, and nothing tells it that there is another character. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	sem_t empty, full, mutex;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	sem_init(&b->empty, 0, 1);
	sem_init(&b->full, 0, 0);
	sem_init(&b->mutex, 0, 1);
	b->contents = calloc((size_t)length + 1, 1);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->empty);
	sem_destroy(&b->full);
	sem_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	sem_wait(&b->empty);
	sem_wait(&b->mutex);
	strcpy(b->contents, line);
	sem_post(&b->mutex);
	sem_post(&b->full);
}

char
buffer_receive(buffer *b)
{
	sem_wait(&b->full);
	sem_wait(&b->mutex);
	char c = b->contents[0];
	memmove(b->contents, b->contents + 1, strlen(b->contents));
	if (!b->contents[0])
		sem_post(&b->empty);
	sem_post(&b->mutex);
	return c;
}
