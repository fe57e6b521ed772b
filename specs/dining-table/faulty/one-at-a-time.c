/* One semaphore for the whole table: only one philosopher eats at a time, although two that are no neighbours could. */
/* class: progress */
#include "../dining-table.h"

#include <semaphore.h>

struct table {
	sem_t free;
};

static table the_table;

table *
table_new(int seats)
{
	(void)seats;
	sem_init(&the_table.free, 0, 1);
	return &the_table;
}

void
table_free(table *t)
{
	sem_destroy(&t->free);
}

void
table_pickup(table *t, int seat)
{
	(void)seat;
	sem_wait(&t->free);
}

void
table_putdown(table *t, int seat)
{
	(void)seat;
	sem_post(&t->free);
}
