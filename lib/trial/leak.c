#include "trial/leak.h"

#include "test/test.h"
#include "trial/notes.h"

/* What is there once, or once for each client, is kept on purpose: only what there is more of can have come with calls. */
enum { KEPT = TEST_MOST_CLIENTS };

static void
fail(struct trial *t, const char *what)
{
	struct trial_result *r = t->result;
	r->end = TRIAL_FAILED;
	r->kind = KIND_LEAK;
	r->wrong = what;
	judge_describe(t->judge);
	r->verdict = judge_verdict(t->judge);
}

static void
note_left(struct trial *t, const struct host_outcome *o)
{
	struct trial_leak *l = &t->stats->leak;
	if (o->descriptors <= KEPT && o->threads <= KEPT)
		return;
	if (l->tests++ == 0) {
		l->calls = test_calls(notes_test(t));
		l->descriptors = o->descriptors;
		l->threads = o->threads;
	}
	if (t->host_options.leaks == LEAKS_FAIL)
		fail(t, o->descriptors > KEPT ? "more than 64 descriptors that it opened are open" : "more than 64 threads that it made are alive");
}

static void
note_lost(struct trial *t, const struct host_outcome *o)
{
	struct trial_lost *l = &t->stats->lost;
	if (!o->blocks)
		return;
	if (l->tests++ == 0) {
		l->calls = test_calls(notes_test(t));
		l->blocks = o->blocks;
		l->bytes = o->bytes;
		l->variant = t->subject->variant;
		l->allocated = stack_copy(t->stats_arena, &o->allocated);
	}
	if (t->host_options.leaks != LEAKS_FAIL || t->result->end != TRIAL_PASSED)
		return;
	fail(t, "memory that it allocated is not freed, and nothing leads to it");
	t->result->allocated = stack_copy(t->out, &o->allocated);
}

void
leak_note(struct trial *t, const struct host_outcome *o)
{
	if (!t->destroys || !t->model->spec->implementation.destroy.function || t->result->end != TRIAL_PASSED || t->host_options.leaks == LEAKS_OFF)
		return;
	note_left(t, o);
	note_lost(t, o);
}
