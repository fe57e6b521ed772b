/*
 * What a test that is running comes to: all that is seen goes to the judge, and what the judge says, or what else ends the test,
 * to the result. Inside lib/trial only.
 */
#ifndef TRIAL_JUDGING_H
#define TRIAL_JUDGING_H

#include "trial/running.h"

/* A new judge for the test, which has seen nothing. */
void judging_begin(struct trial *);
/* Tells the judge of an event. False: the specification's own clients do what it forbids. */
bool judging_tell(struct trial *, const struct event *);
/* All is at rest, as the event says: judges what was seen. True: the test goes on. */
bool judging_rest(struct trial *, const struct host_event *);
/* Tells a new judge all that was seen. */
void judging_again(struct trial *);
/*
 * What was seen, without what rests on polling but for the last phase: others may still have been on their way when a phase was over, so that phases
 * run into each other, and each call is as if somebody else had made it. What cannot be even then, cannot be.
 */
enum outcome judging_loosely(struct trial *);
/*
 * The specification goes wrong, in these words: an error only where all that conform come here. Else this implementation has chosen to, and what
 * fails must not be able to choose an error.
 */
void judging_wrong_spec(struct trial *, const char *why);
/* The same where a client cannot evaluate what it says. */
void judging_wrong_client(struct trial *);
/* The test is over by what the host says, whatever the judge thinks. */
void judging_fail(struct trial *, const struct host_event *);

#endif
