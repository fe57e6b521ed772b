/* A condition per operation, and the line is a list of characters. Who changes what the other waits for signals, after the unlock. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct letter {
	struct letter *next;
	char c;
};

struct buffer {
	pthread_mutex_t lock;
	pthread_cond_t nonempty, empty;
	struct letter *first;
};

buffer *
buffer_new(int length)
{
	(void)length;
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->nonempty, NULL);
	pthread_cond_init(&b->empty, NULL);
	b->first = NULL;
	return b;
}

void
buffer_free(buffer *b)
{
	while (b->first) {
		struct letter *l = b->first;
		b->first = l->next;
		free(l);
	}
	pthread_cond_destroy(&b->nonempty);
	pthread_cond_destroy(&b->empty);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

static struct letter *
spell(const char *line)
{
	struct letter *first = NULL, **end = &first;
	for (; *line; line++) {
		*end = malloc(sizeof **end);
		(*end)->c = *line;
		end = &(*end)->next;
	}
	*end = NULL;
	return first;
}

void
buffer_send(buffer *b, const char *line)
{
	struct letter *letters = spell(line);
	pthread_mutex_lock(&b->lock);
	while (b->first)
		pthread_cond_wait(&b->empty, &b->lock);
	b->first = letters;
	pthread_mutex_unlock(&b->lock);
	pthread_cond_signal(&b->nonempty);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->lock);
	while (!b->first)
		pthread_cond_wait(&b->nonempty, &b->lock);
	struct letter *l = b->first;
	b->first = l->next;
	bool last = !b->first;
	pthread_mutex_unlock(&b->lock);
	if (last)
		pthread_cond_signal(&b->empty);
	char c = l->c;
	free(l);
	return c;
}
