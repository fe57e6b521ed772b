/* Serves in order of arrival: fair, but a reader that came before a writer goes before it. */
/* class: order or progress */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t turn;
	unsigned long next_ticket, now_serving;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->turn, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->turn);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	unsigned long ticket = l->next_ticket++;
	while (l->now_serving != ticket || l->writers)
		pthread_cond_wait(&l->turn, &l->mutex);
	l->now_serving++;
	l->readers++;
	pthread_cond_broadcast(&l->turn);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	pthread_cond_broadcast(&l->turn);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	unsigned long ticket = l->next_ticket++;
	while (l->now_serving != ticket || l->writers || l->readers)
		pthread_cond_wait(&l->turn, &l->mutex);
	l->now_serving++;
	l->writers++;
	pthread_cond_broadcast(&l->turn);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_cond_broadcast(&l->turn);
	pthread_mutex_unlock(&l->mutex);
}
