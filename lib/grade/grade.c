#include "grade/grade.h"

#include "grade/mark.h"
#include "grade/worker.h"
#include "host/core.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct running {
	struct diags *diags;
	const struct grade_options *options;
	struct journal *journal;
	size_t n; /* that are to be tested */
	const struct submission **at;
	uint64_t *marks;
	size_t before, done, failed; /* before: in the journal already */
};

/* Jobs side by side, in this shard and in others, have processors of their own. */
static void
work(void *context, size_t item, size_t place, int fd)
{
	const struct running *g = context;
	const struct journal_head *head = journal_head(g->journal);
	size_t jobs = g->options->jobs, all = jobs * head->shards;
	if (all > 1)
		core_prefer((head->shard - 1) * jobs + place, all);
	journal_leave(g->journal);
	worker_run(g->options, g->at[item], fd);
}

/* --- what became of it --- */

/* The line that the job wrote; NULL: it wrote none. */
static json_t *
line_of(const struct queue_ending *e)
{
	json_t *o = e->written->n && e->written->s[e->written->n - 1] == '\n' ? json_loadb(e->written->s, e->written->n, 0, NULL) : NULL;
	struct arena a = {0};
	struct graded whole;
	bool good = o && graded_read(&a, o, &whole);
	arena_free(&a);
	if (good)
		return o;
	json_decref(o);
	return NULL;
}

/* Of a job that was ended before it could say anything. */
static json_t *
record_without_words(struct arena *a, const struct submission *s, const struct queue_ending *e)
{
	struct graded g = worker_record(a, s);
	g.verdict = TESTED_UNDECIDED;
	g.limit = e->limit;
	g.seconds = e->seconds;
	if (!e->limit)
		g.reason = WIFSIGNALED(e->status) ? arena_printf(a, "srtest was ended while it tested this: %s", strsignal(WTERMSIG(e->status))) : "srtest ended while it tested this";
	return graded_write(&g);
}

/* What ended a test is why it is undecided; who failed before that has failed all the same. */
static void
note_limit(struct arena *a, json_t *o, const struct queue_ending *e)
{
	const char *verdict = json_string_value(json_object_get(o, "verdict"));
	if (!e->limit)
		return;
	json_object_set_new(o, "limit", json_string(e->limit));
	if (strcmp(verdict, "undecided") == 0)
		json_object_set_new(o, "reason", json_string(arena_printf(a, "it hit its limit of %s", e->limit)));
}

static bool
done(void *context, size_t item, const struct queue_ending *e)
{
	struct running *g = context;
	struct arena a = {0};
	json_t *o = line_of(e);
	if (!o)
		o = record_without_words(&a, g->at[item], e);
	note_limit(&a, o, e);
	g->done++;
	g->failed += strcmp(json_string_value(json_object_get(o, "verdict")), "fail") == 0;
	bool written = journal_add(g->journal, g->diags, g->marks[item], o);
	json_decref(o);
	arena_free(&a);
	return written;
}

static bool
tick(void *context, size_t running)
{
	const struct running *g = context;
	const struct grade_options *o = g->options;
	struct grade_progress p = {.known = g->before, .done = g->done, .failed = g->failed, .left = g->n - g->done};
	return !o->progress || o->progress(o->context, &p);
}

bool
grade_run(struct diags *d, const struct grade_options *o, const struct submissions *all, struct journal *j)
{
	struct arena a = {0};
	struct running g = {.diags = d, .options = o, .journal = j, .at = arena_array(&a, const struct submission *, all->n + 1), .marks = arena_array(&a, uint64_t, all->n + 1)};
	for (size_t i = 0; i < all->n; i++) {
		uint64_t mark = mark_of(all->at[i].path) + (all->at[i].problem != NULL); /* without the problem it is another one */
		bool known = journal_has(j, all->at[i].name, mark);
		g.before += known;
		g.marks[g.n] = mark;
		g.at[g.n] = &all->at[i];
		g.n += !known;
	}
	struct queue q = {.n = g.n, .jobs = o->jobs, .limits = o->limits, .work = work, .done = done, .tick = tick, .context = &g};
	bool finished = g.n == 0 || queue_run(d, &q);
	arena_free(&a);
	return finished;
}
