/* One atomic number. */
#include "../register.h"

#include <stdatomic.h>
#include <stdlib.h>

struct reg {
	atomic_int value;
};

reg *
register_new(void)
{
	return calloc(1, sizeof(reg));
}

void
register_free(reg *r)
{
	free(r);
}

void
register_write(reg *r, int v)
{
	atomic_store(&r->value, v);
}

int
register_read(reg *r)
{
	return atomic_load(&r->value);
}

bool
register_swap(reg *r, int was, int v)
{
	return atomic_compare_exchange_strong(&r->value, &was, v);
}
