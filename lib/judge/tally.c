#include "judge/private.h"

#include <stdlib.h>
#include <string.h>

/* Where so many states were seen, or values take so much, more are not counted. */
enum { MOST_STATES = 1 << 16, MOST_MEMORY = 32 << 20 };

struct tally {
	const struct model *model;
	struct tally_operation *ops;
	struct heap *heap; /* of the values in the states */
	struct config_set states;
	word *state;
	uint64_t *cases; /* of all operations */
	bool more;
};

static size_t
count_cases(const struct spec *s)
{
	size_t n = 0;
	for (size_t i = 0; i < s->nops; i++)
		n += s->ops[i].ncases;
	return n;
}

struct tally *
tally_new(const struct model *m)
{
	const struct spec *s = m->spec;
	struct tally *t = mem_alloc(sizeof *t);
	*t = (struct tally){.model = m, .heap = heap_new(s->heap)};
	t->ops = mem_alloc((s->nops + 1) * sizeof *t->ops);
	t->cases = mem_alloc((count_cases(s) + 1) * sizeof *t->cases);
	memset(t->cases, 0, (count_cases(s) + 1) * sizeof *t->cases);
	t->state = mem_alloc((s->state.n + 1) * sizeof *t->state);
	uint64_t *cases = t->cases;
	for (size_t i = 0; i < s->nops; i++) {
		const struct operation *op = &s->ops[i];
		t->ops[i] = (struct tally_operation){.guarded = op->cpre.code || op->rule.enabled.code || s->policy->rules[i].enabled.code, .cases = cases};
		cases += op->ncases;
	}
	set_clear(&t->states, s->state.n);
	return t;
}

void
tally_free(struct tally *t)
{
	if (!t)
		return;
	set_free(&t->states);
	heap_free(t->heap);
	free(t->state);
	free(t->cases);
	free(t->ops);
	free(t);
}

const struct tally_operation *
tally_operation(const struct tally *t, const struct operation *op)
{
	return &t->ops[op->index];
}

size_t
tally_states(const struct tally *t, bool *more)
{
	*more = t->more;
	return t->states.n;
}

/* The values are those of the tally's heap, so that equal states are equal words, whichever test they are of. */
static void
take_state(struct tally *t, const word *config)
{
	const struct variables *v = &t->model->spec->state;
	if (t->more)
		return;
	for (size_t i = 0; i < v->n; i++)
		t->state[i] = heap_copy(t->heap, v->at[i].type, config[i]);
	set_add(&t->states, t->state, (struct origin){0, -1});
	t->more = t->states.n >= MOST_STATES || heap_bytes(t->heap) > MOST_MEMORY;
}

static void
take_blocked(struct tally *t, struct rules *r, const word *config, int slot)
{
	const struct operation *op = r->calls[slot].op;
	const struct clause *failed = NULL;
	if (!t->ops[op->index].guarded || step_enabled(r, config, slot, &failed) != STEP_NO || !failed)
		return;
	if (failed == &op->cpre)
		t->ops[op->index].kept++;
	else
		t->ops[op->index].kept_by_policy++;
}

void
tally_cases(struct tally *t, struct judge *j)
{
	struct walk *w = &j->walk;
	const word *config = set_at(&w->now, 0);
	for (uint64_t fresh = w->fresh; fresh; fresh &= fresh - 1) {
		int slot = __builtin_ctzll(fresh);
		const struct operation *op = w->rules.calls[slot].op;
		for (size_t i = 0; i < op->ncases; i++) {
			word holds = false;
			if (rules_evaluate(&w->rules, config, slot, &op->cases[i].clause, &holds) == STEP_YES)
				t->ops[op->index].cases[i] += holds != 0;
		}
	}
}

void
tally_phase(struct tally *t, struct judge *j, uint64_t finished, uint64_t fresh)
{
	struct rules *r = &j->walk.rules;
	const word *config = set_at(&j->walk.now, 0); /* any of them: all explain what was seen */
	for (; finished; finished &= finished - 1) {
		int slot = __builtin_ctzll(finished);
		t->ops[r->calls[slot].op->index].held += !r->calls[slot].refused && t->ops[r->calls[slot].op->index].guarded;
		fresh &= ~(1ull << slot);
	}
	for (; fresh; fresh &= fresh - 1)
		take_blocked(t, r, config, __builtin_ctzll(fresh));
	take_state(t, config);
}
