/*
 * Mutants: one primitive, called from one place of the implementation, does not do what it should. Tests that cannot tell such an
 * implementation from a right one do not say much about that place.
 */
#ifndef NATIVE_MUTANT_H
#define NATIVE_MUTANT_H

#include "drivers/srtest-host.h"

#include <stdbool.h>

/* The place is an offset in the library. */
void mutant_set(enum srtest_mutation, uint64_t place);
/* Is the caller, at this place, to be changed so? */
bool mutant_is(enum srtest_mutation, const void *place);
/* Are there locks that nobody holds, though someone thinks so? */
bool mutant_unlocks(void);

#endif
