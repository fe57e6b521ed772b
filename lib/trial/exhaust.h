/*
 * All small tests, in the order of their size, each with all its schedules within a bound: by the number of calls, then of
 * clients, then of phases. Clients of a kind that never look at their id are taken in one order only.
 */
#ifndef TRIAL_EXHAUST_H
#define TRIAL_EXHAUST_H

#include "trial/rounds.h"
#include "trial/schedules.h"

enum { EXHAUST_MOST_CALLS = 12, EXHAUST_BURST = 2 };

struct exhaust_options {
	unsigned preemptions;
	size_t calls; /* at most so many in a test */
	size_t clients; /* at most so many make calls, and of each kind only the first so many */
	size_t burst; /* a client makes at most so many in a phase, one after the other */
	size_t choices; /* where more can be picked from, it is from the first ones and the last, so many in all */
	int64_t seconds; /* 0: no limit */
	bool plain; /* as schedules_options has it */
	/* called now and then; may be NULL */
	void (*progress)(void *, size_t calls, uint64_t tests, uint64_t schedules);
	/* is it to end now? may be NULL */
	bool (*interrupted)(void *);
	void *context;
};

/* The tests of one size. */
struct exhausted {
	uint64_t tests, schedules, runs;
	bool complete; /* there are no others */
};

struct exhaust_result {
	size_t n; /* sizes that were begun */
	struct exhausted sizes[EXHAUST_MOST_CALLS]; /* by the number of calls, from 1 */
	size_t complete; /* every test of up to so many calls was made with all its schedules */
	bool narrowed; /* there was more to pick from than was */
	bool polled, more, late; /* as struct schedules has it: the schedules are not all there are */
	bool out_of_time, interrupted;
	size_t undecided; /* tests that were */
	struct trial_result trial; /* of the test that failed, or of the first that was undecided */
	struct trial_result doubt; /* the first that was undecided */
};

/* Makes tests until one fails, many were undecided, all are made, or it is to end. What is found lives as long as the arenas. */
void exhaust_run(struct trial *, struct arena[2], const struct exhaust_options *, struct exhaust_result *);

#endif
