/* Races of the test that runs. Inside lib/trial only. */
#ifndef TRIAL_RACE_H
#define TRIAL_RACE_H

#include "trial/running.h"

/* Has one been told that fails the test? Then it has failed. */
bool race_fails(struct trial *);
/* Keeps what was told of races, before the host or the calls of the test are gone. */
void race_note(struct trial *);

#endif
