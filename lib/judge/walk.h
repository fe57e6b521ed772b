/* A history on its way through the model, phase by phase. Inside lib/judge only. */
#ifndef JUDGE_WALK_H
#define JUDGE_WALK_H

#include "judge/judge.h"
#include "judge/search.h"

/* What happened, as it is replayed: a call took a slot, the call of a slot began, returned or was lost, all came to rest. */
struct record {
	enum event_kind kind : 8;
	bool has_value : 1, rough : 1, unsure : 1;
	int16_t slot;
	int64_t time;
	union {
		struct call *call; /* CALLED */
		word value; /* RETURNED */
	};
};

/* An event of the phase. */
struct moment {
	struct record record;
	bool again; /* CALLED: the slot was that of another call of the phase, */
	struct call before; /* ... this one */
};

struct walk {
	struct rules rules;
	struct search search;
	struct config_set now; /* where the model may be: Viable or Safe */
	uint64_t used, fresh; /* slots: of calls that are outstanding or returned in this phase, of those that were made in it */
	uint64_t open; /* slots that were in use before this phase */
	uint64_t lost; /* slots of lost calls */
	int64_t began[MODEL_SLOTS]; /* when */
	bool entered; /* the calls of this phase are in the configurations */
	struct moment *moments; /* of this phase */
	size_t nmoments, moments_cap;
	bool reused; /* a slot was used twice in this phase */
	bool timed; /* it is known of each call of this phase which others had returned before it began */
	uint64_t unbegun; /* slots of calls that were made when others had returned, and have not begun */
	bool in_rows; /* take the events of a phase one by one even where that is not needed */
	bool ended; /* nothing follows: one run that explains all will do */
};

enum search_end walk_start(struct walk *, const struct model *, struct heap *, const word *params);
void walk_stop(struct walk *);
/* Makes the call that of the slot. */
void walk_put(struct walk *, int slot, const struct call *);
/*
 * Takes what happened; but that all is at rest counts only with walk_rest. A call may have a slot of the phase whose call has returned.
 */
void walk_take(struct walk *, const struct record *);
/*
 * All is at rest, or it is the end: searches the phase; it may be searched again, with other settings. After it, search.ends holds where the
 * model may be now; walk_commit makes that the present and frees the slots of the calls that returned. Until then walk->now
 * is what it was before the phase, with the phase's calls let in. Where the phase is taken event by event, and one of them cannot be, the walk
 * is put in front of that one: then walk->now is where the model may have been there, and the phase is that event.
 */
enum search_end walk_rest(struct walk *);
/* The same, where no slot was used twice: the calls of the phase together, in whatever order time allows. */
enum search_end walk_together(struct walk *);
void walk_commit(struct walk *);
/* The index in walk->now from which a configuration that the search has seen was reached. */
uint32_t walk_root(const struct walk *, uint32_t seen);

#endif
