/* Every character that is received makes room for a line, not only the last one: the next line overwrites what is left. */
/* class: safety */
#include "../asymmetric-buffer.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	sem_t room, characters;
	int length, next;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->room, 0, 1);
	sem_init(&b->characters, 0, 0);
	b->length = length;
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
	memcpy(b->contents, line, (size_t)b->length);
	for (int i = 0; i < b->length; i++)
		sem_post(&b->characters);
}

char
buffer_receive(buffer *b)
{
	sem_wait(&b->characters);
	char c = b->contents[b->next];
	b->next = (b->next + 1) % b->length;
	sem_post(&b->room);
	return c;
}
