/* What lies in a folder that was handed in. Inside lib/submit only. */
#ifndef SUBMIT_LISTING_H
#define SUBMIT_LISTING_H

#include "base/vec.h"
#include "submit/submit.h"

typedef VEC(const char *) names;

/* Without what is hidden; in the order of names. Links are not followed. */
struct listing {
	size_t n; /* of all that is there */
	names sources, libraries, archives, folders;
	bool makefile;
};

void listing_read(struct arena *, const char *folder, struct listing *);

/* A shared object below a folder. */
struct made {
	const char *path; /* from the folder */
	long long stamp; /* changes when it is written */
};
struct mades {
	size_t n, cap;
	struct made *at;
};

/* Finds all shared objects below a folder, in the order of their paths. */
void mades_find(struct arena *, const char *folder, struct mades *);
/* Those of `after` that `before` does not have; all, if it has them all. */
void mades_new(struct arena *, const struct mades *before, const struct mades *after, struct mades *);

#endif
