/* Rounds of random tests: one call at a time first, then several at once; what fails is made again and made smaller. */
#ifndef TRIAL_ROUNDS_H
#define TRIAL_ROUNDS_H

#include "trial/repeat.h"
#include "trial/signature.h"

/* What `breakpoints` is, unless something else was asked for; then, where calls pass hardly any primitive, it becomes more. */
enum { ROUNDS_BREAKPOINTS = 25, ROUNDS_BREAKPOINTS_ALONE = 90 };
/* So many clients may make calls at once where the specification does not say how many. */
enum { ROUNDS_MOST_AT_ONCE = 12 };
/* So many tests may be undecided, but no more than a fifth of a round. */
enum { ROUNDS_MOST_UNDECIDED = 20 };

struct rounds_options {
	uint64_t seed;
	size_t tests; /* of a round; 0: the default of the round */
	size_t times; /* as many tests, and steps; 0: once */
	uint64_t steps; /* that a round may take; 0: the default, as often as there are usual tests in it */
	bool free; /* calls run freely, which takes longer: fewer tests by default */
	enum strategy strategy; /* of all tests; NONE: several take turns in round 3 */
	unsigned depth;
	int64_t seconds; /* for all of them; 0: no limit */
	bool common; /* what POSIX allows and happens rarely does not happen */
	struct bounds burst; /* calls that a client makes in a row where there are several at once; 0: as the specification says */
	unsigned breakpoints; /* so many tests of a hundred with several calls at once have breakpoints */
	unsigned rounds; /* as bits: 1, 2, 4; 0: all */
	size_t nknown;
	const struct signature *known; /* tests that fail so are passed over: another failure is sought */
	bool renewed; /* each test has a host of its own */
	bool collect; /* places from which primitives are called are collected (trial_sites) */
	/* called now and then; may be NULL */
	void (*progress)(void *, int round, size_t tests, size_t of);
	/* is it to end now? may be NULL */
	bool (*interrupted)(void *);
	void *context;
};

/* Tests that were made of a round, and that were asked for: 0 if it was not to be made. */
struct rounds_share {
	size_t made, asked;
};

struct rounds_result {
	int round; /* in which it ended, from 1 */
	size_t tests; /* run in it */
	size_t total; /* run in all */
	size_t elsewhere; /* tests that failed in a way that belongs to a round which was not asked for */
	size_t known; /* tests that failed in a way that was known */
	size_t repeated, varied; /* tests that were made twice; that went another way the second time */
	size_t undecided; /* tests that were; the run went on */
	struct difference difference; /* of the first that did; it lives until the trial is gone, or another one is repeated */
	bool out_of_time, interrupted;
	bool never_at_once; /* the time was up before round 3, which was asked for */
	bool gave_up; /* too many were undecided, or one hung */
	struct rounds_share one_by_one, at_once; /* rounds 1 and 2, which are the same tests; round 3 */
	bool slow; /* a round was cut short: its tests take many steps */
	bool too_few; /* ... so short that it says little */
	uint64_t seed; /* of the test that failed */
	struct drawing drawing; /* of its last phase; NONE: nobody knows */
	struct trial_result trial; /* of the test that failed, or of the first that was undecided; it lives until the trial runs another one */
	struct trial_result doubt; /* the first that was undecided; the same */
};

/*
 * Runs tests until one fails, many were undecided, or all are made. Rounds 1 and 2 are the same tests, one call a phase; which of them a failure
 * belongs to depends on its class.
 */
void rounds_run(struct trial *, const struct rounds_options *, struct rounds_result *);

#endif
