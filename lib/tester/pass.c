#include "tester/private.h"

#include <inttypes.h>

const char *
blind(const struct tester *g)
{
	if (g->options->host.races != RACES_FAIL)
		return NULL;
	if (trial_facts(g->trial)->sees_accesses && !trial_facts(g->trial)->judges_races)
		return "data races are not judged: nobody can tell what fences in assembly, or code without hooks, order";
	if (trial_facts(g->trial)->sees_accesses && trial_stats(g->trial)->in[trial_usual(g->trial)].places->list.n > 0)
		return "data races are not seen everywhere: some code makes accesses that it does not tell of, in assembly or without the thread sanitizer";
	if (trial_facts(g->trial)->sees_accesses)
		return trial_stats(g->trial)->missed_races ? "data races were not looked for to the end of each test: there is too much memory to remember" : NULL;
	return g->free ? "data races are not seen where calls run freely" : "data races are not seen: the implementation is not compiled with -fsanitize=thread";
}

static const char *
never_returned(const struct tested_statistics *s)
{
	for (size_t i = 0; i < s->nops; i++)
		if (!s->ops[i].returned)
			return s->ops[i].name;
	return NULL;
}

/* An operation never returned. */
static const char *
too_little(struct tester *g, const char *operation)
{
	const struct tested_exhaustive *e = g->tested->exhaustive;
	if (!e)
		return "not enough was exercised";
	return arena_printf(&g->arena, "in tests of up to %zu call%s %s never returned; --max-calls asks for larger ones%s", e->n, e->n == 1 ? "" : "s", operation,
		g->tested->out_of_time ? ", and --time gives them more time" : "");
}

/* The round that was cut short for its steps. */
static const char *
cut_short(struct tester *g, const struct rounds_result *r)
{
	const struct rounds_share *s = r->at_once.made ? &r->at_once : &r->one_by_one;
	return arena_printf(&g->arena, "only %zu of %zu tests were made, as they take many steps: too few for a pass (--steps allows more, --tests %zu asks for no more)",
		s->made, s->asked, s->made);
}

/* Nearly all tests had the same schedule. */
static const char *
alike(struct tester *g)
{
	const struct variety *v = &trial_stats(g->trial)->variety;
	return arena_printf(&g->arena, "the calls hardly ever came in another order: %" PRIu64 " test%s had %zu different schedule%s, though each had about %" PRIu64 " points at which another call or thread could have gone on",
		v->tests, v->tests == 1 ? "" : "s", v->seen.n, v->seen.n == 1 ? "" : "s", v->points / v->tests);
}

/* May there be accesses to memory at which no test could stop calls? */
static bool
is_hidden(const struct tester *g)
{
	return trial_stats(g->trial)->strange || (!trial_facts(g->trial)->sees_accesses && g->options->rounds.breakpoints == 0);
}

/* Calls came one after the other, in whatever order; NULL: they did not, or all that they do can be seen, and there is nothing to come in between. */
static const char *
apart(struct tester *g)
{
	const struct variety *v = &trial_stats(g->trial)->variety;
	if (variety_never_crosses(v))
		return arena_printf(&g->arena, "hardly ever did a call come in between the steps of another: in %" PRIu64 " of %" PRIu64 " tests in which it could have", v->crossed, v->open);
	if (!variety_never_opens(v) || !is_hidden(g))
		return NULL;
	return arena_printf(&g->arena, "hardly ever could a call come in between the steps of another: in %" PRIu64 " of %" PRIu64 " tests without breakpoints, as %s", v->bare_open, v->bare,
		trial_stats(g->trial)->strange ? "they run code that was written to memory, mapped or loaded while they ran" : "the scheduler sees nothing of what they do; at breakpoints they could be stopped");
}

/* Why a run in which nothing failed is no pass; NULL if it is one. */
static const char *
lacking(struct tester *g, const struct rounds_result *r)
{
	const struct tested_statistics *s = &g->tested->statistics;
	if (r->interrupted)
		return arena_printf(&g->arena, "interrupted after %zu test%s", r->total, r->total == 1 ? "" : "s");
	if (r->elsewhere)
		return arena_printf(&g->arena, "%zu test%s failed in a way that belongs to a round which was left out", r->elsewhere, r->elsewhere == 1 ? "" : "s");
	if (*trial_facts(g->trial)->unseen)
		return arena_printf(&g->arena, "the implementation uses what the scheduler does not see: %s", trial_facts(g->trial)->unseen);
	if (blind(g))
		return blind(g);
	if (trial_stats(g->trial)->strange && g->options->host.sandbox)
		return "calls came to code that was written to memory, mapped or loaded while they ran: nothing can come between two accesses there";
	if (g->tested->exhaustive && !g->tested->exhaustive->complete)
		return "there was not even time for all tests of one call";
	if (!s->calls)
		return "nothing was exercised";
	if (never_returned(s))
		return too_little(g, never_returned(s));
	if (variety_lacks(&trial_stats(g->trial)->variety))
		return alike(g);
	if (apart(g))
		return apart(g);
	if (r->never_at_once)
		return "the time was up before calls were made at once";
	if (r->too_few)
		return cut_short(g, r);
	return NULL;
}

void
tell_pass(struct tester *g, const struct rounds_result *r)
{
	g->tested->reason = lacking(g, r);
	g->tested->elsewhere = !r->interrupted && r->elsewhere > 0;
	for (size_t i = 0; i < g->tested->statistics.nops; i++)
		g->tested->exercised = g->tested->exercised || g->tested->statistics.ops[i].returned;
	g->tested->verdict = g->tested->reason ? TESTED_UNDECIDED : TESTED_PASS;
}
