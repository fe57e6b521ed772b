/* wrong: without hooks only breakpoints can stop it */
#include "count.h"

int
count_take(count *c)
{
	int n = c->n;
	c->n = n + 1;
	return n;
}
