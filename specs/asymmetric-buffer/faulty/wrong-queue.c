/* send signals the queue of the senders, where nobody is; the receiver sleeps on. */
/* class: progress */
#include "../asymmetric-buffer.h"

#include <pthread.h>
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
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->nonempty, NULL);
	pthread_cond_init(&b->empty, NULL);
	return b;
}

void
buffer_free(buffer *b)
{
	for (struct letter *next; b->first; b->first = next) {
		next = b->first->next;
		free(b->first);
	}
	pthread_cond_destroy(&b->nonempty);
	pthread_cond_destroy(&b->empty);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->lock);
	while (b->first)
		pthread_cond_wait(&b->empty, &b->lock);
	for (struct letter **end = &b->first; *line; end = &(*end)->next) {
		*end = calloc(1, sizeof **end);
		(*end)->c = *line++;
	}
	pthread_cond_signal(&b->empty);
	pthread_mutex_unlock(&b->lock);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->lock);
	while (!b->first)
		pthread_cond_wait(&b->nonempty, &b->lock);
	struct letter *l = b->first;
	char c = l->c;
	b->first = l->next;
	free(l);
	if (!b->first)
		pthread_cond_signal(&b->empty);
	pthread_mutex_unlock(&b->lock);
	return c;
}
