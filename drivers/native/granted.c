#include "drivers/native/granted.h"

#include "drivers/native/real.h"
#include "drivers/srtest-host.h"

#include <errno.h>

/* No process has so many addresses, whatever it may have: who asks for more has miscalculated, and is told so by the C library. */
#define IMPOSSIBLE ((size_t)1 << 47)

void *
granted(void *block, size_t size)
{
	if (!block && size && size < IMPOSSIBLE && errno == ENOMEM)
		real_exit(SRTEST_EXIT_MEMORY);
	return block;
}
