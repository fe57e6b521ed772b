/*
 * Looks at the left fork under a lock for readers, and keeps that while it asks for the right one's as a writer: where all look at once,
 * each has what its neighbour asks for.
 */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
	int n;
	pthread_rwlock_t locks[16];
	atomic_int taken[16]; /* fork i */
	sem_t changed[16]; /* posted for philosopher i */
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	t->n = seats;
	for (int i = 0; i < seats; i++) {
		pthread_rwlock_init(&t->locks[i], NULL);
		sem_init(&t->changed[i], 0, 0);
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++) {
		pthread_rwlock_destroy(&t->locks[i]);
		sem_destroy(&t->changed[i]);
	}
	free(t);
}

/* The left fork is taken by nobody but under the writer's lock of a neighbour, or by this one. */
static int
take_both(table *t, int left, int right)
{
	int got = 0;
	pthread_rwlock_rdlock(&t->locks[left]);
	if (!atomic_load(&t->taken[left])) {
		pthread_rwlock_wrlock(&t->locks[right]);
		got = !atomic_load(&t->taken[right]);
		if (got) {
			atomic_store(&t->taken[left], 1);
			atomic_store(&t->taken[right], 1);
		}
		pthread_rwlock_unlock(&t->locks[right]);
	}
	pthread_rwlock_unlock(&t->locks[left]);
	return got;
}

void
table_pickup(table *t, int seat)
{
	while (!take_both(t, seat, (seat + 1) % t->n))
		sem_wait(&t->changed[seat]);
}

void
table_putdown(table *t, int seat)
{
	int right = (seat + 1) % t->n;
	atomic_store(&t->taken[seat], 0);
	atomic_store(&t->taken[right], 0);
	sem_post(&t->changed[right]);
	sem_post(&t->changed[(seat + t->n - 1) % t->n]);
}
