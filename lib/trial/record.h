/* What a trial did and saw, as a replay file has it. */
#ifndef TRIAL_RECORD_H
#define TRIAL_RECORD_H

#include "test/replay.h"
#include "trial/trial.h"

/*
 * Fills in the test and what was seen in its phases; the head is left alone. Must come before the next trial, as values live
 * until then; the record itself holds texts for them but for the calls.
 */
void trial_record(struct arena *, const struct trial_result *, struct replay *);

#endif
