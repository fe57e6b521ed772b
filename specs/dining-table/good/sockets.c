/* A thread reads what the philosophers want from one end of a socket pair, and answers each on a pipe of its own. No lock at all. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct message {
	enum { PICKUP, PUTDOWN, CLOSE } what;
	int seat;
};

struct table {
	pthread_t keeper;
	int n, requests[2], (*answers)[2];
};

struct keeper {
	const table *t;
	bool *eats, *waits;
};

static void
answer(const struct keeper *k, int seat)
{
	if (write(k->t->answers[seat][1], "y", 1) != 1)
		abort();
}

static void
consider(struct keeper *k, int seat)
{
	int n = k->t->n;
	if (!k->waits[seat] || k->eats[(seat + 1) % n] || k->eats[(seat + n - 1) % n])
		return;
	k->waits[seat] = false;
	k->eats[seat] = true;
	answer(k, seat);
}

static void
put_down(struct keeper *k, int seat)
{
	k->eats[seat] = false;
	answer(k, seat);
	consider(k, (seat + 1) % k->t->n);
	consider(k, (seat + k->t->n - 1) % k->t->n);
}

static void *
keep(void *arg)
{
	const table *t = arg;
	struct keeper k = {t, calloc((size_t)t->n, sizeof(bool)), calloc((size_t)t->n, sizeof(bool))};
	struct message m;
	while (recv(t->requests[0], &m, sizeof m, 0) == sizeof m && m.what != CLOSE) {
		if (m.what == PICKUP) {
			k.waits[m.seat] = true;
			consider(&k, m.seat);
		} else {
			put_down(&k, m.seat);
		}
	}
	free(k.eats);
	free(k.waits);
	return NULL;
}

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->answers = malloc((size_t)seats * sizeof *t->answers);
	for (int i = 0; i < seats; i++) {
		if (pipe(t->answers[i]) != 0)
			abort();
	}
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, t->requests) != 0 || pthread_create(&t->keeper, NULL, keep, t) != 0)
		abort();
	return t;
}

static void
tell(table *t, struct message m)
{
	if (send(t->requests[1], &m, sizeof m, 0) != sizeof m)
		abort();
}

void
table_free(table *t)
{
	tell(t, (struct message){.what = CLOSE});
	pthread_join(t->keeper, NULL);
	for (int i = 0; i < t->n; i++) {
		close(t->answers[i][0]);
		close(t->answers[i][1]);
	}
	close(t->requests[0]);
	close(t->requests[1]);
	free(t->answers);
	free(t);
}

static void
ask(table *t, struct message m)
{
	char yes;
	tell(t, m);
	if (read(t->answers[m.seat][0], &yes, 1) != 1)
		abort();
}

void
table_pickup(table *t, int seat)
{
	ask(t, (struct message){PICKUP, seat});
}

void
table_putdown(table *t, int seat)
{
	ask(t, (struct message){PUTDOWN, seat});
}
