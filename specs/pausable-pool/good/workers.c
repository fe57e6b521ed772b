/* Workers that look under the mutex whether they are to rest, each time before they sleep. */
#include "../pausable-pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { WORKERS = 2 };

struct pool {
	pthread_t workers[WORKERS];
	pthread_mutex_t mutex;
	pthread_cond_t work, resumed, idle;
	unsigned jobs, busy, done;
	bool paused, closing;
};

static void
do_job(pool *p)
{
	p->jobs--;
	p->busy++;
	pthread_mutex_unlock(&p->mutex);
	/* here a real one would compute something */
	pthread_mutex_lock(&p->mutex);
	p->done++;
	if (--p->busy == 0 && p->jobs == 0)
		pthread_cond_broadcast(&p->idle);
}

static void *
work(void *arg)
{
	pool *p = arg;
	pthread_mutex_lock(&p->mutex);
	while (!p->closing) {
		if (p->paused)
			pthread_cond_wait(&p->resumed, &p->mutex);
		else if (p->jobs > 0)
			do_job(p);
		else
			pthread_cond_wait(&p->work, &p->mutex);
	}
	pthread_mutex_unlock(&p->mutex);
	return NULL;
}

pool *
pool_new(void)
{
	pool *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->resumed, NULL);
	pthread_cond_init(&p->idle, NULL);
	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&p->workers[i], NULL, work, p) != 0)
			abort();
	return p;
}

void
pool_free(pool *p)
{
	pthread_mutex_lock(&p->mutex);
	p->closing = true;
	p->paused = false;
	pthread_cond_broadcast(&p->work);
	pthread_cond_broadcast(&p->resumed);
	pthread_mutex_unlock(&p->mutex);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(p->workers[i], NULL);
	pthread_cond_destroy(&p->idle);
	pthread_cond_destroy(&p->resumed);
	pthread_cond_destroy(&p->work);
	pthread_mutex_destroy(&p->mutex);
	free(p);
}

void
pool_submit(pool *p)
{
	pthread_mutex_lock(&p->mutex);
	p->jobs++;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->mutex);
}

unsigned
pool_wait(pool *p)
{
	pthread_mutex_lock(&p->mutex);
	while (p->jobs > 0 || p->busy > 0)
		pthread_cond_wait(&p->idle, &p->mutex);
	unsigned done = p->done;
	pthread_mutex_unlock(&p->mutex);
	return done;
}

void
pool_pause(pool *p)
{
	pthread_mutex_lock(&p->mutex);
	while (p->jobs > 0 || p->busy > 0)
		pthread_cond_wait(&p->idle, &p->mutex);
	p->paused = true;
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->mutex);
}

void
pool_resume(pool *p)
{
	pthread_mutex_lock(&p->mutex);
	p->paused = false;
	pthread_cond_broadcast(&p->resumed);
	pthread_mutex_unlock(&p->mutex);
}
