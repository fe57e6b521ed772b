#include "judge/private.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CIRCUMSTANCES = 6, MOST_EXPLAINED = 2000, MOST_OVERTAKEN = 100 };

/* Reasons that are being collected, grouped by call and clause. */
struct whys {
	struct judge *judge;
	struct walk *walk;
	bool only_policy; /* look at what the policy forbids, and at nothing else */
	size_t overtakings; /* configurations in which it was looked for who was overtaken */
	struct why list[MODEL_SLOTS];
	size_t n;
};

/* `r0 exit(1, 300), r1 ...`: what has gone ahead in this phase on the way to a configuration. */
static const char *
path_to(struct whys *y, uint32_t seen)
{
	const struct walk *w = y->walk;
	int8_t executed[MODEL_SLOTS];
	size_t n = 0;
	while (seen >= w->now.n) {
		const struct origin *o = &w->search.seen.origins[seen];
		if (o->executed >= 0 && n < MODEL_SLOTS)
			executed[n++] = o->executed;
		seen = o->from;
	}
	struct text t = {0};
	while (n-- > 0)
		text_printf(&t, "%s%s", t.n ? ", " : "", call_text(y->judge, &y->walk->rules, executed[n], true));
	return t.n ? text_take(&t, y->judge->arena) : "";
}

static bool
same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static struct why *
find_why(struct whys *y, int slot, const char *rule, const char *clause)
{
	const struct call *call = &y->walk->rules.calls[slot];
	for (size_t i = 0; i < y->n; i++) {
		const struct why *w = &y->list[i];
		if (w->client == call->client && strcmp(w->rule, rule) == 0 && same_text(w->clause, clause))
			return &y->list[i];
	}
	if (y->n == MODEL_SLOTS)
		return NULL;
	struct why *w = &y->list[y->n++];
	*w = (struct why){.client = call->client, .op = call->op, .call = call_text(y->judge, &y->walk->rules, slot, false), .rule = rule, .clause = clause};
	w->at = arena_array(y->judge->arena, struct circumstance, MOST_CIRCUMSTANCES);
	return w;
}

static bool
same_circumstance(const struct circumstance *a, const struct circumstance *b)
{
	bool same = same_text(a->values, b->values) && same_text(a->message, b->message) && a->novertaken == b->novertaken && a->any_overtaken == b->any_overtaken;
	for (size_t i = 0; same && i < a->novertaken; i++)
		same = strcmp(a->overtaken[i], b->overtaken[i]) == 0;
	return same;
}

static struct why *
add_reason(struct whys *y, int slot, const char *rule, const char *clause, const struct circumstance *c)
{
	struct why *w = find_why(y, slot, rule, clause);
	if (!w)
		return NULL;
	w->orders++;
	for (size_t i = 0; i < w->n; i++)
		if (same_circumstance(&w->at[i], c))
			return w;
	if (w->n < MOST_CIRCUMSTANCES)
		w->at[w->n++] = *c;
	return w;
}

/* Who should have gone before the call, and has not. Where one that has gone would have done, nobody was overtaken. */
static void
find_overtaken(struct whys *y, const word *config, int slot, const struct clause *failed, struct circumstance *c)
{
	struct rules *r = &y->walk->rules;
	bool any;
	if (y->overtakings++ >= MOST_OVERTAKEN)
		return;
	uint64_t overtaken = rules_overtaken(r, config, slot, failed, &any), finished = y->walk->search.finished;
	if (any && (overtaken & finished))
		return;
	c->overtaken = arena_array(y->judge->arena, const char *, MODEL_SLOTS);
	for (uint64_t left = overtaken & ~finished; left; left &= left - 1)
		c->overtaken[c->novertaken++] = call_text(y->judge, r, __builtin_ctzll(left), true);
	c->any_overtaken = any;
}

