/* The place of an element is kept in ten bits, and a large buffer has more bytes. */
/* class: value */
#include "../circular-buffer.h"

#include <stdlib.h>
#include <string.h>

struct CirqBufferType {
	size_t size, width, n, in, out;
	unsigned char data[];
};

CirqBufferType *
CirqBuffDynCreate(size_t size, size_t width)
{
	CirqBufferType *c = calloc(1, sizeof *c + size * width + 1);
	c->size = size;
	c->width = width;
	return c;
}

void
CirqBuffDynDestroy(CirqBufferType *c)
{
	free(c);
}

static void *
place(CirqBufferType *c, size_t nth)
{
	return c->data + (nth * c->width & 1023);
}

int
CirqBuffPush(CirqBufferType *c, void *data)
{
	if (c->n == c->size)
		return 1;
	memcpy(place(c, c->in), data, c->width);
	c->in = (c->in + 1) % c->size;
	c->n++;
	return 0;
}

int
CirqBuffPop(CirqBufferType *c, void *data)
{
	if (c->n == 0)
		return 1;
	memcpy(data, place(c, c->out), c->width);
	c->out = (c->out + 1) % c->size;
	c->n--;
	return 0;
}
