/* What the kernel says about processes. Inside lib/host only. */
#ifndef HOST_SURVEY_H
#define HOST_SURVEY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct survey {
	int64_t computed; /* nanoseconds */
	int64_t memory; /* bytes that are really there */
	bool awake; /* a thread runs, would run, or waits for a disk */
};

/* Looks at a process, or with `family` at all of its process group. False: there is none. */
bool survey_take(pid_t, bool family, struct survey *);

/* A child of ours that has this in its environment, and is none of `ours`; 0: there is none. */
pid_t survey_orphan(const char *mark, bool (*ours)(pid_t));

#endif
