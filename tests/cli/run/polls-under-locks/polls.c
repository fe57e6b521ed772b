/* Readers and writers who look under a lock, give way, and look again; what that is made of, the first macro says. */
#define _GNU_SOURCE
#include "readers-writers.h"
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined MUTEX
typedef pthread_mutex_t lock;
static void start(lock *l) { pthread_mutex_init(l, NULL); }
static void take(lock *l) { pthread_mutex_lock(l); }
static void give(lock *l) { pthread_mutex_unlock(l); }
#elif defined OPENMP
#include <omp.h>
typedef omp_lock_t lock;
static void start(lock *l) { omp_init_lock(l); }
static void take(lock *l) { omp_set_lock(l); }
static void give(lock *l) { omp_unset_lock(l); }
#elif defined FUTEX
typedef atomic_int lock;
static void start(lock *l) { atomic_init(l, 0); }
static void
take(lock *l)
{
	int none = 0;
	if (!atomic_compare_exchange_strong(l, &none, 1))
		while (atomic_exchange(l, 2))
			syscall(SYS_futex, l, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}
static void
give(lock *l)
{
	if (atomic_exchange(l, 0) == 2)
		syscall(SYS_futex, l, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
#elif defined SEMAPHORE
typedef sem_t lock;
static void start(lock *l) { sem_init(l, 0, 1); }
static void take(lock *l) { while (sem_wait(l)) ; }
static void give(lock *l) { sem_post(l); }
#elif defined SHARED
typedef pthread_rwlock_t lock;
static void start(lock *l) { pthread_rwlock_init(l, NULL); }
static void take(lock *l) { pthread_rwlock_wrlock(l); }
static void give(lock *l) { pthread_rwlock_unlock(l); }
#elif defined CONDITION
typedef struct {
	pthread_mutex_t mutex;
	pthread_cond_t free;
	int held;
} lock;
static void
start(lock *l)
{
	*l = (lock){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
}
static void
take(lock *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->held)
		pthread_cond_wait(&l->free, &l->mutex);
	l->held = 1;
	pthread_mutex_unlock(&l->mutex);
}
static void
give(lock *l)
{
	pthread_mutex_lock(&l->mutex);
	l->held = 0;
	pthread_cond_signal(&l->free);
	pthread_mutex_unlock(&l->mutex);
}
#endif

struct rw {
	int readers; /* -1: somebody writes */
	lock lock;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	start(&l->lock);
	return l;
}

void
rw_free(rw *l)
{
	free(l);
}

#ifdef FAULTY
enum { MOST_READERS = 1 };
#else
enum { MOST_READERS = 0 };
#endif

static int
try(rw *l, int most, int by)
{
	take(&l->lock);
	int may = l->readers >= 0 && l->readers <= most;
	if (may)
		l->readers += by;
	give(&l->lock);
	return may;
}

static void
change(rw *l, int by)
{
	take(&l->lock);
	l->readers += by;
	give(&l->lock);
}

void rw_before_read(rw *l) { while (!try(l, 1 << 20, 1)) sched_yield(); }
void rw_after_read(rw *l) { change(l, -1); }
void rw_before_write(rw *l) { while (!try(l, MOST_READERS, -1)) sched_yield(); }
void rw_after_write(rw *l) { change(l, 1); }
