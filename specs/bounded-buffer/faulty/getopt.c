/* Options are looked at outside of the lock, and getopt() knows one place in one list of them. */
/* class: value or crash */
#include "../bounded-buffer.h"

#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, n;
	int slots[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof(int));
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

/* By way of an option: -a for 0, -b for 1 and so on. */
static int
through(int item)
{
	char program[] = "put", option[] = {'-', (char)('a' + item), '\0'}, *arguments[] = {program, option, NULL};
	optind = 0;
	return getopt(2, arguments, "abcdefghijklmnopqrstuvwxyz") - 'a';
}

void
buffer_put(buffer *b, int item)
{
	int got = through(item);
	pthread_mutex_lock(&b->mutex);
	while (b->n == b->capacity)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->slots[b->n++] = got;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = b->slots[0];
	for (int i = 1; i < b->n; i++)
		b->slots[i - 1] = b->slots[i];
	b->n--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
