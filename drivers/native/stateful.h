/*
 * Functions of the C library that read or change what all threads share: the environment, the place of strtok(), the result that
 * ctime() keeps. Each call of them is a step on that, before which others may come; and where what it returns may be
 * overwritten by others, so they may before the caller goes on to read it.
 */
#ifndef NATIVE_STATEFUL_H
#define NATIVE_STATEFUL_H

#include <stdbool.h>

/* What threads share, and what reports call it. */
struct shared_state {
	const char *read, *change;
};
#define SHARED_STATE(text) {"read " text, "change " text}

/* Finds the C library's own. */
void stateful_find(void);
/* A test begins. */
void stateful_reset(void);

/* The caller is about to read or change it; of what there are several, it is the one that is there. */
void stateful_reads(const struct shared_state *, const void *which, const void *place);
void stateful_changes(const struct shared_state *, const void *which, const void *place);

#endif
