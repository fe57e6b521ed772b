#include "judge/search.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

static enum search_end
keep(struct search *s, const word *config, struct origin origin)
{
	set_add(&s->seen, config, origin);
	if (s->seen.n > s->cap || set_bytes(&s->seen) + set_bytes(&s->ends) + heap_bytes(s->rules->heap) > s->memory)
		return SEARCH_CAP;
	return SEARCH_DONE;
}

/* A step that could not be answered before an order of arrival is settled: go on from each way to settle it. */
static enum search_end
settle(struct search *s, const word *config, uint32_t index)
{
	size_t n = config_refine(s->rules, config, s->scratch);
	for (size_t i = 0; i < n; i++) {
		enum search_end end = keep(s, s->scratch + i * s->seen.width, (struct origin){index, -1});
		if (end != SEARCH_DONE)
			return end;
	}
	return SEARCH_DONE;
}

enum step
search_bound(struct rules *r, const word *config, int slot)
{
	if (r->calls[slot].lost)
		return STEP_NO;
	enum step step = step_enabled(r, config, slot, NULL);
	return step == STEP_YES ? step_must(r, config, slot) : step;
}

/* Does no rule apply any more, leaving aside calls that need not go ahead? */
static enum step
completed(struct search *s, const word *config)
{
	for (uint64_t left = config_pending(s->rules, config); left; left &= left - 1) {
		enum step step = search_bound(s->rules, config, __builtin_ctzll(left));
		if (step != STEP_NO)
			return step == STEP_YES ? STEP_NO : step;
	}
	return STEP_YES;
}

/* What became of a configuration that was looked at. */
enum progress { GO_ON, STOPPED, SETTLED };

static enum progress
after(struct search *s, enum step step, const word *config, uint32_t index, enum search_end *end)
{
	*end = SEARCH_DONE;
	if (step == STEP_MISHAP && !s->forgiving) {
		*end = SEARCH_MISHAP;
		return STOPPED;
	}
	if (step != STEP_ASKS)
		return GO_ON;
	*end = settle(s, config, index);
	return SETTLED;
}

static enum progress
arrive(struct search *s, const word *config, uint32_t index, int slot, enum search_end *end)
{
	memcpy(s->scratch, config, s->seen.width * sizeof *config);
	enum step step = step_arrive(s->rules, s->scratch, slot);
	if (step == STEP_YES)
		*end = keep(s, s->scratch, (struct origin){index, -1});
	else
		return after(s, step, config, index, end);
	return *end == SEARCH_DONE ? GO_ON : STOPPED;
}

static enum progress
go_ahead(struct search *s, const word *config, uint32_t index, int slot, enum search_end *end)
{
	enum step step = step_enabled(s->rules, config, slot, NULL);
	if (step == STEP_YES) {
		memcpy(s->scratch, config, s->seen.width * sizeof *config);
		step = step_execute(s->rules, s->scratch, slot, NULL, NULL);
	} else if (step == STEP_NO) {
		return GO_ON;
	}
	if (step != STEP_YES)
		return after(s, step, config, index, end);
	*end = keep(s, s->scratch, (struct origin){index, (int8_t)slot});
	return *end == SEARCH_DONE ? GO_ON : STOPPED;
}

struct loss {
	struct search *search;
	struct origin origin;
	enum search_end end;
};

static bool
keep_loss(void *context, const word *config)
{
	struct loss *l = context;
	l->end = keep(l->search, config, l->origin);
	return l->end == SEARCH_DONE;
}

static enum progress
go_ahead_lost(struct search *s, const word *config, uint32_t index, int slot, enum search_end *end)
{
	struct loss l = {s, {index, (int8_t)slot}, SEARCH_DONE};
	enum step step = lost_execute(&s->losses, s->rules, config, slot, s->scratch, keep_loss, &l);
	*end = s->losses.unknown ? SEARCH_CAP : l.end;
	return *end != SEARCH_DONE ? STOPPED : step == STEP_YES ? GO_ON : after(s, step, config, index, end);
}

bool
search_has_begun(const struct search *s, const word *config, int slot)
{
	return !s->ahead[slot] || !(s->ahead[slot] & (config_in(s->rules, config) | config_pending(s->rules, config)));
}

