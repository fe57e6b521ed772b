/* Who waited does not look again whether the lock is free: somebody else may have taken it meanwhile. */
/* class: safety */
#include "../mutex.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct mutex {
	pthread_mutex_t guard;
	pthread_cond_t released;
	bool held;
};

mutex *
mutex_new(void)
{
	mutex *m = calloc(1, sizeof *m);
	pthread_mutex_init(&m->guard, NULL);
	pthread_cond_init(&m->released, NULL);
	return m;
}

void
mutex_free(mutex *m)
{
	pthread_cond_destroy(&m->released);
	pthread_mutex_destroy(&m->guard);
	free(m);
}

void
mutex_acquire(mutex *m)
{
	pthread_mutex_lock(&m->guard);
	if (m->held)
		pthread_cond_wait(&m->released, &m->guard);
	m->held = true;
	pthread_mutex_unlock(&m->guard);
}

void
mutex_release(mutex *m)
{
	pthread_mutex_lock(&m->guard);
	m->held = false;
	pthread_cond_signal(&m->released);
	pthread_mutex_unlock(&m->guard);
}
