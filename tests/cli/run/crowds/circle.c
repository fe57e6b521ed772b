/* Each call takes two of LOCKS locks, the next two of a circle: when as many calls have one each, nobody gets the second. */
#include <pthread.h>
#include <stdlib.h>

#ifndef LOCKS
#define LOCKS 6
#endif

struct counter {
	pthread_mutex_t mutex, locks[LOCKS];
	int next, total;
};

struct counter *
counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(&c->locks[i], NULL);
	return c;
}

void
counter_free(struct counter *c)
{
	free(c);
}

int
counter_add(struct counter *c)
{
	pthread_mutex_lock(&c->mutex);
	int first = c->next++ % LOCKS, second = (first + 1) % LOCKS;
	pthread_mutex_unlock(&c->mutex);
	pthread_mutex_lock(&c->locks[first]);
	pthread_mutex_lock(&c->locks[second]);
	pthread_mutex_lock(&c->mutex);
	int result = ++c->total;
	pthread_mutex_unlock(&c->mutex);
	pthread_mutex_unlock(&c->locks[second]);
	pthread_mutex_unlock(&c->locks[first]);
	return result;
}
