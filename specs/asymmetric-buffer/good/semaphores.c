/* Two semaphores and no lock: one counts the characters that can be received, the other the lines for which there is room. */
#include "../asymmetric-buffer.h"

#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	sem_t room, characters;
	int length, next;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b);
	sem_init(&b->room, 0, 1);
	sem_init(&b->characters, 0, 0);
	b->length = length;
	b->next = 0;
	b->contents = malloc((size_t)length);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->room);
	sem_destroy(&b->characters);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	sem_wait(&b->room);
	for (int i = 0; i < b->length; i++) {
		b->contents[i] = line[i];
		sem_post(&b->characters);
	}
}

char
buffer_receive(buffer *b)
{
	sem_wait(&b->characters);
	char c = b->contents[b->next++];
	if (b->next == b->length) {
		b->next = 0;
		sem_post(&b->room);
	}
	return c;
}
