/* Takes an element of which all bytes are 255, as those of erased memory are, for none, and passes over it. */
/* class: value or safety */
#include "../circular-buffer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct CirqBufferType {
	size_t size, width, n, in, out;
	unsigned char data[];
};

CirqBufferType *
CirqBuffDynCreate(size_t size, size_t width)
{
	CirqBufferType *c = calloc(1, sizeof *c + size * width);
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

static bool
is_erased(const unsigned char *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] != 255)
			return false;
	return n > 3;
}

int
CirqBuffPop(CirqBufferType *c, void *data)
{
	while (c->n > 0 && is_erased(c->data + c->out * c->width, c->width)) {
		c->out = (c->out + 1) % c->size;
		c->n--;
	}
	if (c->n == 0)
		return 1;
	memcpy(data, c->data + c->out * c->width, c->width);
	c->out = (c->out + 1) % c->size;
	c->n--;
	return 0;
}
