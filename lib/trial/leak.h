/* What an implementation leaves behind when it has given an instance back. Inside lib/trial only. */
#ifndef TRIAL_LEAK_H
#define TRIAL_LEAK_H

#include "trial/running.h"

/* The test has ended so: notes what is left, and where that is to fail tests, this one has failed. */
void leak_note(struct trial *, const struct host_outcome *);

#endif
