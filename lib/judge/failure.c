#include "judge/private.h"

#include <stdlib.h>
#include <string.h>

/* A phase is impossible. What class of failure is it, and why? */

static void
settle(struct judge *j, enum failure failure)
{
	j->verdict.outcome = OUTCOME_FAIL;
	j->verdict.failure = failure;
	j->verdict.phase = j->verdict.phases;
}

/* Viable is empty, so it is a failure; but its class cannot be told if the search for it did not end. */
static bool
ended(struct judge *j, struct walk *w, enum search_end end)
{
	if (end == SEARCH_MISHAP)
		judge_mishap(j, w);
	else if (end == SEARCH_CAP)
		settle(j, FAILURE_UNCLASSED);
	return end == SEARCH_DONE;
}

/* A walk to where the model never comes: what goes wrong in a clause there means nothing. */
static void
prepare(const struct judge *j, struct walk *w)
{
	*w = (struct walk){0};
	w->search.forgiving = true;
	w->in_rows = j->options.in_rows;
	set_limits(j, &w->search);
}

/* --- progress --- */

/* Where the Safe configurations of a phase came from: an index into those of the phase before. */
struct generation {
	uint32_t *parent;
	size_t n;
	size_t records; /* where the next phase starts */
};

typedef VEC(struct generation) lineage;

/* Walks the whole history without asking what was bound to go ahead, and remembers who came from whom. */
static enum search_end
walk_safely(struct judge *j, struct walk *w, lineage *line)
{
	enum search_end end = walk_start(w, j->model, j->heap, j->params);
	for (size_t at = 0; end == SEARCH_DONE && at < j->nrecords;) {
		size_t next = replay_phase(j, w, at);
		end = walk_rest(w);
		if (end != SEARCH_DONE || w->search.ends.n == 0)
			return end;
		struct generation g = {.n = w->search.ends.n, .records = next};
		g.parent = arena_array(j->arena, uint32_t, g.n);
		for (size_t i = 0; i < g.n; i++)
			g.parent[i] = walk_root(w, w->search.ends.origins[i].from);
		vec_push(j->arena, line, g);
		if (next < j->nrecords)
			walk_commit(w);
		at = next;
	}
	return end;
}

/* The indices, phase by phase, of the ancestors of the first Safe configuration. */
static uint32_t *
ancestors(struct judge *j, const lineage *line)
{
	uint32_t *index = arena_array(j->arena, uint32_t, line->n);
	index[line->n - 1] = 0;
	for (size_t p = line->n - 1; p > 0; p--)
		index[p - 1] = line->at[p].parent[index[p]];
	return index;
}

/* Was a call bound to go ahead in the end with this index? Then explains it. */
static bool
explains(struct judge *j, struct walk *w, uint32_t index, size_t phase)
{
	struct config_set all = w->search.ends, one = {0};
	set_clear(&one, all.width);
	set_add(&one, set_at(&all, index), all.origins[index]);
	w->search.ends = one;
	bool explained = explain_blocked(j, w, phase);
	set_free(&w->search.ends);
	w->search.ends = all;
	return explained;
}

/*
 * What was seen is possible only if a call of an earlier phase stayed blocked that was bound to go ahead: finds the phase,
 * and explains there.
 */
static void
explain_earlier(struct judge *j, const lineage *line)
{
	uint32_t *index = ancestors(j, line);
	struct walk w;
	prepare(j, &w);
	enum search_end end = walk_start(&w, j->model, j->heap, j->params);
	for (size_t p = 0, at = 0; end == SEARCH_DONE && p < line->n; p++) {
		at = replay_phase(j, &w, at);
		end = walk_rest(&w);
		if (end != SEARCH_DONE || explains(j, &w, index[p], p + 1))
			break;
		walk_commit(&w);
	}
	walk_stop(&w);
}

/* --- safety --- */

