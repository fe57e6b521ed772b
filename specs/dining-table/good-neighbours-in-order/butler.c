/* A thread keeps the list of those that wait or eat, oldest first; requests come through a small static ring. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, LEAVES = 128, CLOSE = 256 };

struct table {
	pthread_t butler;
	pthread_mutex_t mutex;
	pthread_cond_t asked, served;
	int n;
	unsigned in, out;
	int ring[4 * MOST];
	bool done[MOST], eats[MOST];
	int list[MOST], listed;
};

static table only = {.mutex = PTHREAD_MUTEX_INITIALIZER, .asked = PTHREAD_COND_INITIALIZER, .served = PTHREAD_COND_INITIALIZER};

static bool
hindered(int place)
{
	int d = only.n - 1;
	for (int i = 0; i < place; i++) {
		int apart = abs(only.list[i] - only.list[place]);
		if (apart == 1 || apart == d)
			return true;
	}
	return false;
}

static void
serve_all(void)
{
	for (int i = 0; i < only.listed; i++) {
		int seat = only.list[i];
		if (only.eats[seat] || hindered(i))
			continue;
		only.eats[seat] = only.done[seat] = true;
	}
}

static void
strike_out(int seat)
{
	int i = 0;
	while (only.list[i] != seat)
		i++;
	memmove(&only.list[i], &only.list[i + 1], (size_t)(--only.listed - i) * sizeof only.list[0]);
	only.eats[seat] = false;
	only.done[seat] = true;
}

static void *
work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&only.mutex);
	for (;;) {
		while (only.in == only.out)
			pthread_cond_wait(&only.asked, &only.mutex);
		int request = only.ring[only.out++ % (4 * MOST)];
		if (request == CLOSE)
			break;
		if (request & LEAVES)
			strike_out(request & ~LEAVES);
		else
			only.list[only.listed++] = request;
		serve_all();
		pthread_cond_broadcast(&only.served);
	}
	pthread_mutex_unlock(&only.mutex);
	return NULL;
}

static void
ask(int request)
{
	only.ring[only.in++ % (4 * MOST)] = request;
	pthread_cond_signal(&only.asked);
}

table *
table_new(int seats)
{
	only.n = seats;
	only.in = only.out = 0;
	only.listed = 0;
	memset(only.eats, 0, sizeof only.eats);
	if (seats > MOST || pthread_create(&only.butler, NULL, work, NULL) != 0)
		abort();
	return &only;
}

void
table_free(table *t)
{
	pthread_mutex_lock(&t->mutex);
	ask(CLOSE);
	pthread_mutex_unlock(&t->mutex);
	pthread_join(t->butler, NULL);
}

static void
ask_and_wait(table *t, int seat, int request)
{
	pthread_mutex_lock(&t->mutex);
	t->done[seat] = false;
	ask(request);
	while (!t->done[seat])
		pthread_cond_wait(&t->served, &t->mutex);
	pthread_mutex_unlock(&t->mutex);
}

void
table_pickup(table *t, int seat)
{
	ask_and_wait(t, seat, seat);
}

void
table_putdown(table *t, int seat)
{
	ask_and_wait(t, seat, seat | LEAVES);
}