/* Why the call cannot execute in this configuration; returns false if it can. */
static bool
explain_stuck(struct whys *y, const word *config, uint32_t seen, int slot)
{
	struct rules *r = &y->walk->rules;
	const struct clause *failed = NULL;
	word *copy = mem_alloc(r->layout.words * sizeof *copy);
	enum step step = step_enabled(r, config, slot, &failed);
	if (step == STEP_YES) {
		memcpy(copy, config, r->layout.words * sizeof *copy);
		step = step_execute(r, copy, slot, &failed, NULL);
	}
	free(copy);
	if (step != STEP_NO)
		return false;
	const struct operation *op = r->calls[slot].op;
	const struct clause *policy = &r->model->spec->policy->rules[op->index].enabled;
	if (y->only_policy && failed != policy)
		return false;
	struct reason reason = rules_explain(r, y->judge->arena, config, slot, failed, false);
	const char *rule = failed->name ? failed->name : arena_printf(y->judge->arena, "returns of %s", op->name);
	struct circumstance c = {.after = path_to(y, seen), .values = reason.values, .message = reason.message};
	if (failed == policy || failed == &op->rule.enabled)
		find_overtaken(y, config, slot, failed, &c);
	add_reason(y, slot, rule, reason.clause, &c);
	return true;
}

static uint64_t
executed_somewhere(const struct walk *w)
{
	uint64_t all = 0;
	for (size_t i = 0; i < w->search.seen.n; i++)
		if (w->search.seen.origins[i].executed >= 0)
			all |= 1ull << w->search.seen.origins[i].executed;
	return all;
}

/* Those of the calls that could begin somewhere: others only wait for calls that never went ahead. */
static uint64_t
began_somewhere(const struct walk *w, uint64_t calls)
{
	uint64_t began = 0;
	for (size_t i = 0; i < w->search.seen.n && began != calls; i++)
		for (uint64_t left = calls & ~began; left; left &= left - 1)
			began |= search_has_begun(&w->search, set_at(&w->search.seen, i), __builtin_ctzll(left)) ? left & -left : 0;
	return began;
}

static int
left_over(const struct walk *w, const word *config)
{
	return __builtin_popcountll((config_in(&w->rules, config) | config_pending(&w->rules, config)) & w->search.finished);
}

/* Looks at each configuration in which one of the calls is pending. */
static void
explain_calls(struct whys *y, uint64_t calls, int fewest)
{
	struct walk *w = y->walk;
	size_t explained = 0;
	for (size_t i = 0; i < w->search.seen.n && explained < MOST_EXPLAINED; i++) {
		const word *config = set_at(&w->search.seen, i);
		if (fewest && left_over(w, config) != fewest)
			continue;
		for (uint64_t left = config_pending(&w->rules, config) & calls; left; left &= left - 1) {
			int slot = __builtin_ctzll(left);
			explained += search_has_begun(&w->search, config, slot) && explain_stuck(y, config, (uint32_t)i, slot);
		}
	}
}

static void
start(struct whys *y, struct judge *j, struct walk *w)
{
	*y = (struct whys){.judge = j, .walk = w};
	w->rules.name = j->name;
	w->rules.name_context = j->name_context;
}

static void
finish(struct whys *y)
{
	struct verdict *v = &y->judge->verdict;
	v->whys = arena_array(y->judge->arena, struct why, y->n);
	memcpy(v->whys, y->list, y->n * sizeof *v->whys);
	v->nwhys = y->n;
}

/* Calls that returned could not all have gone ahead. The search is done; nothing came out of it. */
void
explain_return(struct judge *j, struct walk *w)
{
	struct whys y;
	start(&y, j, w);
	uint64_t never = began_somewhere(w, w->search.finished & ~executed_somewhere(w));
	int fewest = 0;
	if (!never) {
		/* each could go ahead, but not all: show what is left over where most have */
		j->verdict.not_together = true;
		for (size_t i = 0; i < w->search.seen.n; i++) {
			int left = left_over(w, set_at(&w->search.seen, i));
			fewest = fewest == 0 || left < fewest ? left : fewest;
		}
		never = w->search.finished;
	}
	y.only_policy = j->verdict.failure == FAILURE_ORDER;
	explain_calls(&y, never, fewest);
	if (y.n == 0) {
		y.only_policy = false;
		explain_calls(&y, never, fewest);
	}
	for (size_t i = 0; i < y.n; i++)
		y.list[i].always = !j->verdict.not_together;
	finish(&y);
}

