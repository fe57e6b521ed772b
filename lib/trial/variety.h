/*
 * How different the schedules of the tests of a round were, as hosts tell it: in which order tasks went on, and where there was anything
 * to choose. Who deviates once, at each such point in turn, gets one schedule more than there are points: far fewer of them say that
 * something keeps the order as it is.
 */
#ifndef TRIAL_VARIETY_H
#define TRIAL_VARIETY_H

#include "trial/table.h"

struct variety {
	struct table seen; /* schedules */
	uint64_t tests; /* in which there was something to choose */
	uint64_t points; /* at which there was, in all of them */
};

/* A test was made with this schedule, and there was something to choose at so many points. */
void variety_add(struct variety *, uint64_t schedule, uint64_t points);
/* Are they all alike, or nearly, though they need not be? */
bool variety_lacks(const struct variety *);

#endif
