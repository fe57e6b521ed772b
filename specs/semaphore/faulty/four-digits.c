/* Those who wait poll a number of four digits, which is written under a lock and copied without it: from 0011 to 0100 it may read 0111. */
/* class: safety or order */
/* variant: plain or guarded */
#include "../semaphore.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct number {
	long ones, twos, fours, eights;
};

struct semaphore {
	pthread_mutex_t mutex;
	atomic_uint next; /* ticket */
	unsigned count;
	struct number admitted; /* tickets */
};

static __attribute__((noinline)) void
write(struct number *n, unsigned value)
{
	*n = (struct number){value % 2, value / 2 % 2, value / 4 % 2, value / 8};
}

static __attribute__((noinline)) unsigned
read(const struct number *n)
{
	return (unsigned)(n->ones + 2 * n->twos + 4 * n->fours + 8 * n->eights);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->count = permits;
	write(&s->admitted, permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	unsigned mine = atomic_fetch_add(&s->next, 1);
	for (;;) {
		struct number seen = s->admitted;
		if (read(&seen) > mine)
			return;
		sched_yield();
	}
}

void
semaphore_release(semaphore *s)
{
	struct number next;
	pthread_mutex_lock(&s->mutex);
	write(&next, ++s->count);
	s->admitted = next;
	pthread_mutex_unlock(&s->mutex);
}
