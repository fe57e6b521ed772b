/* Both sides sleep on one word, the number of characters left, with raw futexes. */
#define _GNU_SOURCE
#include "../asymmetric-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct buffer {
	_Atomic int left;
	int length;
	char contents[];
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b + (size_t)length);
	atomic_init(&b->left, 0);
	b->length = length;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

static void
set_left(buffer *b, int left)
{
	atomic_store(&b->left, left);
	syscall(SYS_futex, &b->left, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void
buffer_send(buffer *b, const char *line)
{
	for (int left; (left = atomic_load(&b->left)) != 0;)
		syscall(SYS_futex, &b->left, FUTEX_WAIT_PRIVATE, left, NULL, NULL, 0);
	memcpy(b->contents, line, (size_t)b->length);
	set_left(b, b->length);
}

char
buffer_receive(buffer *b)
{
	int left;
	while ((left = atomic_load(&b->left)) == 0)
		syscall(SYS_futex, &b->left, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
	char c = b->contents[b->length - left];
	set_left(b, left - 1);
	return c;
}
