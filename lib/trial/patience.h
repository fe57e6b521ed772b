/*
 * How long those who poll are watched before all is taken to be at rest, and what is believed of a failure that rests on it. Inside lib/trial only.
 *
 * A call that polls looks as if it were blocked until it has looked again. A phase that is over too early makes a right implementation look wrong:
 * a call seems to stay blocked that would have returned. How long somebody is watched is counted in looks, as a multiple of the usual number,
 * and never in time, so that the same seed says the same.
 *
 * A test is made with the usual number first, which does for nearly all. When it fails, and this rests on watching, it is made again, by the same
 * schedules, and what is believed depends on what comes of it:
 *
 *   1. with more in all phases, and with much more in the last one. If it fails again, it has failed.
 *   2. else with much more in the last phase alone, which changes nothing before. If it fails, and what was seen could not be even if phases that rest
 *      on watching had run into each other, it has failed: no lack of patience explains that.
 *   3. else it shows nothing. It is made anew with twice as much in all phases, as are all tests after it; at a bound it is undecided.
 *
 * Where calls run freely there are no looks to count, and a test never goes the same way twice: what was seen once must come back in some runs
 * with more time.
 */
#ifndef TRIAL_PATIENCE_H
#define TRIAL_PATIENCE_H

#include "base/vec.h"
#include "trial/trial.h"

enum patience_stage { PATIENCE_USUAL, PATIENCE_IN_ALL_PHASES, PATIENCE_IN_THE_LAST, PATIENCE_FREELY };

struct patience {
	/* of a run of tests */
	bool free; /* calls run freely */
	bool trusting; /* a failure that rests on watching alone is believed at once */
	unsigned usual; /* what has turned out to be needed */
	/* of the test, however often it is made */
	enum patience_stage stage;
	bool late; /* when it failed first, somebody slept beyond the horizon */
	unsigned made; /* so often again, freely */
	uint64_t tried, spent; /* steps: in what is being found out; to find out that it takes more, where they are to be counted */
	/* of the test as it is being made */
	VEC(enum certainty) rests; /* of its phases, when they were over */
	bool polled; /* one of them rested on that nothing had changed for a while */
	bool unclear; /* ... and it was not even clear whether all was at rest */
	bool doubts; /* it has failed, and that must be confirmed */
};

/* How many times as long as usual those who poll are watched. */
struct patience_watch {
	unsigned before, last; /* in all phases but the last one, and in that */
};
struct patience_watch patience_watch(const struct patience *);
/* The same for a phase of which nobody knows whether it is the last. */
unsigned patience_usual(const struct patience *);
/* ... and where calls run freely, for one that may not have been over. */
unsigned patience_longer(void);

/* A test is about to be made: a new one, or any. */
void patience_new_test(struct patience *);
/* ... of which is known what it needed. */
void patience_need(struct patience *, unsigned usual);
void patience_begin(struct patience *);
/* A phase is over, and that is so certain; or it was not over after all. */
void patience_rest(struct patience *, struct arena *, enum certainty);
void patience_unrest(struct patience *);
/* ... and yet it was. */
void patience_rest_after_all(struct patience *);
/* Where calls run freely: some of them may have been on their way when the phase was over. */
void patience_unsure(struct patience *);
/* Is the test being made again, to be sure? */
bool patience_insists(const struct patience *);
/* It has failed, with calls outstanding that are not back or without: does this rest on watching that may have been too short? */
void patience_failed(struct patience *, enum failure, enum certainty, bool outstanding);
/* The same where create or destroy does not return. */
void patience_stuck(struct patience *);

/* What came of a test. */
struct patience_seen {
	enum trial_end end;
	enum certainty certainty; /* of the last phase */
	bool judged; /* what was seen failed, not how it ended */
	enum outcome loosely; /* then, made with patience in the last phase: judged as if phases that rest on watching had run into each other */
	uint64_t steps;
};
enum patience_belief {
	PATIENCE_BELIEVES, /* that it is as it was seen */
	PATIENCE_ASKS_AGAIN, /* it is to be made again */
	PATIENCE_ASKS_ANEW, /* it shows nothing: it is to be made from its beginning as if it were a new one */
	PATIENCE_CANNOT_TELL,
};
/* *why: what it is undecided for, if it cannot be told. */
enum patience_belief patience_take(struct patience *, const struct patience_seen *, const char **why);
/* Makes the next test with all patience, whatever comes of it, and then ends that. */
void patience_insist(struct patience *);
void patience_end(struct patience *);

#endif
