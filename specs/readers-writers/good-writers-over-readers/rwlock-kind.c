/* The lock of glibc, told to prefer writers. */
/* policy: writers-over-readers.yaml */
#define _GNU_SOURCE
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
	pthread_rwlockattr_t attr;
	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&l->lock, &attr);
	pthread_rwlockattr_destroy(&attr);
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
