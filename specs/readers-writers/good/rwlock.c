/* The lock of the C library that was made for this. It lets readers in as long as no writer holds it. */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_rwlock_t lock;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	if (l && pthread_rwlock_init(&l->lock, NULL)) {
		free(l);
		return NULL;
	}
	return l;
}

void
rw_free(rw *l)
{
	pthread_rwlock_destroy(&l->lock);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_rwlock_rdlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	pthread_rwlock_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	pthread_rwlock_wrlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	pthread_rwlock_unlock(&l->lock);
}
