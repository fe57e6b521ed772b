#include "trial/signature.h"

#include <string.h>

static void
take_rules(struct arena *a, const struct verdict *v, struct signature *s)
{
	s->rules = arena_array(a, const char *, v->nwhys + 1);
	for (size_t i = 0; i < v->nwhys; i++)
		s->rules[s->nrules++] = arena_printf(a, "%s: %s", v->whys[i].op->name, v->whys[i].rule ? v->whys[i].rule : "");
}

struct signature
signature_of(struct arena *a, const struct trial_result *r)
{
	struct signature s = {.kind = r->kind, .failure = r->failure, .variant = r->test->variant};
	if (r->kind == KIND_JUDGED && r->verdict)
		take_rules(a, r->verdict, &s);
	if (r->kind != KIND_JUDGED && r->wrong)
		s.wrong = arena_strdup(a, r->wrong);
	for (size_t i = 0; i < r->stack.n && !s.placed; i++) {
		s.placed = !r->stack.at[i].file && !r->stack.at[i].left_out;
		s.place = s.placed ? r->stack.at[i].offset : 0;
	}
	struct race *races = arena_array(a, struct race, r->nraces + 1);
	for (size_t i = 0; r->kind == KIND_RACE && i < r->nraces; i++)
		races[s.races.n++] = r->races[i].race;
	s.races = races_copy(a, &(struct races){s.races.n, races});
	return s;
}

static bool
share_a_rule(const struct signature *a, const struct signature *b)
{
	for (size_t i = 0; i < a->nrules; i++)
		for (size_t k = 0; k < b->nrules; k++)
			if (strcmp(a->rules[i], b->rules[k]) == 0)
				return true;
	return a->nrules == 0 && b->nrules == 0;
}

static bool
share_a_race(const struct signature *a, const struct signature *b)
{
	for (size_t i = 0; i < a->races.n; i++)
		for (size_t k = 0; k < b->races.n; k++)
			if (race_same(&a->races.at[i], &b->races.at[k]))
				return true;
	return false;
}

bool
signature_same(const struct signature *a, const struct signature *b)
{
	if (a->kind != b->kind || (a->kind == KIND_JUDGED && a->failure != b->failure))
		return false;
	if (a->kind == KIND_JUDGED)
		return share_a_rule(a, b);
	if (a->kind == KIND_RACE)
		return share_a_race(a, b);
	if (a->placed && b->placed && a->variant == b->variant)
		return a->place == b->place;
	return a->wrong && b->wrong ? strcmp(a->wrong, b->wrong) == 0 : a->wrong == b->wrong;
}

bool
signature_known(const struct signature *known, size_t n, const struct trial_result *r)
{
	struct arena a = {0};
	bool is = false;
	if (n == 0 || r->end != TRIAL_FAILED)
		return false;
	struct signature s = signature_of(&a, r);
	for (size_t i = 0; i < n && !is; i++)
		is = signature_same(&known[i], &s);
	arena_free(&a);
	return is;
}
