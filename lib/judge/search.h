/* All runs of the model through one phase. Inside lib/judge only. */
#ifndef JUDGE_SEARCH_H
#define JUDGE_SEARCH_H

#include "judge/lost.h"
#include "model/set.h"
#include "model/model.h"

enum search_end { SEARCH_DONE, SEARCH_CAP, SEARCH_MISHAP };

struct search {
	struct rules *rules;
	uint64_t finished; /* calls that returned in this phase */
	uint64_t lost; /* calls that may go ahead, or not, whatever they return */
	uint64_t ahead[MODEL_SLOTS]; /* of each call of the phase: those that had returned before it began */
	bool tell_apart; /* look at calls that are alike in every order, so that an explanation can name each */
	bool forgiving; /* a run in which a clause goes wrong ends there, and is none */
	bool completed; /* end only where no rule applies any more (Viable), else wherever all have arrived (Safe) */
	size_t cap, memory;
	size_t most; /* configurations that were looked at */
	const char *stopped; /* SEARCH_CAP: why, where neither they nor their memory were too much */
	size_t many; /* from so many configurations on, where the order cannot matter to where the phase ends, one order will do */
	struct config_set seen; /* everything that was reached */
	struct config_set ends; /* where the phase may end; origins are indices of `seen` */
	word *scratch; /* for configurations that are being made, and one that is being looked at */
	size_t scratch_words;
	uint64_t twins[MODEL_SLOTS]; /* calls of the phase that this one may take turns with: they come first */
	bool twins_execute[MODEL_SLOTS];
	struct lost losses;
	uint32_t *deep; /* configurations to look at next, the last one first, where one order will do */
	size_t ndeep, deep_cap;
};

/*
 * Walks from the given configurations (of the rules' layout, the phase's calls already let in) through all runs in which
 * exactly the finished calls execute; through one of them only where there are many, and all must end alike. What goes wrong
 * in a clause, or with the invariant, in some order alone is then not found.
 */
enum search_end search_phase(struct search *, const struct config_set *from, uint64_t fresh);
void search_free(struct search *);

/* May the call do anything yet? Who returned before it began has gone ahead before. */
bool search_has_begun(const struct search *, const word *config, int slot);
/* Is a pending call bound to go ahead in this configuration? */
enum step search_bound(struct rules *, const word *config, int slot);

#endif
