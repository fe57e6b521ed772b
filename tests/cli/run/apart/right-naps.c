/* all wake one after the other, and then take a step */
#include "count.h"

int
count_take(count *c)
{
	static int naps;
	usleep(1000 * (unsigned)__atomic_add_fetch(&naps, 1, __ATOMIC_SEQ_CST));
	return __atomic_fetch_add(&c->n, 1, __ATOMIC_SEQ_CST);
}
