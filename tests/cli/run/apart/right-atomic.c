/* one step */
#include "count.h"

int
count_take(count *c)
{
	return __atomic_fetch_add(&c->n, 1, __ATOMIC_SEQ_CST);
}
