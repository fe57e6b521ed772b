/* A thread writes. Who wants something written waits until that is done. */
#include "../register.h"

#include <pthread.h>
#include <stdlib.h>

struct request {
	struct request *next;
	enum { WRITE, SWAP } what;
	int was, v;
	bool done, same;
};

struct reg {
	pthread_t clerk;
	pthread_mutex_t mutex;
	pthread_cond_t work, answers;
	struct request *first, *last;
	bool closing;
	int value;
};

static void
serve(reg *r, struct request *q)
{
	q->same = q->what == WRITE || r->value == q->was;
	if (q->same)
		r->value = q->v;
	q->done = true;
	pthread_cond_broadcast(&r->answers);
}

static void *
work(void *arg)
{
	reg *r = arg;
	pthread_mutex_lock(&r->mutex);
	for (;;) {
		while (!r->first && !r->closing)
			pthread_cond_wait(&r->work, &r->mutex);
		struct request *q = r->first;
		if (!q)
			break;
		r->first = q->next;
		serve(r, q);
	}
	pthread_mutex_unlock(&r->mutex);
	return NULL;
}

reg *
register_new(void)
{
	reg *r = calloc(1, sizeof *r);
	pthread_mutex_init(&r->mutex, NULL);
	pthread_cond_init(&r->work, NULL);
	pthread_cond_init(&r->answers, NULL);
	pthread_create(&r->clerk, NULL, work, r);
	return r;
}

void
register_free(reg *r)
{
	pthread_mutex_lock(&r->mutex);
	r->closing = true;
	pthread_cond_signal(&r->work);
	pthread_mutex_unlock(&r->mutex);
	pthread_join(r->clerk, NULL);
	pthread_cond_destroy(&r->answers);
	pthread_cond_destroy(&r->work);
	pthread_mutex_destroy(&r->mutex);
	free(r);
}

static void
ask(reg *r, struct request *q)
{
	if (r->first)
		r->last->next = q;
	else
		r->first = q;
	r->last = q;
	pthread_cond_signal(&r->work);
}

static bool
ask_and_wait(reg *r, struct request q)
{
	pthread_mutex_lock(&r->mutex);
	ask(r, &q);
	while (!q.done)
		pthread_cond_wait(&r->answers, &r->mutex);
	pthread_mutex_unlock(&r->mutex);
	return q.same;
}

void
register_write(reg *r, int v)
{
	ask_and_wait(r, (struct request){.what = WRITE, .v = v});
}

int
register_read(reg *r)
{
	pthread_mutex_lock(&r->mutex);
	int v = r->value;
	pthread_mutex_unlock(&r->mutex);
	return v;
}

bool
register_swap(reg *r, int was, int v)
{
	return ask_and_wait(r, (struct request){.what = SWAP, .was = was, .v = v});
}
