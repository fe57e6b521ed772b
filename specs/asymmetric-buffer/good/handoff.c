/*
 * Who must wait leaves a thread-local node with a condition of its own. The other side does its work for it: a sender gives
 * the first character to a receiver that waits, a receiver of the last character takes the line of a sender that waits.
 */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct waiter {
	pthread_cond_t go;
	bool done;
	const char *line;
	char c;
};

struct buffer {
	pthread_mutex_t mutex;
	struct waiter *sender, *receiver;
	size_t length, left;
	char *contents;
};

static _Thread_local struct waiter me = {.go = PTHREAD_COND_INITIALIZER};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->length = (size_t)length;
	b->contents = malloc(b->length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

static void
put(buffer *b, const char *line)
{
	memcpy(b->contents, line, b->length);
	b->left = b->length;
}

static char
get(buffer *b)
{
	return b->contents[b->length - b->left--];
}

static void
release(struct waiter **who)
{
	(*who)->done = true;
	pthread_cond_signal(&(*who)->go);
	*who = NULL;
}

static void
await(buffer *b, struct waiter **place)
{
	*place = &me;
	me.done = false;
	while (!me.done)
		pthread_cond_wait(&me.go, &b->mutex);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	if (b->left > 0) {
		me.line = line;
		await(b, &b->sender);
	} else {
		put(b, line);
		if (b->receiver) {
			b->receiver->c = get(b);
			release(&b->receiver);
		}
	}
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	char c;
	pthread_mutex_lock(&b->mutex);
	if (b->left == 0) {
		await(b, &b->receiver);
		c = me.c;
	} else {
		c = get(b);
		if (b->left == 0 && b->sender) {
			put(b, b->sender->line);
			release(&b->sender);
		}
	}
	pthread_mutex_unlock(&b->mutex);
	return c;
}
