/*
 * A process of ours that does something when we are gone, however we end: it begins its work, tells us what came of it, waits for
 * that, and ends its work.
 */
#ifndef BASE_ATTENDANT_H
#define BASE_ATTENDANT_H

#include "base/diag.h"

#include <sys/types.h>

struct attendant {
	pid_t pid; /* 0: there is none */
	int life; /* as long as this is open somewhere, it waits */
};

/* What it does; both are called in it. */
struct attendant_work {
	void (*begin)(void *context); /* leaves in `answer` what is to be told */
	void (*end)(void *context);
	void *context, *answer;
	size_t size; /* of the answer */
	const char *what; /* cannot be made without it, for a message */
};

/* Starts it, and has its answer. False after a diagnostic: there is none. */
bool attendant_start(struct attendant *, struct diags *, const struct attendant_work *);
/* Lets it end its work, and waits for that. False: it was ended by somebody else before, or there is none. */
bool attendant_stop(struct attendant *);

#endif
