/*
 * A raw futex that counts changes. The state is protected by a lock that is a futex too, in its three states: free, taken,
 * taken and somebody sleeps.
 */
/* policy: writers-over-readers.yaml */
#define _GNU_SOURCE
#include "../readers-writers.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, TAKEN, CONTENDED };

struct rw {
	_Atomic unsigned lock, changes;
	int readers, writers, writers_waiting;
};

static void
futex_wait(_Atomic unsigned *word, unsigned value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void
futex_wake(_Atomic unsigned *word, int most)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, NULL, NULL, 0);
}

static void
lock(rw *l)
{
	unsigned seen = FREE;
	if (atomic_compare_exchange_strong(&l->lock, &seen, TAKEN))
		return;
	while (atomic_exchange(&l->lock, CONTENDED) != FREE)
		futex_wait(&l->lock, CONTENDED);
}

static void
unlock(rw *l)
{
	if (atomic_exchange(&l->lock, FREE) == CONTENDED)
		futex_wake(&l->lock, 1);
}

static void
wait_for_change(rw *l)
{
	unsigned before = atomic_load(&l->changes);
	unlock(l);
	futex_wait(&l->changes, before);
	lock(l);
}

static void
changed(rw *l)
{
	atomic_fetch_add(&l->changes, 1);
	futex_wake(&l->changes, INT_MAX);
}

rw *
rw_new(void)
{
	return calloc(1, sizeof(rw));
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	lock(l);
	while (l->writers || l->writers_waiting)
		wait_for_change(l);
	l->readers++;
	unlock(l);
}

void
rw_after_read(rw *l)
{
	lock(l);
	l->readers--;
	changed(l);
	unlock(l);
}

void
rw_before_write(rw *l)
{
	lock(l);
	l->writers_waiting++;
	while (l->writers || l->readers)
		wait_for_change(l);
	l->writers_waiting--;
	l->writers++;
	unlock(l);
}

void
rw_after_write(rw *l)
{
	lock(l);
	l->writers--;
	changed(l);
	unlock(l);
}
