#include "trial/judging.h"

#include "drivers/srtest-host.h"

#include <string.h>

/* A test that is made again to be sure lets calls poll for longer than anybody would wait: that their stack is then used up is no fault. */
static bool
polled_too_deep(const struct trial *t, const struct host_event *e)
{
	return patience_insists(&t->patience) && e->kind == HOST_DIED && e->wrong && strcmp(e->wrong, "\"" SRTEST_OVERFLOW "\"") == 0;
}

/* Does create or destroy never return, or is that not known? A poll was waited for with much patience. */
static bool
may_return(const struct trial *t, const struct host_event *e)
{
	return e->kind == HOST_STUCK && (e->certainty == UNCLEAR || (t->host_options.free && e->certainty != CERTAIN));
}

static const char *
why_stuck(const struct trial *t, const struct host_event *e)
{
	const char *which = e->destroys ? "destroy" : "create";
	if (may_return(t, e))
		return arena_printf(t->out, "%s has not returned, and it cannot be told whether it ever does", which);
	if (!e->destroys)
		return "create does not return";
	bool said = t->model->spec->implementation.ending.when.code;
	return arena_printf(t->out, "destroy does not return, though no call is pending, and %s", said ? "'when' of destroy holds" : "the state is one of a new instance");
}

static const char *
words_of(const struct trial *t, const struct host_event *e)
{
	if (e->kind == HOST_STUCK)
		return why_stuck(t, e);
	if (e->kind == HOST_UNSEEN)
		return arena_printf(t->out, "the implementation uses what the scheduler does not see: %s", e->wrong);
	if (e->kind == HOST_UNABLE)
		return arena_printf(t->out, "the host cannot do what it was asked for; it says: %s", e->wrong);
	if (e->wrong)
		return arena_strdup(t->out, e->wrong);
	return e->kind == HOST_SPINS ? "a call spins where it cannot be stopped, or at more places than can be told apart" : "";
}

void
judging_wrong_spec(struct trial *t, const char *why)
{
	struct trial_result *r = t->result;
	bool chosen = judge_left_choice(t->judge);
	r->end = chosen ? TRIAL_UNDECIDED : TRIAL_BAD_SPEC;
	r->incomplete = chosen;
	r->wrong = chosen ? arena_printf(t->out, "the specification allows what the implementation did, and cannot go on from there: %s", why) : why;
	if (chosen && !t->stats->incomplete)
		t->stats->incomplete = arena_strdup(t->stats_arena, why);
}

void
judging_wrong_client(struct trial *t)
{
	struct text words = {0};
	fault_print(&words, &t->gen.mishap.fault);
	text_printf(&words, ", in %s", t->gen.mishap.what);
	judge_describe(t->judge);
	t->result->verdict = judge_verdict(t->judge);
	judging_wrong_spec(t, text_take(&words, t->out));
}

