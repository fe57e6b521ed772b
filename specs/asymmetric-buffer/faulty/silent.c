/* Receiving the last character of a line does not wake the sender. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <stdlib.h>
#include <threads.h>

struct buffer {
	mtx_t mtx;
	cnd_t may_send, may_receive;
	int length, top;
	char *stack;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	mtx_init(&b->mtx, mtx_plain);
	cnd_init(&b->may_send);
	cnd_init(&b->may_receive);
	b->length = length;
	b->stack = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->may_send);
	cnd_destroy(&b->may_receive);
	mtx_destroy(&b->mtx);
	free(b->stack);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	mtx_lock(&b->mtx);
	while (b->top != 0)
		cnd_wait(&b->may_send, &b->mtx);
	for (int i = b->length - 1; i >= 0; i--)
		b->stack[b->top++] = line[i];
	cnd_signal(&b->may_receive);
	mtx_unlock(&b->mtx);
}

char
buffer_receive(buffer *b)
{
	mtx_lock(&b->mtx);
	while (b->top == 0)
		cnd_wait(&b->may_receive, &b->mtx);
	char c = b->stack[--b->top];
	mtx_unlock(&b->mtx);
	return c;
}
