/* What tells failures apart, of tests that differ: where and how an implementation failed, but not in which test. */
#ifndef TRIAL_SIGNATURE_H
#define TRIAL_SIGNATURE_H

#include "trial/trial.h"

struct signature {
	enum trial_kind kind;
	enum failure failure; /* KIND_JUDGED */
	size_t nrules;
	const char **rules; /* "get: result of get", for each call that the judge speaks of */
	const char *wrong; /* in words, where the judge had no say; or NULL */
	bool placed;
	enum variant variant;
	uint64_t place; /* in its library, of the innermost function of the stack */
	struct races races;
};

/* Of a test that has failed; it lives in the arena. */
struct signature signature_of(struct arena *, const struct trial_result *);
/* Could both be one failure? */
bool signature_same(const struct signature *, const struct signature *);
/* Is the failure one of these? */
bool signature_known(const struct signature *, size_t n, const struct trial_result *);

#endif
