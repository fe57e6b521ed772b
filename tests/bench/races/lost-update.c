/* Counts without a lock: what another counts in between is lost. */
#include <stdlib.h>

struct counter {
	int given;
};

struct counter *
counter_new(void)
{
	return calloc(1, sizeof(struct counter));
}

void
counter_free(struct counter *c)
{
	free(c);
}

int
counter_next(struct counter *c)
{
	return c->given++;
}
