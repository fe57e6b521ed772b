/* A receiver reads as much from the pipe as there is, and keeps only the first character. */
/* class: progress or value */
#include "../asymmetric-buffer.h"

#include <stdlib.h>
#include <unistd.h>

struct buffer {
	int line[2], token[2];
	int length, received;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	if (pipe(b->line) != 0 || pipe(b->token) != 0 || write(b->token[1], "t", 1) != 1)
		abort();
	b->length = length;
	return b;
}

void
buffer_free(buffer *b)
{
	close(b->line[0]);
	close(b->line[1]);
	close(b->token[0]);
	close(b->token[1]);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	char token;
	if (read(b->token[0], &token, 1) != 1 || write(b->line[1], line, (size_t)b->length) != b->length)
		abort();
}

char
buffer_receive(buffer *b)
{
	char text[80];
	if (read(b->line[0], text, sizeof text) < 1)
		abort();
	if (++b->received % b->length == 0 && write(b->token[1], "t", 1) != 1)
		abort();
	return text[0];
}
