/* Looks at the word again to tell the futex what it saw: if it changed in between, it sleeps although it need not. */
/* class: progress */
#define _GNU_SOURCE
#include "../asymmetric-buffer.h"

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
sleep_on(_Atomic int *word)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, atomic_load(word), NULL, NULL, 0);
}

static void
wake_on(_Atomic int *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void
buffer_send(buffer *b, const char *line)
{
	while (atomic_load(&b->left) != 0)
		sleep_on(&b->left);
	memcpy(b->contents, line, (size_t)b->length);
	atomic_store(&b->left, b->length);
	wake_on(&b->left);
}

char
buffer_receive(buffer *b)
{
	while (atomic_load(&b->left) == 0)
		sleep_on(&b->left);
	char c = b->contents[b->length - atomic_load(&b->left)];
	if (atomic_fetch_sub(&b->left, 1) == 1)
		wake_on(&b->left);
	return c;
}
