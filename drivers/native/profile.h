/*
 * What tasks of each kind did in the runs that strategies drew so far, in this process: how many operations to expect of them,
 * and on which objects they meet. It may be wrong of the next run; what rests on it is only how likely a choice is.
 */
#ifndef NATIVE_PROFILE_H
#define NATIVE_PROFILE_H

#include "drivers/native/tasks.h"

enum { PROFILE_OBJECTS = 1024 };

/* As the events of a strategy. */
void profile_begin(void);
void profile_meet(const struct task *);
void profile_executed(const struct task *);
void profile_end(void);

/* The number of the object, or -1: it is one too many. */
int profile_object(const void *);
size_t profile_objects(void);
/* Have two tasks met on it in one run, of which one changed it? */
bool profile_shared(int object);

/* A set of objects. */
struct profile_set {
	bool all; /* whatever is done */
	bool has[PROFILE_OBJECTS];
};

bool profile_in(const struct profile_set *, const struct task *);
/* How many operations on these objects to expect of a task and of all that it makes. */
double profile_expects(const struct task *, const struct profile_set *);

#endif
