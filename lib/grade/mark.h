/* Is what was tested still what is there? Inside lib/grade only. */
#ifndef GRADE_MARK_H
#define GRADE_MARK_H

#include "base/sha256.h"
#include "grade/grade.h"

#include <limits.h>

/* A digest of all that a verdict on one submission rests on, as text. Nobody can find another submission that has the same. */
struct mark {
	char text[2 * SHA256_BYTES + 1];
};

/* What marks are made from: what all submissions share is read once. */
struct marking {
	unsigned char shared[SHA256_BYTES];
	char spec[NAME_MAX + 1]; /* of several shared objects that are built, the one counts that is called like it */
	const char *folder; /* whose headers were read last */
	unsigned char headers[SHA256_BYTES];
};

/* Of the programs that test and build, what they are told, and the headers beside the specification. */
void marking_start(struct marking *, const struct prepare_options *, size_t nprograms, const char *const *programs);
/* The shared, and what the build of this submission could read. Files that cannot be read have a mark, too. */
struct mark marking_of(struct marking *, struct arena *, const struct submission *);

#endif
