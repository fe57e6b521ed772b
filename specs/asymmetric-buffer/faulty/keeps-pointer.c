/* Keeps the pointer to the sender's line instead of a copy; what it points at is the sender's, who may write something else there. */
/* class: value or crash or memory */
#include "../asymmetric-buffer.h"

#include <stdlib.h>
#include <threads.h>

struct buffer {
	mtx_t mutex;
	cnd_t changed;
	const char *rest;
};

buffer *
buffer_new(int length)
{
	(void)length;
	buffer *b = malloc(sizeof *b);
	mtx_init(&b->mutex, mtx_plain);
	cnd_init(&b->changed);
	b->rest = "";
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->changed);
	mtx_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	mtx_lock(&b->mutex);
	while (*b->rest)
		cnd_wait(&b->changed, &b->mutex);
	b->rest = line;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	mtx_lock(&b->mutex);
	while (!*b->rest)
		cnd_wait(&b->changed, &b->mutex);
	char c = *b->rest++;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
	return c;
}
