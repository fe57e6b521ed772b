#include <pthread.h>
#include <stdlib.h>

#ifndef PUT
#define PUT (void)0
#endif
#ifndef GET
#define GET v
#endif

typedef struct box {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int full, v;
} box;

static int gets;

box *
box_new(void)
{
	box *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	return b;
}

void
box_free(box *b)
{
	free(b);
}

void
box_put(box *b, int v)
{
	pthread_mutex_lock(&b->mutex);
	while (b->full)
		pthread_cond_wait(&b->changed, &b->mutex);
	PUT;
	b->full = 1;
	b->v = v;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
box_get(box *b)
{
	pthread_mutex_lock(&b->mutex);
	while (!b->full)
		pthread_cond_wait(&b->changed, &b->mutex);
	int v = b->v;
	gets++;
	b->full = 0;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return GET;
}
