/*
 * All that can be picked in a test, one combination after the other. What can be picked is found out while the test is made, with
 * all its schedules; each pick has a slot, and slots are in the order in which picks can depend on each other.
 */
#ifndef TRIAL_PICKS_H
#define TRIAL_PICKS_H

#include "test/test.h"

#include <stdbool.h>

enum { SLOT_PARAM = -1 };

struct slot {
	size_t order; /* of the call in the test, from 1; 0: before all calls */
	int client;
	int what; /* enum pick_of, or SLOT_PARAM */
	size_t nth;
	uint64_t of, value;
	bool met; /* it was asked for since slots_begin */
};

/* A zeroed struct is ready for slots_rewind. */
struct slots {
	struct slot *at;
	size_t n, cap;
	uint64_t most; /* answers that are tried for a slot: the first ones and the last */
	bool narrowed; /* a slot had more */
};

/* Starts all over. */
void slots_rewind(struct slots *, uint64_t most);
/* A test begins. */
void slots_begin(struct slots *);
/* It asks for this. */
void slots_meet(struct slots *, const struct slot *);
/* Was everything asked for that is not the simplest answer? */
bool slots_all_met(const struct slots *);
/* The answers to one client's picks. */
struct picks slots_picks(const struct slots *, struct arena *, size_t order, int client, int what);
/* Which of so many values a parameter has. */
uint64_t slots_param(const struct slots *, size_t nth, uint64_t of);
/* The next combination; false if there is none. */
bool slots_next(struct slots *);
void slots_free(struct slots *);

#endif
