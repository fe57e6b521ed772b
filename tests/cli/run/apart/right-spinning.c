/* spins without letting others go on */
#include "count.h"

int
count_take(count *c)
{
	while (__atomic_exchange_n(&c->held, 1, __ATOMIC_ACQUIRE))
		;
	int n = c->n++;
	__atomic_store_n(&c->held, 0, __ATOMIC_RELEASE);
	return n;
}