/* Of calls that are alike, the first goes first: the others would lead to the same. */
static bool
has_turn(const struct search *s, int slot, uint64_t waiting)
{
	return !(s->twins[slot] & waiting);
}

static enum search_end
expand(struct search *s, const word *config, uint32_t index)
{
	uint64_t in = config_in(s->rules, config), pending = config_pending(s->rules, config);
	enum search_end end = SEARCH_DONE;
	for (uint64_t left = in; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		if (has_turn(s, slot, in) && search_has_begun(s, config, slot) && arrive(s, config, index, slot, &end) != GO_ON)
			return end;
	}
	for (uint64_t left = pending & (s->finished | s->lost); left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		if ((s->twins_execute[slot] && !has_turn(s, slot, pending)) || !search_has_begun(s, config, slot))
			continue;
		if ((s->lost & bit(slot) ? go_ahead_lost : go_ahead)(s, config, index, slot, &end) != GO_ON)
			return end;
	}
	if (in & ~s->lost || pending & s->finished)
		return SEARCH_DONE;
	enum step step = s->completed ? completed(s, config) : STEP_YES;
	if (step == STEP_YES)
		set_add(&s->ends, config, (struct origin){index, -1});
	else
		after(s, step, config, index, &end);
	return end;
}

static bool
alike(const struct call *a, const struct call *b)
{
	return a->op == b->op && a->returned == b->returned && a->lost == b->lost && a->result == b->result && a->refused == b->refused &&
		memcmp(a->waited, b->waited, sizeof a->waited) == 0 &&
		(a->op->n == 0 || memcmp(a->args, b->args, a->op->n * sizeof *a->args) == 0);
}

/* Did all calls of the phase that had to wait for b to return have to wait for a, too? */
static bool
returned_as_early(const struct search *s, int a, int b, uint64_t fresh)
{
	for (uint64_t left = fresh; left; left &= left - 1) {
		uint64_t ahead = s->ahead[__builtin_ctzll(left)];
		if ((ahead & bit(b)) && !(ahead & bit(a)))
			return false;
	}
	return true;
}

/*
 * Wherever b goes first, could a do so in its place, and b later in that of a? Where they carry what tells them apart once they have
 * arrived, they take over all of each other's place, so that both must have returned at the same time as far as others can tell.
 */
static bool
may_precede(const struct search *s, int a, int b, uint64_t fresh, bool tell)
{
	return !(s->ahead[a] & ~s->ahead[b]) && returned_as_early(s, a, b, fresh) && (!tell || returned_as_early(s, b, a, fresh));
}

/*
 * Calls of the phase with the same operation, arguments and result can change places in any run, as far as neither begins or returns too
 * late for that, so the first may be taken to arrive first. They may be told apart afterwards if they stay pending and carry information or
 * an order; and, once arrived, by what they carry.
 */
static void
find_twins(struct search *s, uint64_t fresh)
{
	const struct model *m = s->rules->model;
	bool tell = m->infos || m->order != ORDER_NONE;
	memset(s->twins, 0, sizeof s->twins);
	memset(s->twins_execute, 0, sizeof s->twins_execute);
	for (uint64_t left = s->tell_apart ? 0 : fresh; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		bool ends = s->finished & bit(slot);
		if (!ends && tell)
			continue;
		for (uint64_t others = fresh & (bit(slot) - 1); others; others &= others - 1) {
			int other = __builtin_ctzll(others);
			if (ends != !!(s->finished & bit(other)) || !alike(&s->rules->calls[slot], &s->rules->calls[other]))
				continue;
			if (may_precede(s, other, slot, fresh, tell))
				s->twins[slot] |= bit(other);
			else if (may_precede(s, slot, other, fresh, tell))
				s->twins[other] |= bit(slot);
		}
		s->twins_execute[slot] = !m->arrivals || !tell;
	}
}

