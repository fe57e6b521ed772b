#include "host/core.h"

#include <sched.h>

static cpu_set_t given, one, others; /* before we chose one; that one; the rest */
static bool chosen;

static bool
run_on(const cpu_set_t *where)
{
	return sched_setaffinity(0, sizeof *where, where) == 0;
}

void
core_stay(void)
{
	int here = sched_getcpu();
	if (chosen || here < 0 || here >= CPU_SETSIZE || sched_getaffinity(0, sizeof given, &given) < 0)
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
	return chosen && CPU_COUNT(&others) > 0 && run_on(&others);
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
