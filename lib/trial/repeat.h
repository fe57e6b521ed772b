/* Whether a test goes the same way when it is made again: where it does not, something decides that is not ours to choose. */
#ifndef TRIAL_REPEAT_H
#define TRIAL_REPEAT_H

#include "trial/trial.h"

/* Where two runs of a test first went different ways. What is not known of it is NULL. */
struct difference {
	size_t phase; /* from 0 */
	enum variant variant; /* whose library the steps are in */
	const struct trace_step *first, *second; /* what was done there in each; NULL: nothing more */
	bool seen; /* the steps are known; they were not if it did not happen again while they were kept */
};

/*
 * Makes a test that passed again, with the choices that were taken. False: it went another way; if it did not pass this time,
 * *result says so, and lives until the next test is repeated. It leaves no trace in the statistics.
 */
bool trial_repeats(struct trial *, struct trial_result *result, struct difference *);

#endif
