#include "drivers/native/mutant.h"

#include "drivers/native/library.h"

static enum srtest_mutation mutation;
static uint64_t where;

void
mutant_set(enum srtest_mutation m, uint64_t place)
{
	mutation = m;
	where = place;
}

bool
mutant_is(enum srtest_mutation m, const void *place)
{
	uintptr_t offset;
	return mutation == m && library_place(place, &offset) && offset == where;
}

bool
mutant_unlocks(void)
{
	return mutation == SRTEST_NO_LOCK;
}
