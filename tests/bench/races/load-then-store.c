/* Each access is atomic, both together are not. */
#include <stdatomic.h>
#include <stdlib.h>

struct counter {
	atomic_int given;
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
	int n = atomic_load(&c->given);
	atomic_store(&c->given, n + 1);
	return n;
}
