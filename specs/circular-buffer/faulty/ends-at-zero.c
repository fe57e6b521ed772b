/* Copies an element out as if it were text: what comes after a zero is lost. */
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

int
CirqBuffPush(CirqBufferType *c, void *data)
{
	if (c->n == c->size)
		return 1;
	memcpy(c->data + c->in * c->width, data, c->width);
	c->in = (c->in + 1) % c->size;
	c->n++;
	return 0;
}

int
CirqBuffPop(CirqBufferType *c, void *data)
{
	if (c->n == 0)
		return 1;
	strncpy(data, (char *)c->data + c->out * c->width, c->width);
	c->out = (c->out + 1) % c->size;
	c->n--;
	return 0;
}
