/* The report on an implementation, for people. */
#include "report/place.h"
#include "report/private.h"

#include <inttypes.h>
#include <string.h>

enum color { PLAIN, RED, GREEN, YELLOW, BOLD };

static void
paint(struct text *out, const struct report_style *s, enum color color, const char *words)
{
	static const char *const codes[] = {[PLAIN] = "0", [RED] = "1;31", [GREEN] = "32", [YELLOW] = "33", [BOLD] = "1"};
	if (s->color)
		text_printf(out, "\033[%sm%s\033[0m", codes[color], words);
	else
		text_str(out, words);
}

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static const char *
overlap_word(enum overlap o)
{
	static const char *const words[] = {[OVERLAP_UNKNOWN] = "unknown", [OVERLAP_NO] = "no", [OVERLAP_YES] = "yes"};
	return words[o];
}

/* --- a failure --- */

static void
write_title(struct text *out, const struct report_style *s, const struct tested *t)
{
	text_printf(out, "%s: ", t->model->spec->resource);
	paint(out, s, RED, "FAILED");
	if (t->replayed) {
		text_str(out, t->expected ? " again, in the same way\n\n" : "\n\n");
		return;
	}
	if (t->exhaustive) {
		text_printf(out, " in test %" PRIu64 " of all small ones, with up to %u preemption%s", t->tests_in_round, t->exhaustive->preemptions, plural(t->exhaustive->preemptions));
	} else {
		text_printf(out, " in round %d after %" PRIu64 " test%s (seed 0x%" PRIx64, t->round, t->tests_in_round, plural(t->tests_in_round), t->seed);
		text_printf(out, t->strategy && t->round == 3 ? ", found by %s)" : ")", t->strategy);
	}
	if (t->runs)
		text_printf(out, ", shrunk from %zu call%s to %zu in %" PRIu64 " run%s", t->calls, plural(t->calls), t->smallest, t->runs, plural(t->runs));
	text_str(out, t->interrupted ? ", interrupted\n\n" : "\n\n");
}

/* Where something was done to the memory that the failure is about. */
static void
write_origin(struct text *out, const char *done, const struct backtrace *where)
{
	if (where->n)
		text_printf(out, "    %s by\n", done);
	write_backtrace(out, where);
}

static void
write_headline(struct text *out, const struct report_style *s, const struct tested *t)
{
	struct text line = {0};
	text_printf(&line, "*** Error: %s", t->sentence);
	if (t->happened && *t->happened)
		text_printf(&line, ": %s", t->happened);
	paint(out, s, BOLD, line.s);
	text_free(&line);
	text_printf(out, "   [%s, overlap: %s]\n", t->class, overlap_word(t->overlap));
	if (t->overlap == OVERLAP_YES)
		text_str(out, "    One after the other, in any order, these calls do not fail.\n");
	write_backtrace(out, &t->stack);
	write_origin(out, "allocated", &t->allocated);
	write_origin(out, "freed", &t->freed);
	for (size_t i = 0; i < t->nneeds; i++)
		text_printf(out, "%s%s%s", i ? ", " : "    needs: ", t->needs[i], i + 1 == t->nneeds ? "\n" : "");
	if (t->variant)
		text_printf(out, "    variant: %s; it was compiled %s\n", variant_name(t->variant), variant_how(t->variant));
	text_char(out, '\n');
}

static void
write_calls(struct text *out, const struct tested *t)
{
	struct judged j = {.model = t->model, .history = t->history, .verdict = t->judged};
	struct heap *heap = heap_new(t->model->spec->heap);
	struct rules r;
	rules_start(&r, t->model, heap, t->history->params);
	write_parameters(out, &r);
	write_phases(out, &r, &j);
	write_states(out, t->judged);
	write_pending(out, &j);
	write_whys(out, &j);
	rules_stop(&r);
	heap_free(heap);
}

static void
write_output(struct text *out, const char *output)
{
	if (!output || !*output)
		return;
	text_str(out, "\nWhat the implementation printed:\n");
	while (*output) {
		size_t n = strcspn(output, "\n");
		text_str(out, "  | "); /* no line of it is to look like one of ours, nor like a command to whatever runs us */
		text_shown(out, output, n);
		text_char(out, '\n');
		output += n + (output[n] == '\n');
	}
}

