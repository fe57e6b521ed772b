#include "tester/private.h"

void
tell_engine(struct tester *g)
{
	struct tested *t = g->tested;
	unsigned left_out = (g->options->host.no_rare | g->model->spec->testing.no_rare) & RARE_ALL;
	t->engine = g->free ? "free" : "controlled";
	t->allowed = g->options->host.allowed ? bits_names(&g->arena, allowed_kinds, g->options->host.allowed) : NULL;
	t->no_rare = left_out && left_out != RARE_ALL && !g->free ? bits_names(&g->arena, rare_kinds, left_out) : NULL;
	t->carriers = trial_facts(g->trial)->carriers;
	if (*trial_facts(g->trial)->identity)
		t->carriers_why = arena_printf(&g->arena, "it uses %s", trial_facts(g->trial)->identity);
}

static const struct tested_case *
tell_cases(struct tester *g, const struct operation *op, const uint64_t *calls)
{
	struct tested_case *cases = arena_array(&g->arena, struct tested_case, op->ncases + 1);
	for (size_t i = 0; i < op->ncases; i++)
		cases[i] = (struct tested_case){op->cases[i].name, calls[i]};
	return cases;
}

static void
tell_strategies(struct tester *g)
{
	const struct trial_stats *from = trial_stats(g->trial);
	struct tested_statistics *s = &g->tested->statistics;
	struct tested_strategy *list = arena_array(&g->arena, struct tested_strategy, STRATEGIES);
	for (int i = STRATEGIES - 1; i >= STRATEGY_NONE; i--)
		if (from->strategies[i])
			list[s->nstrategies++] = (struct tested_strategy){i == STRATEGY_NONE ? "mixed" : strategy_name((enum strategy)i), from->strategies[i]};
	s->strategies = list;
}

static void
tell_variants(struct tester *g)
{
	const struct trial_stats *from = trial_stats(g->trial);
	struct tested_statistics *s = &g->tested->statistics;
	struct tested_variant *list = arena_array(&g->arena, struct tested_variant, VARIANTS);
	for (int v = 0; v < VARIANTS; v++)
		if (from->in[v].tests || from->in[v].lacking)
			list[s->nvariants++] = (struct tested_variant){(enum variant)v, from->in[v].tests, from->in[v].lacking};
	s->variants = list;
}

static void
tell_clients(struct tester *g)
{
	const struct testing *t = &g->model->spec->testing;
	struct tested_statistics *s = &g->tested->statistics;
	size_t most = t->any_concurrency ? ROUNDS_MOST_AT_ONCE : (size_t)t->concurrency.high;
	s->clients = trial_clients(g->trial);
	s->may_at_once = s->clients < most ? s->clients : most;
	s->at_once = trial_stats(g->trial)->at_once;
}

void
tell_statistics(struct tester *g)
{
	const struct trial_stats *from = trial_stats(g->trial);
	const struct spec *spec = g->model->spec;
	struct tested_statistics *s = &g->tested->statistics;
	struct tested_operation *ops = arena_array(&g->arena, struct tested_operation, spec->nops + 1);
	*s = (struct tested_statistics){.tests = from->tests, .calls = from->calls, .phases = from->phases, .steps = from->steps, .blocked = from->blocked,
		.released = from->released, .nops = spec->nops, .ops = ops, .destroys = spec->implementation.destroy.given, .destroyed = from->destroyed,
		.cut = from->cut, .cut_for = from->cut_for};
	for (int v = 0; v < VARIANTS; v++) {
		s->places += from->in[v].places->list.n;
		s->stopped_tests += from->in[v].places->tests;
		s->stops += from->in[v].places->visits;
	}
	s->states = tally_states(from->tally, &s->more_states);
	s->schedules = from->variety.seen.n;
	s->scheduled = from->variety.tests;
	s->tells_crossings = from->variety.told > 0;
	s->crossed = from->variety.crossed;
	g->tested->timeless = g->options->host.command && from->at_once > 1 && !from->began && !spec->testing.timeless;
	tell_clients(g);
	tell_strategies(g);
	tell_variants(g);
	for (size_t i = 0; i < spec->nops; i++) {
		const struct trial_operation_stats *o = &from->ops[i];
		const struct tally_operation *t = tally_operation(from->tally, &spec->ops[i]);
		ops[i] = (struct tested_operation){.name = spec->ops[i].name, .made = o->made, .returned = o->returned, .blocked = o->blocked, .released = o->released,
			.together = o->together, .behind = o->behind, .parted = o->parted,
			.guarded = t->guarded, .held = t->held, .kept = t->kept, .kept_by_policy = t->kept_by_policy,
			.ncases = spec->ops[i].ncases, .cases = tell_cases(g, &spec->ops[i], t->cases)};
	}
}

static const struct varied_step *
varied_step(struct tester *g, enum variant variant, const struct trace_step *s)
{
	if (!s)
		return NULL;
	struct varied_step *v = arena_new(&g->arena, struct varied_step);
	v->action = arena_strdup(&g->arena, s->action);
	v->actor = s->actor == ACTOR_HOST ? "the host" : s->actor >= ACTOR_THREAD ? arena_printf(&g->arena, "thread %d", s->actor - ACTOR_THREAD) : arena_strdup(&g->arena, trial_client_name(s->actor, g->trial));
	if (s->placed && !s->file)
		v->place = place_find(&g->arena, trial_library(g->trial, variant), s->place - 1); /* it stands behind a call */
	return v;
}

void
tell_varied(struct tester *g, const struct rounds_result *r)
{
	struct tested *t = g->tested;
	t->repeated = r->repeated;
	t->varies = r->varied > 0;
	t->varied_phase = r->difference.phase + 1;
	t->varied[0] = varied_step(g, r->difference.variant, r->difference.first);
	t->varied[1] = varied_step(g, r->difference.variant, r->difference.second);
	t->varying = arena_strdup(&g->arena, trial_facts(g->trial)->varying);
}

void
tell_races(struct tester *g)
{
	const struct trial_stats *s = trial_stats(g->trial);
	struct tested *t = g->tested;
	t->missed_races = s->missed_races;
	t->strange = s->strange;
	t->leak = (struct tested_leak){s->leak.tests, s->leak.calls, s->leak.descriptors, s->leak.threads};
	t->lost = (struct tested_lost){s->lost.tests, s->lost.calls, s->lost.blocks, s->lost.bytes,
		backtrace_tell(&g->arena, &s->lost.allocated, trial_library(g->trial, s->lost.variant))};
	t->fenced = trial_facts(g->trial)->sees_accesses && !trial_facts(g->trial)->judges_races;
	if (t->nraces)
		return;
	t->more_races = s->more_races;
	const char *libraries[VARIANTS];
	for (int v = 0; v < VARIANTS; v++)
		libraries[v] = s->in[v].tests ? trial_library(g->trial, (enum variant)v) : NULL;
	t->races = races_tell(&g->arena, libraries, s->races, s->nraces, &t->nraces);
}
