/* Spins on a plain variable: the compiler reads it once, and the loop never ends. */
/* class: hang or progress */
#include "../asymmetric-buffer.h"

#include <stdlib.h>
#include <string.h>

struct buffer {
	int length, left;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	b->length = length;
	b->left = 0;
	b->contents = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	while (b->left != 0)
		;
	memcpy(b->contents, line, (size_t)b->length);
	b->left = b->length;
}

char
buffer_receive(buffer *b)
{
	while (b->left == 0)
		;
	return b->contents[b->length - b->left--];
}
