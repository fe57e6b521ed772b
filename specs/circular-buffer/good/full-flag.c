/* Two pointers that go around, and a flag that says which it is when they meet: full or empty. */
#include "../circular-buffer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct CirqBufferType {
	size_t width;
	unsigned char *first, *free, *end;
	bool full;
	unsigned char bytes[];
};

CirqBufferType *
CirqBuffDynCreate(size_t size, size_t dataSize)
{
	CirqBufferType *c = malloc(sizeof *c + size * dataSize);
	c->width = dataSize;
	c->first = c->free = c->bytes;
	c->end = c->bytes + size * dataSize;
	c->full = false;
	return c;
}

void
CirqBuffDynDestroy(CirqBufferType *c)
{
	free(c);
}

static unsigned char *
after(CirqBufferType *c, unsigned char *at)
{
	return at + c->width == c->end ? c->bytes : at + c->width;
}

int
CirqBuffPush(CirqBufferType *c, void *data)
{
	if (c->full)
		return 1;
	memcpy(c->free, data, c->width);
	c->free = after(c, c->free);
	c->full = c->free == c->first;
	return 0;
}

int
CirqBuffPop(CirqBufferType *c, void *data)
{
	if (c->first == c->free && !c->full)
		return 1;
	memcpy(data, c->first, c->width);
	c->first = after(c, c->first);
	c->full = false;
	return 0;
}
