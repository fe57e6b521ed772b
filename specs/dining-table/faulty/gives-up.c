/* Waits for 50 ms at most, and eats then, whoever holds the forks: the result of sem_timedwait is not looked at. */
/* class: safety */
#include "../dining-table.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct seat {
	sem_t turn;
	bool hungry, eats;
};

struct table {
	pthread_mutex_t mutex;
	int n;
	struct seat *seats;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	t->seats = calloc((size_t)seats, sizeof *t->seats);
	for (int i = 0; i < seats; i++)
		sem_init(&t->seats[i].turn, 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->seats[i].turn);
	pthread_mutex_destroy(&t->mutex);
	free(t->seats);
	free(t);
}

static void
serve(table *t, int i)
{
	struct seat *s = &t->seats[i];
	if (!s->hungry || t->seats[(i + 1) % t->n].eats || t->seats[(i + t->n - 1) % t->n].eats)
		return;
	s->hungry = false;
	s->eats = true;
	sem_post(&s->turn);
}

static struct timespec
in_50_ms(void)
{
	struct timespec t;
	timespec_get(&t, TIME_UTC);
	t.tv_nsec += 50000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

void
table_pickup(table *t, int seat)
{
	struct timespec until = in_50_ms();
	pthread_mutex_lock(&t->mutex);
	t->seats[seat].hungry = true;
	serve(t, seat);
	pthread_mutex_unlock(&t->mutex);
	sem_timedwait(&t->seats[seat].turn, &until);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->seats[seat].eats = false;
	serve(t, (seat + t->n - 1) % t->n);
	serve(t, (seat + 1) % t->n);
	pthread_mutex_unlock(&t->mutex);
}