/* Could the history up to this phase be explained at all, with these liberties? */
static enum search_end
possible(struct judge *j, bool without_policy, bool without_last_results, bool *answer)
{
	struct walk w;
	prepare(j, &w);
	size_t last = j->phase_start;
	enum search_end end = walk_start(&w, j->model, j->heap, j->params);
	w.rules.without_policy = without_policy;
	for (size_t at = 0; end == SEARCH_DONE && at < j->nrecords;) {
		w.rules.without_results = without_last_results && at == last;
		at = replay_phase(j, &w, at);
		end = walk_rest(&w);
		*answer = w.search.ends.n > 0;
		if (end != SEARCH_DONE || !*answer)
			break;
		walk_commit(&w);
	}
	walk_stop(&w);
	return end;
}

/* Did a call of the phase return something? */
static bool
has_results(const struct judge *j)
{
	for (size_t i = j->phase_start; i < j->nrecords; i++)
		if (j->records[i].has_value)
			return true;
	return false;
}

/* Is there no call that could ever have to wait? Then only a result can be wrong. */
static bool
nobody_waits(const struct spec *s)
{
	for (size_t i = 0; i < s->nops; i++)
		if (s->ops[i].cpre.code || s->ops[i].rule.enabled.code || s->policy->rules[i].enabled.code)
			return false;
	return true;
}

static void
classify_return(struct judge *j, struct walk *w)
{
	bool answer = nobody_waits(j->model->spec);
	enum search_end end = has_results(j) && !answer ? possible(j, false, true, &answer) : SEARCH_DONE;
	enum failure failure = FAILURE_VALUE;
	if (end == SEARCH_DONE && !answer) {
		failure = FAILURE_SAFETY;
		end = possible(j, true, false, &answer);
		if (answer)
			failure = FAILURE_ORDER;
	}
	settle(j, end == SEARCH_CAP ? FAILURE_UNCLASSED : failure);
	explain_return(j, w);
}

/* Searches the phase without asking what was bound to go ahead; in more detail than needed, if there is room for that. */
static enum search_end
search_safely(struct walk *w)
{
	w->search.completed = false;
	w->search.tell_apart = true;
	enum search_end end = walk_rest(w);
	w->search.tell_apart = false;
	return end == SEARCH_CAP ? walk_rest(w) : end;
}

/* So many configurations are enough to look whether time alone forbids a phase: without time there may be far more of them. */
enum { MOST_TIMELESS = 20000 };

/* Could the phase be if all its calls had begun together? Where that takes too long, it is not said. */
static bool
could_be_without_time(struct walk *w, size_t cap)
{
	uint64_t ahead[MODEL_SLOTS], any = 0;
	for (int slot = 0; slot < MODEL_SLOTS; slot++)
		any |= w->search.ahead[slot];
	if (!any)
		return false;
	memcpy(ahead, w->search.ahead, sizeof ahead);
	memset(w->search.ahead, 0, sizeof ahead);
	w->search.cap = cap < MOST_TIMELESS ? cap : MOST_TIMELESS;
	bool could = walk_rest(w) == SEARCH_DONE && w->search.ends.n > 0;
	memcpy(w->search.ahead, ahead, sizeof ahead);
	return could;
}

void
judge_failure(struct judge *j)
{
	struct walk *w = &j->walk, safe;
	lineage line = {0};
	j->verdict.timed = could_be_without_time(w, j->options.cap);
	w->search.cap = j->options.cap;
	/* what is possible from where the model may have been at the last rest? */
	describe_phase(j, w);
	if (!ended(j, w, search_safely(w)))
		return;
	if (w->search.ends.n > 0) {
		settle(j, FAILURE_PROGRESS);
		explain_blocked(j, w, j->verdict.phases);
		return;
	}
	if (j->options.safety_only) {
		classify_return(j, w);
		return;
	}
	/* and from anywhere, if calls may have stayed blocked against the rules? */
	prepare(j, &safe);
	enum search_end end = walk_safely(j, &safe, &line);
	bool explained = end == SEARCH_DONE && safe.search.ends.n > 0;
	if (ended(j, &safe, end) && explained) {
		settle(j, FAILURE_PROGRESS);
		explain_earlier(j, &line);
	}
	walk_stop(&safe);
	if (end == SEARCH_DONE && !explained)
		classify_return(j, w);
}
