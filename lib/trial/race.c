#include "trial/race.h"

#include "model/model.h"

enum { MOST_RACES = 100 };

static const char *
actor_name(struct arena *a, struct trial *t, const struct race_access *s)
{
	if (s->actor >= ACTOR_THREAD)
		return arena_printf(a, "thread %d", s->actor - ACTOR_THREAD);
	if (s->actor >= 0 && (size_t)s->actor < t->draws.nclients)
		return arena_strdup(a, trial_client_name(s->actor, t));
	return s->called && s->call == 1 ? "destroy" : "create";
}

/* Calls are counted as they are made. */
static const struct event *
called(const struct trial *t, const struct race_access *s)
{
	uint64_t nth = 0;
	for (size_t i = 0; i < t->lines.n && s->called; i++) {
		const struct event *e = &t->lines.at[i].event;
		if (e->kind == EVENT_CALLED && nth++ == s->call)
			return e->client == s->actor ? e : NULL;
	}
	return NULL;
}

static const char *
call_text(struct arena *a, struct trial *t, const struct event *e)
{
	struct text text = {0};
	struct rules r;
	rules_start(&r, t->model, t->heap, t->params);
	model_print_call(&text, &r, e->op, e->args);
	rules_stop(&r);
	return text_take(&text, a);
}

static struct told_race
describe(struct arena *a, struct trial *t, const struct race *race)
{
	const struct races one = {1, race};
	struct told_race r = {.race = *races_copy(a, &one).at, .variant = t->subject->variant};
	for (int i = 0; i < 2; i++) {
		const struct event *e = called(t, &race->sides[i]);
		r.actors[i] = actor_name(a, t, &race->sides[i]);
		r.calls[i] = e ? call_text(a, t, e) : NULL;
	}
	return r;
}

static bool
is_known(const struct trial *t, const struct race *race)
{
	const struct trial_stats *s = t->stats;
	for (size_t i = 0; i < s->nraces; i++)
		if (s->races[i].variant == t->subject->variant && race_same(&s->races[i].race, race))
			return true;
	return false;
}

/* A host that is started anew tells again what another one has told. */
static void
keep(struct trial *t, const struct race *race)
{
	struct trial_stats *s = t->stats;
	if (is_known(t, race))
		return;
	if (s->nraces == MOST_RACES) {
		s->more_races++;
		return;
	}
	struct told_race *at = s->nraces ? s->races : arena_array(&t->arena, struct told_race, MOST_RACES);
	at[s->nraces++] = describe(&t->arena, t, race);
	s->races = at;
}

bool
race_fails(struct trial *t)
{
	struct trial_result *r = t->result;
	if (t->host_options.races != RACES_FAIL || r->end != TRIAL_PASSED || !t->subject->host || !host_races(t->subject->host)->n)
		return false;
	r->end = TRIAL_FAILED;
	r->kind = KIND_RACE;
	judge_describe(t->judge);
	r->verdict = judge_verdict(t->judge);
	return true;
}

void
race_note(struct trial *t)
{
	const struct races *told = host_races(t->subject->host);
	struct told_race *at = told->n ? arena_array(t->out, struct told_race, told->n) : NULL;
	for (size_t i = 0; i < told->n; i++) {
		keep(t, &told->at[i]);
		at[i] = describe(t->out, t, &told->at[i]);
	}
	t->stats->missed_races += host_missed_races(t->subject->host);
	const struct unwritten *u = host_unwritten(t->subject->host);
	if (u && t->result->kind != KIND_MEMORY) {
		t->result->unwritten = stack_copy(t->out, &u->read);
		t->result->allocated = stack_copy(t->out, &u->allocated);
	}
	t->result->nraces = told->n;
	t->result->races = at;
}
