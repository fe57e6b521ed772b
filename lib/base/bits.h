/* Bits that have names: options, specifications and files write them, reports list them. A table of them ends with one that has no name. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/arena.h"

struct bit {
	const char *name;
	unsigned bit;
};

/* 0: there is none of this name. */
unsigned bits_find(const struct bit *, const char *name);
/* The names of those that are set: "spurious, timeout". */
const char *bits_names(struct arena *, const struct bit *, unsigned set);
/* What to say to somebody who wrote a name that is none of them: "did you mean 'timeout'?", or which there are. NULL: nothing was written. */
const char *bits_hint(struct arena *, const struct bit *, const char *name);

#endif
