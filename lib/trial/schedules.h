/*
 * All schedules of one test, within a bound: it is made again and again, each time with other choices, until there are none left.
 * What POSIX allows but is rare does not happen in them, nor in tests that are made again afterwards, until trial_keep_common.
 * Where the same task goes on from the same state as before, with no more preemptions left, no run is made; the schedules that
 * come through there count each time. Those with few preemptions come first.
 */
#ifndef TRIAL_SCHEDULES_H
#define TRIAL_SCHEDULES_H

#include "trial/trial.h"

enum { SCHEDULES_MOST_PREEMPTIONS = 15 };

struct schedules_options {
	unsigned preemptions; /* at most so many in a test: one who could go on does not */
	bool plain; /* each schedule is made, whatever state it goes through */
	/* is it to end now? may be NULL */
	bool (*enough)(void *context);
	/* as trial_watch has it; may be NULL */
	void (*picked)(void *context, int client, size_t call, enum pick_of, size_t nth, uint64_t n);
	void *context;
};

struct schedules {
	uint64_t count; /* schedules in which all calls of the test are made; the other ones are those of smaller tests */
	uint64_t runs; /* that were made for them */
	bool complete; /* these are all there are */
	bool polled; /* somebody polled: what comes in between its rounds was not chosen */
	bool more; /* there were more points in a phase than are looked at */
	bool late; /* something would have gone on after the horizon */
};

/*
 * Goes through them until one fails or is undecided, which is then the result, or all have passed. What the result points to
 * is in the arena, which is emptied before.
 */
void schedules_search(struct trial *, struct arena *, const struct test *, const struct schedules_options *, struct schedules *, struct trial_result *);

#endif
