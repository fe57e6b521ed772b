#include "host/core.h"

#include <sched.h>
#include <stdbool.h>

static cpu_set_t given; /* before we chose one */
static bool chosen;

void
core_stay(void)
{
	cpu_set_t one;
	int here = sched_getcpu();
	if (chosen || here < 0 || here >= CPU_SETSIZE || sched_getaffinity(0, sizeof given, &given) < 0)
		return;
	CPU_ZERO(&one);
	CPU_SET((size_t)here, &one);
	chosen = sched_setaffinity(0, sizeof one, &one) == 0;
}

void
core_leave(void)
{
	if (chosen)
		sched_setaffinity(0, sizeof given, &given);
}
