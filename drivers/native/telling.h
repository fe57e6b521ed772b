/* What the host tells: the record that is being put together, and what ends a test, from within the implementation or a signal. */
#ifndef NATIVE_TELLING_H
#define NATIVE_TELLING_H

#include "base/text.h"
#include "drivers/wire.h"

extern struct telling {
	struct srtest_record test; /* what the events of the test are about */
	struct text out; /* the record that is being put together */
	bool stopped; /* the test is over, which was told; until its end nothing is done */
	enum { BEFORE, LOADING, LOADED } loading;
} telling;

/* Makes room for what is to be told: whoever dies may hold the lock of the heap. */
void telling_make_room(void);
/* From now on, what the implementation dies of is told, and what it traps into is gone on with. */
void telling_catch_deaths(void);

/* Queues the steps of the schedule, if they are wanted. */
void telling_steps(void);
/* Adds to the record how the schedule deviated from the default. */
void telling_deviations(void);
/* A command cannot be obeyed: the test is over. */
void telling_refuse(const char *why);

#endif
