/* Nobody signals: a wait on the condition always ends by its timeout, and then one looks again. */
#include "../asymmetric-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t never;
	size_t length, taken;
	char contents[];
};

buffer *
buffer_new(int length)
{
	buffer *b = malloc(sizeof *b + (size_t)length);
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&b->never, &attributes);
	pthread_condattr_destroy(&attributes);
	pthread_mutex_init(&b->mutex, NULL);
	b->length = b->taken = (size_t)length;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->never);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

static void
wait_a_millisecond(buffer *b)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_cond_timedwait(&b->never, &b->mutex, &until);
}

void
buffer_send(buffer *b, const char *line)
{
	pthread_mutex_lock(&b->mutex);
	while (b->taken < b->length)
		wait_a_millisecond(b);
	memcpy(b->contents, line, b->length);
	b->taken = 0;
	pthread_mutex_unlock(&b->mutex);
}

char
buffer_receive(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->taken == b->length)
		wait_a_millisecond(b);
	char c = b->contents[b->taken++];
	pthread_mutex_unlock(&b->mutex);
	return c;
}