/* Do all runs from this configuration that come to their end come to the same one, whatever the order? */
static bool
ends_alike(struct search *s, const word *config, uint64_t fresh)
{
	const struct model *m = s->rules->model;
	uint64_t stay = (config_in(s->rules, config) | config_pending(s->rules, config)) & ~s->finished;
	if (s->lost || (stay && (m->infos || m->order != ORDER_NONE)))
		return false; /* in what order those who stay have arrived is a part of the end */
	return !s->tell_apart && !s->rules->without_results && rules_commute(s->rules, config, s->finished | fresh);
}

static enum search_end
look_at(struct search *s, size_t i)
{
	size_t width = s->seen.width;
	word *config = s->scratch + width * MODEL_SLOTS; /* a copy, for the set moves as it grows */
	memcpy(config, set_at(&s->seen, i), width * sizeof *config);
	return expand(s, config, (uint32_t)i);
}

/* Has a run come to its end here, with whatever result? */
static bool
is_end(const struct search *s, const word *config)
{
	return !config_in(s->rules, config) && !(config_pending(s->rules, config) & s->finished);
}

static void
go_deep(struct search *s, size_t from)
{
	for (; from < s->seen.n; from++) {
		if (s->ndeep == s->deep_cap) {
			s->deep_cap = s->deep_cap ? 2 * s->deep_cap : 256;
			s->deep = mem_grow(s->deep, s->deep_cap * sizeof *s->deep);
		}
		s->deep[s->ndeep++] = (uint32_t)from;
	}
}

/* From one start there is one end: goes straight for it. Who comes to what was reached from another start would come to the same. */
static enum search_end
seek_end(struct search *s, size_t start)
{
	s->ndeep = 0;
	for (size_t i = start;; i = s->deep[--s->ndeep]) {
		size_t known = s->seen.n;
		bool end = is_end(s, set_at(&s->seen, i));
		enum search_end how = look_at(s, i);
		if (how != SEARCH_DONE || (end && s->seen.n == known))
			return how;
		go_deep(s, known);
		if (s->ndeep == 0)
			return SEARCH_DONE;
	}
}

static bool
one_order_will_do(struct search *s, const struct config_set *from, uint64_t fresh)
{
	for (size_t i = 0; i < from->n; i++)
		if (!ends_alike(s, set_at(from, i), fresh))
			return false;
	return true;
}

/* What is seen begins with where the runs start. */
static enum search_end
start_at(struct search *s, const struct config_set *from, size_t width)
{
	set_clear(&s->seen, width);
	set_clear(&s->ends, width);
	for (size_t i = 0; i < from->n; i++)
		if (keep(s, set_at(from, i), (struct origin){(uint32_t)i, -1}) != SEARCH_DONE)
			return SEARCH_CAP;
	return SEARCH_DONE;
}

static enum search_end
seek_ends(struct search *s, const struct config_set *from)
{
	enum search_end end = start_at(s, from, s->seen.width);
	for (size_t i = 0; i < from->n && end == SEARCH_DONE; i++)
		end = seek_end(s, i);
	return end;
}

static enum search_end
all_runs(struct search *s, const struct config_set *from, uint64_t fresh)
{
	size_t width = s->rules->layout.words;
	size_t room = width * (MODEL_SLOTS + 1);
	if (s->scratch_words < room) {
		s->scratch_words = room;
		s->scratch = mem_grow(s->scratch, s->scratch_words * sizeof *s->scratch);
	}
	find_twins(s, fresh);
	if (start_at(s, from, width) != SEARCH_DONE)
		return SEARCH_CAP;
	bool asked = false;
	for (size_t i = 0; i < s->seen.n; i++) {
		if (!asked && s->seen.n > s->many) {
			asked = true;
			if (one_order_will_do(s, from, fresh))
				return seek_ends(s, from);
		}
		enum search_end end = look_at(s, i);
		if (end != SEARCH_DONE)
			return end;
	}
	return SEARCH_DONE;
}

enum search_end
search_phase(struct search *s, const struct config_set *from, uint64_t fresh)
{
	enum search_end end = all_runs(s, from, fresh);
	s->most = s->seen.n;
	return end;
}

void
search_free(struct search *s)
{
	set_free(&s->seen);
	set_free(&s->ends);
	lost_free(&s->losses);
	free(s->scratch);
	free(s->deep);
	*s = (struct search){0};
}
