/* Random tests: who makes which call in which phase. Inside lib/trial only. */
#ifndef TRIAL_DRAWN_H
#define TRIAL_DRAWN_H

#include "trial/running.h"

/* Begins a test as the settings of the trial draw it. */
void drawn_begin(struct trial *, struct trial_result *);
/* Counts the way in which its schedules are drawn. */
void drawn_count(struct trial *);

#endif
