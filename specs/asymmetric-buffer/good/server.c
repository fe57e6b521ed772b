/* A thread owns the line, which is a variable of its own; a sender and a receiver each leave a letter and wait for the answer. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t asked, sent, received;
	pthread_t server;
	const char *line; /* what is to be sent, or null */
	char *answer; /* where to put what is received, or null */
	int length;
	bool over;
};

static bool
serve(buffer *b, char *contents)
{
	if (b->line && !*contents) {
		strcpy(contents, b->line);
		b->line = NULL;
		pthread_cond_signal(&b->sent);
		return true;
	}
	if (b->answer && *contents) {
		*b->answer = *contents;
		memmove(contents, contents + 1, strlen(contents));
		b->answer = NULL;
		pthread_cond_signal(&b->received);
		return true;
	}
	return false;
}

static void *
work(void *arg)
{
	buffer *b = arg;
	char *contents = calloc((size_t)b->length + 1, 1);
	pthread_mutex_lock(&b->mutex);
	while (!b->over) {
		if (!serve(b, contents))
			pthread_cond_wait(&b->asked, &b->mutex);
	}
	pthread_mutex_unlock(&b->mutex);
	free(contents);
	return NULL;
}

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->asked, NULL);
	pthread_cond_init(&b->sent, NULL);
	pthread_cond_init(&b->received, NULL);
	b->length = length;
	if (pthread_create(&b->server, NULL, work, b) != 0)
		abort();
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	b->over = true;
	pthread_cond_signal(&b->asked);
	pthread_mutex_unlock(&b->mutex);
	pthread_join(b->server, NULL);
	pthread_cond_destroy(&b->asked);
	pthread_cond_destroy(&b->sent);
	pthread_cond_destroy(&b->received);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	b->line = line;
	pthread_cond_signal(&b->asked);
	while (b->line)
		pthread_cond_wait(&b->sent, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	char c;
	pthread_mutex_lock(&b->mutex);
	b->answer = &c;
	pthread_cond_signal(&b->asked);
	while (b->answer)
		pthread_cond_wait(&b->received, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
	return c;
}
