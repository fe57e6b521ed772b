/* What is noted of a test while it runs, and the data that it is afterwards. Inside lib/trial only. */
#ifndef TRIAL_NOTES_H
#define TRIAL_NOTES_H

#include "trial/running.h"

/* A phase that has run; the event tells what was chosen in it, NULL: that was not told. */
void notes_phase(struct trial *, const struct host_event *);
/* A step of a schedule. */
void notes_step(struct trial *, struct trace_step);
/* What was done, as a test that can be made again. */
const struct test *notes_test(struct trial *);
/* What was seen. */
const struct history *notes_history(struct trial *);

#endif
