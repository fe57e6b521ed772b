#include "drivers/free/pin.h"

#include "drivers/free/proc.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static cpu_set_t all; /* that the process may use */
static bool known;

/* Hosts that run at the same time spread over the processors. In sandboxes all have the same number, but are counted. */
static cpu_set_t
one_of_them(void)
{
	const char *count = getenv("SRTEST_SANDBOX");
	int nth = (getpid() + (count ? atoi(count) & 0xffff : 0)) % CPU_COUNT(&all);
	cpu_set_t one;
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET(i, &all) || nth-- > 0)
			continue;
		CPU_SET(i, &one);
		break;
	}
	return one;
}

void
pin_threads(bool together)
{
	if (!known && sched_getaffinity(0, sizeof all, &all) < 0)
		return;
	known = true;
	cpu_set_t set = together ? one_of_them() : all;
	struct folder folder;
	if (!folder_open(&folder, "/proc/self/task"))
		return;
	for (const char *name; (name = folder_next(&folder));) {
		pid_t id = (pid_t)atoi(name);
		if (id > 0 && id != getpid())
			sched_setaffinity(id, sizeof set, &set);
	}
	folder_close(&folder);
}
