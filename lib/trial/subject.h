/*
 * What tests are made of: a variant of the implementation, with the host that drives its library, and what is known of places in
 * that. A trial has one for each variant; its tests are made in one of them at a time. Inside lib/trial only.
 */
#ifndef TRIAL_SUBJECT_H
#define TRIAL_SUBJECT_H

#include "host/host.h"

enum { MOST_SPINS = 128 };

struct trial;

struct subject {
	enum variant variant;
	struct host *host; /* NULL: a new one is started for the next test */
	uint64_t hosts; /* that were started */
	struct hindrance hindrance; /* of the last one */
	size_t nspins;
	uint64_t spins[MOST_SPINS]; /* places where calls spin */
};

/* The next test is made in this variant; or in the usual one, if this cannot be had. */
void subject_choose(struct trial *, enum variant);
/* Starts a host, unless there is one that can be used. False after a diagnostic. */
bool subject_start(struct trial *);
/* Ends the host of the one in which the last test was made. */
void subject_stop(struct trial *);
/* Ends all hosts. */
void subject_stop_all(struct trial *);
/* Forgets places where calls spin. */
void subject_forget_spins(struct trial *);

#endif
