/* The thread that serves answers into one place for all, and the next answer may overwrite it before it was read. */
/* class: value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct buffer {
	pthread_t server;
	sem_t work, places, answered;
	pthread_mutex_t mutex;
	unsigned capacity, in, out, asked;
	bool over;
	int reply;
	int *ring;
};

static void *
serve(void *arg)
{
	buffer *b = arg;
	for (;;) {
		sem_wait(&b->work);
		pthread_mutex_lock(&b->mutex);
		if (b->over)
			break;
		while (b->asked > 0 && b->in != b->out) {
			b->asked--;
			b->reply = b->ring[b->out++ % b->capacity];
			sem_post(&b->places);
			sem_post(&b->answered);
		}
		pthread_mutex_unlock(&b->mutex);
	}
	pthread_mutex_unlock(&b->mutex);
	return NULL;
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->work, 0, 0);
	sem_init(&b->places, 0, capacity);
	sem_init(&b->answered, 0, 0);
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->ring = calloc(capacity, sizeof *b->ring);
	pthread_create(&b->server, NULL, serve, b);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	b->over = true;
	pthread_mutex_unlock(&b->mutex);
	sem_post(&b->work);
	pthread_join(b->server, NULL);
	sem_destroy(&b->work);
	sem_destroy(&b->places);
	sem_destroy(&b->answered);
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	sem_wait(&b->places);
	pthread_mutex_lock(&b->mutex);
	b->ring[b->in++ % b->capacity] = item;
	pthread_mutex_unlock(&b->mutex);
	sem_post(&b->work);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	b->asked++;
	pthread_mutex_unlock(&b->mutex);
	sem_post(&b->work);
	sem_wait(&b->answered);
	return b->reply;
}
