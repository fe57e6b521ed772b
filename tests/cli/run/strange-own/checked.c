/* not copied: it must only be the same each time */
#include "own.h"

static unsigned expected;

static unsigned
sum(void)
{
	const volatile unsigned char *at = (const volatile unsigned char *)take;
	unsigned sum = 1;
	for (size_t i = 0; i < TAKE_SIZE; i++)
		sum = sum * 31 + at[i];
	return sum;
}

__attribute__((constructor)) static void
load(void)
{
	expected = sum();
}

static int
try_to(lock *l)
{
	if (sum() != expected)
		abort();
	return !take(1, &l->held);
}
