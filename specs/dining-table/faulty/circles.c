/* Who puts down goes around the table to the next hungry philosopher, and around and around if nobody is hungry. */
/* class: hang or progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct philosopher {
	struct philosopher *left, *right;
	bool eats, hungry;
};

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct philosopher *philosophers;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->philosophers = calloc((size_t)seats, sizeof *t->philosophers);
	for (int i = 0; i < seats; i++) {
		t->philosophers[i].left = &t->philosophers[(i + seats - 1) % seats];
		t->philosophers[i].right = &t->philosophers[(i + 1) % seats];
	}
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t->philosophers);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	struct philosopher *me = &t->philosophers[seat];
	pthread_mutex_lock(&t->mutex);
	me->hungry = true;
	while (me->left->eats || me->right->eats)
		pthread_cond_wait(&t->changed, &t->mutex);
	me->hungry = false;
	me->eats = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	struct philosopher *p = &t->philosophers[seat];
	pthread_mutex_lock(&t->mutex);
	p->eats = false;
	do
		p = p->right;
	while (!*(volatile bool *)&p->hungry);
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}