/* What ended the story, where that was not that all came to rest. */
static void
write_end(struct text *out, const struct tested *t)
{
	if (!t->story || !t->story->n || !t->happened || !*t->happened)
		return;
	text_printf(out, "  then: %s", t->happened);
	if (t->stack.place.known) {
		text_str(out, ", at ");
		place_print(out, &t->stack.place);
	}
	text_char(out, '\n');
}

static bool
ran_freely(const struct tested *t)
{
	return t->engine && strcmp(t->engine, "free") == 0;
}

/* --- what was exercised --- */

static void
write_operation(struct text *out, const struct tested_operation *o, size_t width)
{
	text_printf(out, "  %-*s  made %" PRIu64 ", returned %" PRIu64 ", blocked %" PRIu64 ", released %" PRIu64, (int)width, o->name, o->made, o->returned, o->blocked, o->released);
	if (o->guarded)
		text_printf(out, "; guard held %" PRIu64 ", kept waiting %" PRIu64, o->held, o->kept);
	if (o->kept_by_policy)
		text_printf(out, ", by the policy %" PRIu64, o->kept_by_policy);
	for (size_t i = 0; i < o->ncases; i++)
		text_printf(out, "%s%s %" PRIu64, i ? ", " : "; cases ", o->cases[i].name, o->cases[i].calls);
	text_char(out, '\n');
}

static void
write_totals(struct text *out, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	text_printf(out, "  %" PRIu64 " calls in %" PRIu64 " phases, %" PRIu64 " blocked, %" PRIu64 " released by another; %s%" PRIu64 " states of the model", s->calls,
		s->phases, s->blocked, s->released, s->more_states ? "at least " : "", s->states);
	if (ran_freely(t))
		text_char(out, '\n');
	else
		text_printf(out, ", %" PRIu64 " scheduling steps\n", s->steps);
	if (s->stopped_tests)
		text_printf(out, "  %" PRIu64 " place%s where calls can be stopped; in %" PRIu64 " test%s with breakpoints at some of them, calls came there %" PRIu64 " time%s\n", s->places,
			plural(s->places), s->stopped_tests, plural(s->stopped_tests), s->stops, plural(s->stops));
}

static void
write_strategies(struct text *out, const struct tested_statistics *s)
{
	for (size_t i = 0; i < s->nstrategies; i++)
		text_printf(out, "%s%s %" PRIu64, i ? ", " : "  round 3 by strategy: ", s->strategies[i].name, s->strategies[i].tests);
	text_str(out, s->nstrategies ? "\n" : "");
}

static void
write_schedules(struct text *out, const struct tested_statistics *s)
{
	if (!s->scheduled)
		return;
	text_printf(out, "  %" PRIu64 " different schedules in %" PRIu64 " tests in which there was a choice", s->schedules, s->scheduled);
	if (s->tells_crossings)
		text_printf(out, "; in %" PRIu64 " of them one call or thread came in between another", s->crossed);
	text_char(out, '\n');
}

/* Nobody needs to be told that what has one variant was tested in it. */
static void
write_variants(struct text *out, const struct tested_statistics *s)
{
	for (size_t i = 0; i < s->nvariants && s->nvariants > 1; i++)
		text_printf(out, "%s%s %" PRIu64 "%s", i ? ", " : "  tests by variant: ", variant_name(s->variants[i].variant), s->variants[i].tests, i + 1 < s->nvariants ? "" : "\n");
}

/* What only several calls of one operation bring about. */
static void
write_crowd_gaps(struct text *out, const struct tested_operation *o)
{
	if (!o->together && !o->behind)
		text_printf(out, "  note: no two calls of %s were ever blocked at once, and none was made while another was blocked\n", o->name);
	else if (!o->behind)
		text_printf(out, "  note: no %s was ever called while another was blocked\n", o->name);
	else if (!o->together)
		text_printf(out, "  note: no two calls of %s were ever blocked at once\n", o->name);
}

