/*
 * What a test prefers to pick. The same all over, values rarely bring about what needs many small ones, or equal ones, or the largest;
 * so some tests prefer some of the values at some of the places that pick, and other tests others.
 */
#ifndef GEN_BIAS_H
#define GEN_BIAS_H

#include <stdint.h>

enum bias_kind {
	BIAS_NONE, /* all values alike */
	BIAS_LOW, /* the first ones */
	BIAS_HIGH, /* the last ones */
	BIAS_ENDS, /* the first and the last */
	BIAS_FEW, /* one to three, anywhere */
};

struct bias {
	enum bias_kind kind;
	uint64_t values; /* so many are preferred, at most */
	uint64_t key; /* says which, where they may be anywhere */
};

/* What the test prefers at a place that picks one of n (at least 1). The test's key is 0 where it prefers nothing. */
struct bias bias_of(uint64_t test, uint64_t place, uint64_t n);
/* One of n, drawn from the stream: mostly of those that are preferred, now and then any. */
uint64_t bias_draw(const struct bias *, uint64_t n, uint64_t *stream);

#endif
