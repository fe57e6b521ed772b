#include "trial/variety.h"

enum {
	/* of so many tests fewer than one was different: in less than so many, nobody can tell */
	TESTS = 100,
	/* of the schedules that there are at least, one in so many was made */
	SHARE = 4,
};

void
variety_add(struct variety *v, uint64_t schedule, uint64_t points)
{
	uint64_t value, key = schedule ? schedule : 1;
	if (points == 0)
		return;
	v->tests++;
	v->points += points;
	if (!table_find(&v->seen, key, &value))
		table_add(&v->seen, key, 0);
}

bool
variety_lacks(const struct variety *v)
{
	uint64_t n = v->seen.n;
	return n && v->tests >= TESTS * n && v->points / v->tests >= SHARE * n;
}
