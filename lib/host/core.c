#include "host/core.h"

#include <sched.h>

static cpu_set_t given, one, others; /* before we chose one; that one; the rest */
static bool chosen;
static size_t preferred, alike; /* 0: nobody said which is preferred */

static bool
run_on(const cpu_set_t *where)
{
	return sched_setaffinity(0, sizeof *where, where) == 0;
}

void
core_prefer(size_t nth, size_t of)
{
	preferred = nth;
	alike = of;
}

/* The nth of those that we were given. */
static int
given_one(size_t nth)
{
	size_t left = nth % (size_t)CPU_COUNT(&given);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET((size_t)i, &given) && left-- == 0)
			return i;
	return -1;
}

void
core_stay(void)
{
	if (chosen || sched_getaffinity(0, sizeof given, &given) < 0)
		return;
	int here = alike ? given_one(preferred) : sched_getcpu();
	if (here < 0 || here >= CPU_SETSIZE)
		return;
	others = given;
	CPU_CLR((size_t)here, &others);
	CPU_ZERO(&one);
	CPU_SET((size_t)here, &one);
	chosen = run_on(&one);
}

bool
core_part(void)
{
	return chosen && CPU_COUNT(&others) > 0 && alike < (size_t)CPU_COUNT(&given) && run_on(&others);
}

void
core_join(void)
{
	if (chosen)
		run_on(&one);
}

void
core_leave(void)
{
	if (chosen)
		run_on(&given);
}