/* Is a call bound to go ahead in this configuration? STEP_ASKS if that depends on an order that is still open. */
static enum step
some_bound(struct rules *r, const word *config)
{
	enum step some = STEP_NO;
	for (uint64_t left = config_pending(r, config); left; left &= left - 1) {
		enum step step = search_bound(r, config, __builtin_ctzll(left));
		if (step == STEP_ASKS)
			return step;
		some = step == STEP_YES ? step : some;
	}
	return some;
}

/* Settles open orders until it is known of each configuration which calls are bound in it; keeps those in which some are. */
static void
settle_bound(struct walk *w, const word *config, struct config_set *found, uint32_t index)
{
	enum step step = some_bound(&w->rules, config);
	if (found->n >= MOST_EXPLAINED)
		return;
	if (step == STEP_YES)
		set_add(found, config, (struct origin){index, -1});
	if (step != STEP_ASKS)
		return;
	size_t width = w->rules.layout.words;
	word *ways = mem_alloc(width * MODEL_SLOTS * sizeof *ways);
	size_t n = config_refine(&w->rules, config, ways);
	for (size_t i = 0; i < n; i++)
		settle_bound(w, ways + i * width, found, index);
	free(ways);
}

/* What a call must wait for, most of all; NULL if for nothing. */
static const struct clause *
guard_of(const struct rules *r, int slot)
{
	const struct operation *op = r->calls[slot].op;
	const struct clause *guards[] = {&op->cpre, &op->rule.enabled, &r->model->spec->policy->rules[op->index].enabled, &op->must};
	for (size_t i = 0; i < 4 && !r->calls[slot].refused; i++)
		if (guards[i]->code)
			return guards[i];
	return NULL;
}

static void
explain_bound(struct whys *y, const word *config, uint32_t seen, size_t phase)
{
	struct rules *r = &y->walk->rules;
	for (uint64_t left = config_pending(r, config); left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		if (search_bound(r, config, slot) != STEP_YES)
			continue;
		const struct operation *op = r->calls[slot].op;
		const struct clause *guard = guard_of(r, slot);
		struct reason reason = {.clause = NULL, .values = ""};
		if (guard)
			reason = rules_explain(r, y->judge->arena, config, slot, guard, true);
		struct circumstance c = {.after = path_to(y, seen), .values = reason.values};
		c.message = rules_message(r, y->judge->arena, config, slot, r->calls[slot].refused ? &op->pre : &op->must);
		struct why *why = add_reason(y, slot, guard ? guard->name : r->calls[slot].refused ? "reject" : "", reason.clause, &c);
		if (why)
			why->bound_in = phase;
	}
}

/* Calls that did not return were bound to: the search has ended in configurations in which rules may still apply. */
bool
explain_blocked(struct judge *j, struct walk *w, size_t phase)
{
	struct whys y;
	start(&y, j, w);
	struct config_set found = {0};
	set_clear(&found, w->rules.layout.words);
	for (size_t i = 0; i < w->search.ends.n; i++)
		settle_bound(w, set_at(&w->search.ends, i), &found, w->search.ends.origins[i].from);
	for (size_t i = 0; i < found.n; i++)
		explain_bound(&y, set_at(&found, i), found.origins[i].from, phase);
	for (size_t i = 0; i < y.n; i++)
		y.list[i].always = y.list[i].orders == found.n;
	set_free(&found);
	finish(&y);
	return y.n > 0;
}
