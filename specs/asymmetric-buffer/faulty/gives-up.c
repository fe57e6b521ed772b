/* A receiver that has waited for a tenth of a second returns with nothing. */
/* class: safety */
#include "../asymmetric-buffer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	size_t length, left;
	char *contents;
};

buffer *
buffer_new(int length)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->length = (size_t)length;
	b->contents = malloc(b->length);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b->contents);
	free(b);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->left > 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	memcpy(b->contents, line, b->length);
	b->left = b->length;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

static struct timespec
in_a_tenth_of_a_second(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 100000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

char
buffer_receive(buffer *b)
{
	struct timespec until = in_a_tenth_of_a_second();
	char c = '\0';
	int error = 0;
	pthread_mutex_lock(&b->mutex);
	while (b->left == 0 && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&b->changed, &b->mutex, &until);
	if (b->left > 0) {
		c = b->contents[b->length - b->left--];
		pthread_cond_broadcast(&b->changed);
	}
	pthread_mutex_unlock(&b->mutex);
	return c;
}
