/* A pipe holds the line, another one a token while there is room for a line. */
#include "../asymmetric-buffer.h"

#include <stdlib.h>
#include <unistd.h>

struct buffer {
	int characters[2], room[2];
	int length, received;
};

static void
put(int fd, const char *bytes, size_t n)
{
	if (write(fd, bytes, n) != (ssize_t)n)
		abort();
}

static char
get(int fd)
{
	char c;
	if (read(fd, &c, 1) != 1)
		abort();
	return c;
}

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	if (pipe(b->characters) != 0 || pipe(b->room) != 0)
		abort();
	b->length = length;
	b->received = 0;
	put(b->room[1], "!", 1);
	return b;
}

void
buffer_free(buffer *b)
{
	for (int i = 0; i < 2; i++) {
		close(b->characters[i]);
		close(b->room[i]);
	}
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	get(b->room[0]);
	put(b->characters[1], line, (size_t)b->length);
}

char
buffer_receive(buffer *b)
{
	char c = get(b->characters[0]);
	b->received = (b->received + 1) % b->length;
	if (b->received == 0)
		put(b->room[1], "!", 1);
	return c;
}
