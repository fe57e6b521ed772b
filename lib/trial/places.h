/*
 * Places in the implementation where calls can be stopped, as hosts have learned them, and the choice of some for a test: those
 * that few calls have come to are chosen more often, so that what rarely runs gets its share.
 */
#ifndef TRIAL_PLACES_H
#define TRIAL_PLACES_H

#include "base/vec.h"

#include <stdint.h>

enum { MOST_BREAKPOINTS = 3 };

struct known_place {
	uint64_t at; /* offset in the library */
	uint64_t tried; /* tests with a breakpoint there */
	uint64_t reached; /* of them, those in which a call came to it */
};

/* In the order of their offsets: what is chosen does not depend on who learned what when. */
struct places_known {
	VEC(struct known_place) list;
	uint64_t tests; /* with breakpoints */
	uint64_t visits; /* to them */
};

/* A host has learned of a place. */
void places_add(struct arena *, struct places_known *, uint64_t at);
/* Chooses up to MOST_BREAKPOINTS different ones; the number of them. */
size_t places_choose(const struct places_known *, uint64_t seed, uint64_t *at);
/* In a test with a breakpoint there, calls came to it so many times. */
void places_visited(struct places_known *, uint64_t at, uint64_t times);

#endif
