/* A buffer with a thread that lets one through after the other; it is cancelled in the end. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

typedef struct buffer buffer;
struct buffer {
	pthread_t server;
	pthread_mutex_t m;
	pthread_cond_t work, done;
	int cap, n, first, putting, getting, may_put, may_get;
	int at[];
};

static void unlock(void *m) { pthread_mutex_unlock(m); }

static void
serve_locked(buffer *b)
{
	for (;;) {
		if (b->putting && b->n + b->may_put < b->cap) {
			b->putting--;
			b->may_put++;
			pthread_cond_broadcast(&b->done);
		} else if (b->getting && b->n - b->may_get > 0) {
			b->getting--;
			b->may_get++;
			pthread_cond_broadcast(&b->done);
		} else {
			pthread_cond_wait(&b->work, &b->m);
		}
	}
}

static void *
serve(void *arg)
{
	buffer *b = arg;
	pthread_mutex_lock(&b->m);
	pthread_cleanup_push(unlock, &b->m);
	serve_locked(b);
	pthread_cleanup_pop(1);
	return NULL;
}

buffer *
buffer_new(int cap)
{
	buffer *b = calloc(1, sizeof *b + (size_t)cap * sizeof(int));
	b->cap = cap;
	pthread_mutex_init(&b->m, NULL);
	pthread_cond_init(&b->work, NULL);
	pthread_cond_init(&b->done, NULL);
	pthread_create(&b->server, NULL, serve, b);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cancel(b->server);
	pthread_join(b->server, NULL);
	pthread_mutex_destroy(&b->m);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->m);
	b->putting++;
	pthread_cond_signal(&b->work);
	while (!b->may_put)
		pthread_cond_wait(&b->done, &b->m);
	b->may_put--;
	b->at[(b->first + b->n++) % b->cap] = item;
	pthread_cond_signal(&b->work);
	pthread_mutex_unlock(&b->m);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->m);
	b->getting++;
	pthread_cond_signal(&b->work);
	while (!b->may_get)
		pthread_cond_wait(&b->done, &b->m);
	b->may_get--;
	int item = b->at[b->first];
	b->first = (b->first + 1) % b->cap;
	b->n--;
	pthread_cond_signal(&b->work);
	pthread_mutex_unlock(&b->m);
	return item;
}