/* What a pass does not rest on. */
static void
write_gaps(struct text *out, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	for (size_t i = 0; i < s->nvariants; i++)
		if (s->variants[i].lacking)
			text_printf(out, "  note: no%s tests compiled %s, for %s\n", s->variants[i].tests ? " more" : "", variant_how(s->variants[i].variant), s->variants[i].lacking);
	for (size_t i = 0; i < s->nops; i++) {
		const struct tested_operation *o = &s->ops[i];
		if (!o->made)
			text_printf(out, "  note: %s was never called\n", o->name);
		else if (!o->returned)
			text_printf(out, "  note: %s never returned\n", o->name);
		else if (o->guarded && !o->kept && !o->kept_by_policy)
			text_printf(out, "  note: no %s ever had to wait: its guard was never seen false\n", o->name);
		else if (o->guarded && !t->exhaustive)
			write_crowd_gaps(out, o);
		if (o->made)
			write_capacity(out, t->model->spec, &t->model->spec->ops[i]);
		for (size_t k = 0; k < o->ncases && o->made; k++)
			if (!o->cases[k].calls)
				text_printf(out, "  note: %s was never called in the case %s\n", o->name, o->cases[k].name);
	}
	if (s->cut)
		text_printf(out, "  note: %" PRIu64 " test%s cut short, since nobody could tell any more in which of hundreds of states the model was%s%s; %s\n", s->cut, s->cut == 1 ? " was" : "s were",
			*s->cut_for ? "; they differ in " : "", s->cut_for, "bound what grows there by a constant and a cpre, or let clients take out of it or read it");
	if (s->destroys && !s->destroyed)
		text_str(out, "  note: destroy was never called, since no test ended where it may be; 'when' and 'before' of destroy say where, and what to call before it\n");
}

static void
write_varied_step(struct text *out, const struct varied_step *s)
{
	if (!s) {
		text_str(out, "nothing more was done");
		return;
	}
	text_printf(out, "%s did '%s'", s->actor, s->action);
	if (s->place.known) {
		text_str(out, " at ");
		place_print(out, &s->place);
	}
}

static void
write_varied(struct text *out, const struct tested *t)
{
	if (!t->varies)
		return;
	text_printf(out, "  note: a test that was made twice with the same choices went two ways in phase %zu", t->varied_phase);
	if (t->varied[0] || t->varied[1]) {
		text_str(out, ": first ");
		write_varied_step(out, t->varied[0]);
		text_str(out, ", then ");
		write_varied_step(out, t->varied[1]);
	}
	if (*t->varying)
		text_printf(out, "; the implementation uses %s", t->varying);
	else
		text_str(out, "; is there memory that it reads before it was written, or time or random numbers that it gets by other ways than the C library?");
	text_str(out, "\n  note: so a seed does not always give the same run, and a failure may not come back; one that is told did happen\n");
}

static void
write_slow_round(struct text *out, const struct tested_share *s, const char *which)
{
	if (s->made && s->made < s->asked)
		text_printf(out, "  note: %" PRIu64 " of %" PRIu64 " tests were made with %s, since each of them takes many steps\n", s->made, s->asked, which);
}

static void
write_slowness(struct text *out, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	write_slow_round(out, &t->one_by_one, "one call at a time");
	write_slow_round(out, &t->at_once, "several calls at once");
	if (t->at_once.made && s->at_once < s->may_at_once)
		text_printf(out, "  note: no more than %zu of %zu clients ever made calls at once\n", s->at_once, s->clients);
}

static void
write_uncontrolled(struct text *out, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	if (!ran_freely(t) && s->calls && s->steps <= s->calls) /* the end of a call is a step too */
		text_str(out, "  note: no call ever passed a primitive that the scheduler knows, so calls were not interleaved\n");
	write_varied(out, t);
	if (t->no_rare)
		text_printf(out, "  note: of what is rare, this did not happen: %s\n", t->no_rare);
	if (t->timeless)
		text_str(out, "  note: the host does not say when calls begin: those of a phase were judged as if all had begun together\n");
	if (t->strange && !t->sandbox) /* there it is the reason why it is undecided */
		text_str(out, "  warning: calls came to code that was written to memory, mapped or loaded while they ran: nothing can come between two accesses there\n");
	if (t->missed_races)
		text_printf(out, "  note: %" PRIu64 " test%s touched more memory than could be remembered, so data races there may have been missed\n", t->missed_races, plural(t->missed_races));
	if (t->fenced)
		text_str(out, "  note: nobody can tell what fences in assembly, or code without hooks, order, so data races were not judged\n");
	if (t->slow)
		write_slowness(out, t);
}

