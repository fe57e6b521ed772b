#include "trial/variety.h"

enum {
	/* of so many tests fewer than one was different: in less than so many, nobody can tell */
	TESTS = 100,
	/* of the schedules that there are at least, one in so many was made */
	SHARE = 4,
	/* steps of two calls: where there are fewer, most have no more than one primitive */
	FEW_STEPS = 5,
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

void
variety_cross(struct variety *v, bool bare, uint64_t open, uint64_t crossed)
{
	v->told++;
	v->open += open > 0;
	v->crossed += crossed > 0;
	v->bare += bare;
	v->bare_open += bare && open > 0;
}

bool
variety_lacks(const struct variety *v)
{
	uint64_t n = v->seen.n;
	return n && v->tests >= TESTS * n && v->points / v->tests >= SHARE * n;
}

void
variety_count(struct variety *v, uint64_t calls, uint64_t steps)
{
	v->bare_calls += calls;
	v->bare_steps += steps;
}

bool
variety_needs_breakpoints(const struct variety *v)
{
	return v->bare >= TESTS && v->bare_steps * 2 < v->bare_calls * FEW_STEPS;
}

static bool
hardly_any(uint64_t n, uint64_t of)
{
	return of >= TESTS && n * TESTS <= of;
}

bool
variety_never_crosses(const struct variety *v)
{
	return hardly_any(v->crossed, v->open);
}

bool
variety_never_opens(const struct variety *v)
{
	return hardly_any(v->bare_open, v->bare);
}
