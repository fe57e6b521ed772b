/* An eventfd as a semaphore, without EFD_SEMAPHORE: one read takes all that was posted, and all characters but one stay. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct buffer {
	int room, characters;
	size_t length, next;
	char contents[];
};

static void
post(int fd, uint64_t n)
{
	if (write(fd, &n, sizeof n) != sizeof n)
		abort();
}

static void
take(int fd)
{
	uint64_t n;
	if (read(fd, &n, sizeof n) != sizeof n)
		abort();
}

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b + (size_t)length);
	b->room = eventfd(1, 0);
	b->characters = eventfd(0, 0);
	b->length = (size_t)length;
	b->next = 0;
	return b;
}

void
buffer_free(buffer *b)
{
	close(b->room);
	close(b->characters);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	take(b->room);
	memcpy(b->contents, line, b->length);
	post(b->characters, b->length);
}

char
buffer_receive(buffer *b)
{
	take(b->characters);
	char c = b->contents[b->next++];
	if (b->next == b->length) {
		b->next = 0;
		post(b->room, 1);
	}
	return c;
}