static void
write_mutants(struct text *out, const struct tested *t)
{
	static const char *const fates[] = {[MUTANT_SURVIVED] = "not told apart", [MUTANT_UNDECIDED] = "undecided"};
	size_t told = 0, made = 0;
	if (!t->mutated)
		return;
	for (size_t i = 0; i < t->nmutants; i++) {
		told += t->mutants[i].fate == MUTANT_TOLD;
		made += t->mutants[i].fate != MUTANT_IMPOSSIBLE;
	}
	text_printf(out, "  mutants: %zu of %zu told apart\n", told, made);
	for (size_t i = 0; i < t->nmutants; i++) {
		const struct tested_mutant *m = &t->mutants[i];
		if (m->fate == MUTANT_TOLD)
			continue;
		if (m->fate == MUTANT_IMPOSSIBLE)
			text_printf(out, "    cannot be made: %s, at ", m->change);
		else
			text_printf(out, "    %s in %" PRIu64 " tests: %s, at ", fates[m->fate], m->tests, m->change);
		place_print(out, &m->place);
		text_char(out, '\n');
	}
}

static void
write_engine(struct text *out, const struct tested *t)
{
	if (!t->engine)
		return;
	text_printf(out, "  engine: %s, with %s", t->engine, t->carriers);
	text_printf(out, t->carriers_why ? ", for %s\n" : "\n", t->carriers_why);
}

static void
write_statistics(struct text *out, const struct report_style *style, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	size_t width = 0;
	if (!s->tests)
		return;
	write_totals(out, t);
	write_strategies(out, s);
	write_schedules(out, s);
	write_variants(out, s);
	for (size_t i = 0; i < s->nops; i++)
		width = strlen(s->ops[i].name) > width ? strlen(s->ops[i].name) : width;
	for (size_t i = 0; i < s->nops && style->verbose; i++)
		write_operation(out, &s->ops[i], width);
	if (style->verbose)
		write_engine(out, t);
	write_gaps(out, t);
	write_uncontrolled(out, t);
	write_mutants(out, t);
}

/* Which engine ran, where it is not the usual one, and why. */
static void
write_freedom(struct text *out, const struct tested *t)
{
	if (t->allowed)
		text_printf(out, "\nTests went on after misuse of these kinds (--allow): %s.\n", t->allowed);
	if (!ran_freely(t))
		return;
	text_str(out, "\nCalls ran freely, as threads of the system, ");
	if (t->engine_why)
		text_printf(out, "as the scheduler does not see all that the implementation uses:\n%s.\n", t->engine_why);
	else
		text_str(out, "as --engine asks for.\n");
	text_str(out, "The same seed gives the same tests, but need not give the same runs.\n");
}

/* What was around the implementation, and what it tried in there. */
static void
write_sandbox(struct text *out, const struct tested *t)
{
	if (t->sandbox)
		text_printf(out, "\nIt ran in a sandbox: %s.\n", t->sandbox);
	for (size_t i = 0; i < t->nattempts; i++)
		text_printf(out, "It %s.\n", t->attempts[i]);
}

/* How far a failure may be relied on. */
static void
write_confirmations(struct text *out, const struct tested *t)
{
	if (t->waited)
		text_str(out, "\nThat the call does not return rests on waiting: it was given much more time than usual, and nothing changed.\n");
	if (t->shut)
		text_printf(out, "\nThis failure was seen once. It could not be made again: %s.\n", t->shut);
	else if (ran_freely(t))
		text_printf(out, "\nThis failure %s %zu of %zu runs.\n", t->alike ? "came back in" : "was seen once, and came back in", t->alike, t->confirmations);
	else if (t->alike < t->confirmations)
		text_printf(out, "\nThis failure came back in %zu of %zu runs: something in the implementation is not determined by the schedule.\n", t->alike, t->confirmations);
}

static void
write_sight(struct text *out, const struct report_style *s, const struct tested *t)
{
	write_headline(out, s, t);
	if (t->history && t->judged)
		write_calls(out, t);
	if (t->story && t->story->n)
		write_story(out, t->story, s->verbose);
	write_end(out, t);
	write_races(out, t);
	write_output(out, t->output);
}

