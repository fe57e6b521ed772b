/* not copied, but compared with a copy that was made when it was loaded */
#include "own.h"

static unsigned char before[64];

__attribute__((constructor)) static void
load(void)
{
	memcpy(before, (const void *)take, TAKE_SIZE);
}

static int
try_to(lock *l)
{
	if (memcmp(before, (const void *)take, TAKE_SIZE) != 0)
		abort();
	return !take(1, &l->held);
}