void
judging_fail(struct trial *t, const struct host_event *e)
{
	static const enum trial_kind kinds[] = {
		[HOST_BEGAN] = KIND_CRASH, [HOST_RETURNED] = KIND_VALUE, [HOST_MISUSE] = KIND_MISUSE, [HOST_MEMORY] = KIND_MEMORY, [HOST_HANG] = KIND_HANG, [HOST_UNSEEN] = KIND_HANG, [HOST_SPINS] = KIND_HANG, [HOST_COMPUTES] = KIND_HANG,
		[HOST_DIED] = KIND_CRASH, [HOST_UNABLE] = KIND_HANG, [HOST_REFUSED] = KIND_CRASH, [HOST_STUCK] = KIND_CREATE,
	};
	struct trial_result *r = t->result;
	if (e->kind == HOST_SPINS)
		t->spun = running_know_spins(t, e->spins, e->nspins);
	/* a call that spins may wait for another in a way that the scheduler does not see: no ground for an accusation */
	r->end = e->kind == HOST_HANG || e->kind == HOST_SPINS || e->kind == HOST_COMPUTES || e->kind == HOST_UNSEEN || e->kind == HOST_UNABLE ? TRIAL_UNDECIDED : TRIAL_FAILED;
	r->kind = e->kind == HOST_STUCK && e->destroys ? KIND_DESTROY : kinds[e->kind];
	r->hung = e->kind == HOST_HANG || e->kind == HOST_COMPUTES;
	r->unseen = e->kind == HOST_UNSEEN ? arena_strdup(t->out, e->wrong) : NULL;
	r->wrong = words_of(t, e);
	if (e->kind == HOST_REFUSED)
		judging_wrong_spec(t, r->wrong);
	if (may_return(t, e))
		r->end = TRIAL_UNDECIDED;
	if (e->kind == HOST_STUCK && r->end == TRIAL_FAILED)
		patience_stuck(&t->patience);
	if (polled_too_deep(t, e)) {
		r->end = TRIAL_UNDECIDED;
		r->wrong = "a call that waits, and was waited for longer than usual, has used up its stack";
	}
	t->gone = e->kind != HOST_SPINS && e->kind != HOST_RETURNED;
	r->stack = stack_copy(t->out, &e->stack);
	r->allocated = stack_copy(t->out, &e->allocated);
	r->freed = stack_copy(t->out, &e->freed);
	judge_describe(t->judge);
	r->verdict = judge_verdict(t->judge);
}

bool
judging_tell(struct trial *t, const struct event *e)
{
	vec_push(t->out, &t->lines, (struct history_line){.event = *e});
	if (judge_event(t->judge, e))
		return true;
	judging_wrong_spec(t, arena_strdup(t->out, judge_misuse(t->judge)));
	return false;
}

/* How many configurations the drawn test may come to; 0: it is not bounded so. */
static size_t
draws_configurations(const struct trial *t)
{
	return t->draws.settings ? t->draws.settings->configurations : 0;
}

void
judging_begin(struct trial *t)
{
	if (t->judge)
		judge_free(t->judge);
	struct judge_options options = t->judge_options;
	options.early = draws_configurations(t);
	t->judge = judge_new(&t->judged, t->model, &options);
	judge_name_clients(t->judge, trial_client_name, t);
}

/*
 * Calls run freely, and one is not back: some of what it may be doing says nothing, and it may have let others return already. Threads that spin
 * keep each other from a lock.
 */
static bool
cannot_tell(const struct trial *t, struct trial_result *r)
{
	if (r->failure != FAILURE_PROGRESS && !running_anyone_waits(t))
		return false;
	bool bound = r->failure == FAILURE_PROGRESS;
	if (r->certainty == CERTAIN_BUT_LATE)
		r->wrong = bound ? "a call that must return sleeps, or waits with a timeout, for longer than `testing: wait`; raise it"
		                 : "a call that is not back sleeps, or waits with a timeout, for longer than `testing: wait`, and may have gone ahead; raise it";
	else if (r->certainty == CERTAIN_BUT_BUSY)
		r->wrong = bound ? "a call that must return computes or spins: where calls run freely, it cannot be told whether it ever ends"
		                 : "a call that is not back computes or spins, and may have gone ahead: where calls run freely, it cannot be told";
	else
		return false;
	r->end = TRIAL_UNDECIDED;
	return true;
}

/* A call has waited for too long, and it is the specification that says so: no excuse that it would go on some time. */
static bool
is_overdue(struct trial *t)
{
	struct judge_options options = t->judge_options;
	bool can_be = t->model->spec->reads_waited;
	options.tally = NULL;
	struct judge *j = judge_new(&t->judged, t->model, &options);
	judge_begin(j, t->params);
	for (size_t i = 0; i < t->lines.n && can_be; i++) {
		struct event e = t->lines.at[i].event;
		e.unsure = e.unsure || i + 1 == t->lines.n;
		can_be = judge_event(j, &e);
	}
	can_be = can_be && judge_verdict(j)->outcome == OUTCOME_PASS;
	judge_free(j);
	return can_be;
}

