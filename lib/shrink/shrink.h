/* A failing test to a smaller one that fails in the same way. Knows nothing of how a test is run: it asks an oracle. */
#ifndef SHRINK_SHRINK_H
#define SHRINK_SHRINK_H

#include "spec/spec.h"
#include "test/test.h"

struct shrink {
	/*
	 * Does the candidate fail in the same way? If so, *done is what was really done, which may be less. Both live as long as
	 * the arena.
	 */
	bool (*fails)(void *, struct arena *, const struct test *candidate, const struct test **done);
	/* Is it time to stop? */
	bool (*enough)(void *);
	void *context;
	const struct variables *params; /* of the tests: a candidate has values of their types */
	size_t runs; /* out: how often the oracle was asked */
};

/* Returns the smallest failing test that was found; it lives in the arena. */
const struct test *shrink_test(struct shrink *, struct arena *, const struct test *);

#endif
