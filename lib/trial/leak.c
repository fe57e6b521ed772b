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

void
leak_note(struct trial *t, const struct host_outcome *o)
{
	struct trial_leak *l = &t->stats->leak;
	bool leaks = o->descriptors > KEPT || o->threads > KEPT;
	if (!leaks || !t->destroys || !t->model->spec->implementation.destroy.function || t->result->end != TRIAL_PASSED || t->host_options.leaks == LEAKS_OFF)
		return;
	if (l->tests++ == 0) {
		l->calls = test_calls(notes_test(t));
		l->descriptors = o->descriptors;
		l->threads = o->threads;
	}
	if (t->host_options.leaks == LEAKS_FAIL)
		fail(t, o->descriptors > KEPT ? "more than 64 descriptors that it opened are open" : "more than 64 threads that it made are alive");
}
