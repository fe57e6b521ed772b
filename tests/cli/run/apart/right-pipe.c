/* handed from one to the next through a pipe, and nothing else */
#include "count.h"

int
count_take(count *c)
{
	int n, next;
	if (read(c->numbers[0], &n, sizeof n) != sizeof n)
		abort();
	next = n + 1;
	if (write(c->numbers[1], &next, sizeof next) != sizeof next)
		abort();
	return n;
}
