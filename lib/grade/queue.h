/*
 * Jobs that run in processes of their own, several at a time, within limits. A job writes what it has to say and ends; whatever
 * becomes of it, the others go on.
 */
#ifndef GRADE_QUEUE_H
#define GRADE_QUEUE_H

#include "base/diag.h"
#include "base/text.h"
#include "grade/usage.h"

#include <sys/types.h>

struct queue_limits {
	int64_t seconds, cpu_seconds; /* 0: none */
	int64_t memory; /* bytes, of all its processes; 0: no limit */
};

/* How a job ended. */
struct queue_ending {
	const struct text *written;
	int status; /* as waitpid() has it */
	const char *limit; /* that it hit: "time", "CPU time" or "memory"; or NULL */
	bool starved; /* it could have run, and others did */
	double start, seconds; /* start: on the clock of CLOCK_MONOTONIC */
};

struct queue {
	size_t n, jobs; /* in all; at a time */
	struct queue_limits limits;
	/* Does a job, in a process of its own, and writes to fd; `place` is a number below `jobs`. SIGTERM asks it to come to an end. */
	void (*work)(void *context, size_t item, size_t place, int fd);
	/* A job has ended. False: nothing more can be done. */
	bool (*done)(void *context, size_t item, const struct queue_ending *);
	/* Called now and then. False: what runs is ended and forgotten, and nothing more is begun. */
	bool (*tick)(void *context, size_t running);
	void *context;
};

/* Does all jobs. False after a diagnostic, or if somebody above said so. */
bool queue_run(struct diags *, const struct queue *);

#endif
