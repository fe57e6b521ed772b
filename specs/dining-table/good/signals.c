/* Who must wait waits for SIGUSR1; who puts down the forks sends it to the thread of a neighbour that can now eat. */
#define _GNU_SOURCE
#include "../dining-table.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

struct seat {
	bool eats, waits;
	pthread_t thread;
};

struct table {
	pthread_mutex_t mutex;
	int n;
	struct seat seats[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->seats[0]);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static bool
can_eat(const table *t, int seat)
{
	return !t->seats[(seat + t->n - 1) % t->n].eats && !t->seats[(seat + 1) % t->n].eats;
}

static void
await_signal(const sigset_t *usr1)
{
	int signal;
	if (sigwait(usr1, &signal) != 0)
		abort();
}

void
table_pickup(table *t, int seat)
{
	struct seat *me = &t->seats[seat];
	sigset_t usr1, before;
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, &before);
	pthread_mutex_lock(&t->mutex);
	me->thread = pthread_self();
	me->eats = can_eat(t, seat);
	me->waits = !me->eats;
	bool waits = me->waits;
	pthread_mutex_unlock(&t->mutex);
	if (waits)
		await_signal(&usr1);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void
consider(table *t, int seat)
{
	struct seat *s = &t->seats[seat];
	if (!s->waits || !can_eat(t, seat))
		return;
	s->waits = false;
	s->eats = true;
	pthread_kill(s->thread, SIGUSR1);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->seats[seat].eats = false;
	consider(t, (seat + 1) % t->n);
	consider(t, (seat + t->n - 1) % t->n);
	pthread_mutex_unlock(&t->mutex);
}
