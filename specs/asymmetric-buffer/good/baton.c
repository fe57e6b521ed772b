/*
 * Semaphores that pass the baton: who leaves hands the right to be inside to one that waits and can go ahead, and opens the
 * entry only if there is none.
 */
#include "../asymmetric-buffer.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	sem_t entry, sender, receiver; /* at most one of the three is 1 */
	int senders, receivers; /* that are delayed */
	char *rest, *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->entry, 0, 1);
	sem_init(&b->sender, 0, 0);
	sem_init(&b->receiver, 0, 0);
	b->rest = b->contents = calloc((size_t)length + 1, 1);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->entry);
	sem_destroy(&b->sender);
	sem_destroy(&b->receiver);
	free(b->contents);
	free(b);
}

static void
pass_on(buffer *b)
{
	if (*b->rest && b->receivers > 0) {
		b->receivers--;
		sem_post(&b->receiver);
	} else if (!*b->rest && b->senders > 0) {
		b->senders--;
		sem_post(&b->sender);
	} else {
		sem_post(&b->entry);
	}
}

void
buffer_send(buffer *b, const char *line)
{
	sem_wait(&b->entry);
	if (*b->rest) {
		b->senders++;
		sem_post(&b->entry);
		sem_wait(&b->sender);
	}
	b->rest = strcpy(b->contents, line);
	pass_on(b);
}

char
buffer_receive(buffer *b)
{
	sem_wait(&b->entry);
	if (!*b->rest) {
		b->receivers++;
		sem_post(&b->entry);
		sem_wait(&b->receiver);
	}
	char c = *b->rest++;
	pass_on(b);
	return c;
}
