/*
 * How different the schedules of the tests of a round were, as hosts tell it: in which order tasks went on, and where there was anything
 * to choose. Who deviates once, at each such point in turn, gets one schedule more than there are points: far fewer of them say that
 * something keeps the order as it is. But calls arrive in another order each time, however little is chosen from then on: so how often
 * one came in between the steps of another is looked at apart.
 */
#ifndef TRIAL_VARIETY_H
#define TRIAL_VARIETY_H

#include "trial/table.h"

struct variety {
	struct table seen; /* schedules */
	uint64_t tests; /* in which there was something to choose */
	uint64_t points; /* at which there was, in all of them */
	uint64_t told; /* tests of which the host told the rest, too: */
	uint64_t open; /* in which a call, or thread, stood where another could have come in between */
	uint64_t crossed; /* in which one did */
	uint64_t bare, bare_open; /* the first two of those without breakpoints */
	uint64_t bare_calls, bare_steps; /* in them; a call has a step where it begins, and one at each primitive */
};

/* A test was made with this schedule, and there was something to choose at so many points. */
void variety_add(struct variety *, uint64_t schedule, uint64_t points);
/* In such a test another could have come in between the steps of a call at so many points, and did at so many. bare: it had no breakpoints. */
void variety_cross(struct variety *, bool bare, uint64_t open, uint64_t crossed);
/* Are they all alike, or nearly, though they need not be? */
bool variety_lacks(const struct variety *);
/* Did hardly ever anything come in between, though it could? */
bool variety_never_crosses(const struct variety *);
/* A test without breakpoints had so many calls, and took so many steps. */
void variety_count(struct variety *, uint64_t calls, uint64_t steps);
/* Do calls pass so few primitives that breakpoints are nearly all there is to let others come in between? */
bool variety_needs_breakpoints(const struct variety *);
/* Could it hardly ever, but for breakpoints? */
bool variety_never_opens(const struct variety *);

#endif
