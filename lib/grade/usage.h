/* Processes and those that they started: what they use, and how they are got rid of. Inside lib/grade only. */
#ifndef GRADE_USAGE_H
#define GRADE_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct usage {
	int64_t cpu; /* nanoseconds, with those of children that have ended and were waited for */
	int64_t memory; /* bytes that are really there */
	int64_t waited; /* nanoseconds that threads which live could have run, and others did */
};

/* Of all, whichever thread started them. All zero for a process that is gone. */
struct usage usage_of(pid_t);

/*
 * Ends children of ours that we did not start: what was left behind by one of those that we did. `ours` tells them apart. The
 * keepers of temporary folders, which are this very program, go by themselves.
 */
void usage_end_strays(bool (*ours)(void *, pid_t), void *context);

/* The same when no job runs any more; then waits for those that go by themselves, but not for ever. */
void usage_end_all(void);

#endif
