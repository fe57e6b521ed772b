/* What the files of the judge share. Inside lib/judge only. */
#ifndef JUDGE_PRIVATE_H
#define JUDGE_PRIVATE_H

#include "judge/walk.h"

struct judge {
	struct arena *arena;
	const struct model *model;
	struct judge_options options;
	struct heap *heap; /* of values; replaced when it has grown too much */
	size_t heap_limit, least_heap_limit;
	word *params;
	struct walk walk;
	struct record *records; /* the whole history; on the heap of the program, for it grows long */
	size_t nrecords, records_cap;
	size_t phase_start; /* the first record of this phase */
	struct arena args; /* the calls of the records */
	VEC(int8_t) slots; /* by client: the slot of its outstanding call, or -1 */
	struct verdict verdict;
	const char *misuse;
	bool choice; /* something else could have been made of the events so far */
	const char *(*name)(int client, void *);
	void *name_context;
};

/* `r0 enter(1, 900)` */
const char *call_text(struct judge *, struct rules *, int slot, bool with_client);

/* How far a search goes, as the options say. */
void set_limits(const struct judge *, struct search *);

/* Takes the records of one phase, from `start` on; returns where the next one starts. */
size_t replay_phase(struct judge *, struct walk *, size_t start);

/* The phase is impossible: fills in the verdict. The walk stands before the phase, its calls and returns taken. */
void judge_failure(struct judge *);
/* Something in the specification went wrong. */
void judge_mishap(struct judge *, struct walk *);
void describe_phase(struct judge *, struct walk *);

/* A phase was passed, and is not committed yet: which cases its calls are. */
void tally_cases(struct tally *, struct judge *);
/* A phase was passed and committed: what its calls show. `finished` are the slots of those that returned. */
void tally_phase(struct tally *, struct judge *, uint64_t finished, uint64_t fresh);

/* explain.c */
void explain_return(struct judge *, struct walk *);
/* False: no call was bound to go ahead. */
bool explain_blocked(struct judge *, struct walk *, size_t phase);

#endif
