/* send returns only when its line has been received: it blocks where it need not. */
/* class: progress or safety */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t offered, taken;
	const char *line;
};

buffer *
buffer_new(int length)
{
	(void)length;
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->offered, NULL);
	pthread_cond_init(&b->taken, NULL);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->offered);
	pthread_cond_destroy(&b->taken);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	b->line = line;
	pthread_cond_signal(&b->offered);
	while (b->line)
		pthread_cond_wait(&b->taken, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!b->line)
		pthread_cond_wait(&b->offered, &b->mutex);
	char c = *b->line++;
	if (!*b->line) {
		b->line = NULL;
		pthread_cond_signal(&b->taken);
	}
	pthread_mutex_unlock(&b->mutex);
	return c;
}