/* Judges what was seen. True: the test goes on. */
static bool
judged(struct trial *t)
{
	const struct verdict *v = judge_verdict(t->judge);
	struct trial_result *r = t->result;
	r->verdict = v;
	switch (v->outcome) {
	case OUTCOME_PASS:
		if (!t->forgot)
			return true;
		judging_wrong_client(t);
		return false;
	case OUTCOME_FAIL:
		r->end = TRIAL_FAILED;
		r->kind = KIND_JUDGED;
		r->failure = v->failure;
		if (r->certainty == CERTAIN_BUT_LATE && v->failure == FAILURE_PROGRESS && is_overdue(t))
			r->certainty = CERTAIN;
		if (t->host_options.free && cannot_tell(t, r))
			return false;
		if (t->patience.unclear && patience_insists(&t->patience)) {
			r->end = TRIAL_UNDECIDED;
			r->wrong = "a call goes on and on: it cannot be told whether it waits for others, or computes";
			return false;
		}
		patience_failed(&t->patience, v->failure, r->certainty, running_anyone_waits(t));
		if (v->failure == FAILURE_PROGRESS && r->certainty == CERTAIN_BUT_BUSY) {
			r->kind = KIND_HANG;
			r->wrong = "it passes no primitive that waits, and nobody else changes anything";
		}
		return false;
	case OUTCOME_UNDECIDED:
		r->too_large = draws_configurations(t) > 0;
		if (r->too_large)
			return false;
		r->end = TRIAL_UNDECIDED;
		r->wrong = v->reason;
		return false;
	case OUTCOME_BAD_SPEC:
		judging_wrong_spec(t, v->reason);
		return false;
	}
	return false;
}

/*
 * For how long have calls waited that are not back? Who is blocked for good, in real time, has waited for as long as anybody wants. Who waits for the
 * clock has done so for exactly that long, unless it was not let go on at once. And who polls, or goes on, would perhaps have gone on before.
 */
static struct event
rest_of(const struct trial *t, const struct host_event *e)
{
	struct event rest = {.kind = EVENT_AT_REST, .time = e->time, .rough = e->delayed};
	rest.time += t->facts.real_times ? t->model->spec->testing.horizon : 0;
	rest.unsure = e->certainty != CERTAIN && (e->certainty != CERTAIN_BUT_LATE || e->delayed);
	return rest;
}

bool
judging_rest(struct trial *t, const struct host_event *e)
{
	struct event rest = rest_of(t, e);
	if (!judging_tell(t, &rest))
		return false;
	patience_rest(&t->patience, t->out, e->certainty);
	t->result->certainty = e->certainty;
	return judged(t);
}

void
judging_again(struct trial *t)
{
	judging_begin(t);
	judge_begin(t->judge, t->params);
	for (size_t i = 0; i < t->lines.n; i++)
		judge_event(t->judge, &t->lines.at[i].event);
}

enum outcome
judging_loosely(struct trial *t)
{
	struct judge_options options = t->judge_options;
	options.tally = NULL;
	struct judge *j = judge_new(&t->judged, t->model, &options);
	int who[MOST_CLIENTS], calls = 0;
	size_t phase = 0;
	bool can_be = true;
	judge_begin(j, t->params);
	for (size_t i = 0; i < t->lines.n && can_be; i++) {
		struct event e = t->lines.at[i].event;
		if (e.kind == EVENT_AT_REST && t->patience.rests.at[phase++] != CERTAIN && i + 1 < t->lines.n)
			continue;
		if (e.kind == EVENT_CALLED)
			who[e.client] = calls++;
		if (e.kind != EVENT_AT_REST)
			e.client = who[e.client];
		can_be = judge_event(j, &e);
	}
	enum outcome outcome = can_be ? judge_verdict(j)->outcome : OUTCOME_UNDECIDED;
	judge_free(j);
	return outcome;
}
