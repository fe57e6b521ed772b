/* A history on its way through the model, phase by phase. Inside lib/judge only. */
#ifndef JUDGE_WALK_H
#define JUDGE_WALK_H

#include "judge/judge.h"
#include "judge/search.h"

/* What happened, as it is replayed: a call took a slot, the call of a slot began or returned, all came to rest. */
struct record {
	enum event_kind kind;
	int8_t slot;
	bool has_value;
	union {
		struct call *call; /* CALLED */
		word value; /* RETURNED */
	};
};

struct walk {
	struct rules rules;
	struct search search;
	struct config_set now; /* where the model may be: Viable or Safe */
	uint64_t used, fresh; /* slots: of calls that are outstanding or returned in this phase, of those that were made in it */
	bool entered; /* the calls of this phase are in the configurations */
};

enum search_end walk_start(struct walk *, const struct model *, struct heap *, const word *params);
void walk_stop(struct walk *);
/* Takes a call, or that one began or returned. */
void walk_take(struct walk *, const struct record *);
/*
 * All is at rest: searches the phase; it may be searched again, with other settings. After it, search.ends holds where the
 * model may be now; walk_commit makes that the present and frees the slots of the calls that returned. Until then walk->now
 * is what it was before the phase, with the phase's calls let in.
 */
enum search_end walk_rest(struct walk *);
void walk_commit(struct walk *);
/* The index in walk->now from which a configuration that the search has seen was reached. */
uint32_t walk_root(const struct walk *, uint32_t seen);

#endif