static void
write_body(struct text *out, const struct report_style *s, const struct tested *t)
{
	write_sight(out, s, t);
	write_confirmations(out, t);
	write_freedom(out, t);
	write_sandbox(out, t);
	if (s->verbose) {
		text_str(out, "\nUp to the failure:\n");
		write_statistics(out, s, t);
	}
	if (t->replay) {
		text_str(out, "\nAgain: srtest replay ");
		text_shell(out, t->replay);
		text_char(out, '\n');
	}
}

/* --- all small tests --- */

static void
write_size(struct text *out, size_t calls, const struct tested_size *s)
{
	text_printf(out, "  %zu call%s: %" PRIu64 " test%s, %" PRIu64 " schedule%s in %" PRIu64 " run%s%s\n", calls, plural(calls), s->tests, plural(s->tests), s->schedules,
		plural(s->schedules), s->runs, plural(s->runs), s->complete ? "" : ", and not all of them");
}

/* What the proof leaves out. */
static void
write_limits(struct text *out, const struct tested_exhaustive *e)
{
	text_str(out, "  calls change over at scheduling points only; nothing happened that POSIX allows but is rare, such as spurious wake-ups\n");
	if (e->narrowed && e->choices == 1)
		text_str(out, "  note: of the values that could be picked, only the first ones were\n");
	else if (e->narrowed)
		text_printf(out, "  note: where there were more than %zu values to pick from, these were the first ones and the last\n", e->choices);
	if (e->polled)
		text_str(out, "  note: calls poll or spin; those who do get their turns when nobody else can go on, so there are other schedules\n");
	if (e->more)
		text_str(out, "  note: a phase had more points than are looked at, so there are other schedules\n");
	if (e->late)
		text_str(out, "  note: something would have gone on after `testing: horizon`\n");
}

static void
write_proof(struct text *out, const struct report_style *s, const struct tested *t)
{
	const struct tested_exhaustive *e = t->exhaustive;
	uint64_t tests = 0, schedules = 0, runs = 0;
	for (size_t i = 0; i < e->complete; i++) {
		tests += e->sizes[i].tests;
		schedules += e->sizes[i].schedules;
		runs += e->sizes[i].runs;
	}
	text_printf(out, " every test of up to %zu call%s by up to %zu client%s, ", e->complete, plural(e->complete), e->clients, plural(e->clients));
	if (e->burst > 1 && e->clients > 1 && e->complete > 2)
		text_printf(out, "each up to %zu in a row, ", e->burst);
	text_printf(out, "%s schedule with up to %u preemption%s: %" PRIu64 " test%s, %" PRIu64 " schedule%s (%" PRIu64 " run%s)\n",
		e->polled || e->more ? "but not every" : "every", e->preemptions, plural(e->preemptions), tests,
		plural(tests), schedules, plural(schedules), runs, plural(runs));
	if (t->out_of_time)
		text_str(out, "  then the time was up\n");
	for (size_t i = 0; i < e->n; i++)
		if (s->verbose || !e->sizes[i].complete)
			write_size(out, i + 1, &e->sizes[i]);
	write_limits(out, e);
}

/* Tests of which nobody knows what they show. */
static void
write_doubts(struct text *out, const struct tested *t)
{
	if (t->undecided && t->verdict == TESTED_FAIL)
		text_printf(out, "\n%" PRIu64 " other test%s undecided, the first one because: %s\n", t->undecided, t->undecided == 1 ? " was" : "s were", t->doubt);
	else if (t->undecided)
		text_printf(out, "  %" PRIu64 " of %" PRIu64 " tests %s undecided, the first one because of this\n", t->undecided, t->tests, t->undecided == 1 ? "was" : "were");
}

/* The author of the specification is to see it, whatever the verdict is. */
static void
write_incomplete(struct text *out, const struct tested *t)
{
	if (t->incomplete)
		text_printf(out, "%s  warning: the specification is incomplete: it allows what was done here, and then goes wrong: %s\n", t->verdict == TESTED_FAIL ? "\n" : "", t->incomplete);
}

static void
write_failure(struct text *out, const struct report_style *s, const struct tested *t)
{
	write_title(out, s, t);
	write_body(out, s, t);
	write_doubts(out, t);
	write_incomplete(out, t);
}

uint64_t
tested_asked(const struct tested *t)
{
	return t->one_by_one.asked + t->at_once.asked;
}

