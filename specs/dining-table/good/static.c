/* Everything is static, and a read-write lock lets all look at once; only who sees its forks takes the lock to write. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 100 };

struct table {
	int n;
	bool eats[MOST];
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static table the_table;

table *
table_new(int seats)
{
	memset(&the_table, 0, sizeof the_table);
	the_table.n = seats;
	return &the_table;
}

void
table_free(table *t)
{
	t->n = 0;
}

static bool
can_eat(const table *t, int seat)
{
	return !t->eats[seat == 0 ? t->n - 1 : seat - 1] && !t->eats[seat == t->n - 1 ? 0 : seat + 1];
}

static bool
looks_free(const table *t, int seat)
{
	pthread_rwlock_rdlock(&lock);
	bool yes = can_eat(t, seat);
	pthread_rwlock_unlock(&lock);
	return yes;
}

static bool
take(table *t, int seat)
{
	pthread_rwlock_wrlock(&lock);
	bool yes = can_eat(t, seat);
	if (yes)
		t->eats[seat] = true;
	pthread_rwlock_unlock(&lock);
	return yes;
}

void
table_pickup(table *t, int seat)
{
	while (!looks_free(t, seat) || !take(t, seat))
		usleep(100);
}

void
table_putdown(table *t, int seat)
{
	pthread_rwlock_wrlock(&lock);
	t->eats[seat] = false;
	pthread_rwlock_unlock(&lock);
}