static void
write_tests(struct text *out, const struct tested *t)
{
	text_printf(out, " %" PRIu64, t->tests);
	if (t->tests < tested_asked(t))
		text_printf(out, " of %" PRIu64, tested_asked(t));
	text_printf(out, " test%s (seed 0x%" PRIx64 ")%s\n", plural(t->tests), t->seed, t->out_of_time ? ", then the time was up" : "");
}

static void
write_so_in(struct text *out, uint64_t tests)
{
	text_printf(out, " (so in %" PRIu64 " test%s)\n", tests, plural(tests));
}

static void
write_leak(struct text *out, const struct tested *t)
{
	const struct tested_leak *l = &t->leak;
	const struct tested_lost *m = &t->lost;
	if (t->class && strcmp(t->class, "leak") == 0)
		return;
	if (m->tests) {
		text_str(out, "  warning: it leaks: ");
		lost_describe(out, m);
		write_so_in(out, m->tests);
		write_origin(out, "the first of them was allocated", &m->allocated);
	}
	if (l->tests) {
		text_str(out, "  warning: it leaks: ");
		leak_describe(out, l);
		write_so_in(out, l->tests);
	}
}

static void
write_pass(struct text *out, const struct report_style *s, const struct tested *t)
{
	text_printf(out, "%s: ", t->model->spec->resource);
	paint(out, s, GREEN, "passed");
	if (t->replayed) {
		const struct tested_statistics *n = &t->statistics;
		text_printf(out, ": %" PRIu64 " call%s in %" PRIu64 " phase%s\n", n->calls, plural(n->calls), n->phases, plural(n->phases));
		write_leak(out, t);
		write_races(out, t);
		write_sandbox(out, t);
		return;
	}
	if (t->exhaustive)
		write_proof(out, s, t);
	else
		write_tests(out, t);
	write_statistics(out, s, t);
	write_leak(out, t);
	write_races(out, t);
	write_freedom(out, t);
	write_sandbox(out, t);
}

static void
write_undecided(struct text *out, const struct report_style *s, const struct tested *t)
{
	text_printf(out, "%s: ", t->model->spec->resource);
	paint(out, s, YELLOW, "UNDECIDED");
	if (t->replayed) {
		text_printf(out, t->class ? ": %s\n\n" : ": %s\n", t->reason);
		if (t->class)
			write_body(out, s, t);
		return;
	}
	text_printf(out, ": %s (seed 0x%" PRIx64 ")\n", t->reason, t->seed);
	write_doubts(out, t);
	write_incomplete(out, t);
	write_statistics(out, s, t);
	write_leak(out, t);
	if (!t->class)
		write_races(out, t);
	if (t->class) {
		text_str(out, "\nThis is what was seen:\n\n");
		write_sight(out, s, t);
	} else if ((s->verbose || t->incomplete) && t->history && t->judged) {
		text_str(out, "\nThe first undecided test:\n");
		write_backtrace(out, &t->stack);
		write_calls(out, t);
	}
	write_freedom(out, t);
	write_sandbox(out, t);
}

static void
write_error(struct text *out, const struct report_style *s, const struct tested *t)
{
	text_printf(out, "%s: ", t->model->spec->resource);
	paint(out, s, RED, "ERROR");
	text_printf(out, ": %s\n", t->reason);
	if (t->bad_spec && t->history && t->judged && t->judged->outcome == OUTCOME_BAD_SPEC) {
		if (t->judged->mishap_call)
			text_printf(out, "    while %s went ahead\n", t->judged->mishap_call);
		text_char(out, '\n');
		write_calls(out, t);
	}
}

void
write_text(struct text *out, const struct report_style *s, const struct tested *at, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (n > 1)
			text_printf(out, "%sFailure %zu of %zu that differ:\n", i ? "\n" : "", i + 1, n);
		switch (at[i].verdict) {
		case TESTED_PASS:
			if (!s->quiet)
				write_pass(out, s, &at[i]);
			break;
		case TESTED_FAIL:
			write_failure(out, s, &at[i]);
			break;
		case TESTED_UNDECIDED:
			write_undecided(out, s, &at[i]);
			break;
		case TESTED_ERROR:
			write_error(out, s, &at[i]);
			break;
		}
	}
}
