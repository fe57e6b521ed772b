#include "grade/grade.h"

#include "grade/mark.h"
#include "grade/worker.h"
#include "host/core.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* MOST_TRIES: one beside others, and one alone. */
enum { MOST_TRIES = 2 };

/* One that is to be tested. */
struct item {
	const struct submission *submission;
	struct mark mark;
	unsigned tries; /* this one among them */
	double start, end;
	bool hit; /* a limit: then it may have been in the way of those that ran beside it */
	bool hindered; /* undecided or an error, for which the machine may be to blame */
	bool exposed; /* undecided or an error, for which those may be to blame that ran beside it */
};

typedef VEC(struct item) items;

struct running {
	struct arena arena;
	struct diags *diags;
	const struct grade_options *options;
	struct journal *journal;
	items first, again; /* again: alone */
	items *now;
	size_t before, done, failed; /* before: in the journal already */
};

/* Jobs side by side, in this shard and in others, have processors of their own. */
static void
work(void *context, size_t item, size_t place, int fd)
{
	const struct running *g = context;
	const struct journal_head *head = journal_head(g->journal);
	size_t jobs = g->now == &g->first ? g->options->jobs : 1, all = jobs * head->shards;
	if (all > 1)
		core_prefer((head->shard - 1) * jobs + place, all);
	journal_leave(g->journal);
	worker_run(g->options, g->now->at[item].submission, fd);
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
	g.hindered = !e->limit;
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

/* --- whose doing it was --- */

/* Did another one that hit a limit run at the same time? It may have taken what all of them share: a disk, memory, processes. */
static bool
had_bad_company(const struct running *g, const struct item *item)
{
	for (size_t i = 0; i < g->first.n; i++) {
		const struct item *other = &g->first.at[i];
		if (other->submission != item->submission && other->hit && other->start < item->end && item->start < other->end)
			return true;
	}
	return false;
}

/* Limits that are kept for each by itself are its own doing, and so is time, if it got what it could use of the processors. */
static bool
is_own_doing(const char *limit, const struct queue_ending *e)
{
	return limit && (strcmp(limit, "time") == 0 ? !e->starved : strcmp(limit, "memory") != 0 && strcmp(limit, "disk space") != 0);
}

/* Known when all have ended that ran beside it, for who was in the way may hit a limit later. */
static void
note_ending(struct item *item, const json_t *o, const struct queue_ending *e)
{
	const char *verdict = json_string_value(json_object_get(o, "verdict")), *limit = json_string_value(json_object_get(o, "limit"));
	bool decided = strcmp(verdict, "pass") == 0 || strcmp(verdict, "fail") == 0;
	item->start = e->start;
	item->end = e->start + e->seconds;
	item->hit = limit != NULL;
	item->hindered = json_is_true(json_object_get(o, "hindered")) || (!decided && limit && strcmp(limit, "time") == 0 && e->starved);
	item->exposed = !decided && !is_own_doing(limit, e);
}

static bool
done(void *context, size_t nth, const struct queue_ending *e)
{
	struct running *g = context;
	struct item *item = &g->now->at[nth];
	json_t *o = line_of(e);
	if (!o)
		o = record_without_words(&g->arena, item->submission, e);
	note_limit(&g->arena, o, e);
	note_ending(item, o, e);
	if (item->hindered)
		json_object_set_new(o, "hindered", json_true());
	if (item->tries > 1)
		json_object_set_new(o, "tries", json_integer(item->tries));
	g->done++;
	g->failed += strcmp(json_string_value(json_object_get(o, "verdict")), "fail") == 0;
	bool written = journal_add(g->journal, g->diags, item->mark.text, o);
	json_decref(o);
	return written;
}

static bool
tick(void *context, size_t running)
{
	const struct running *g = context;
	const struct grade_options *o = g->options;
	struct grade_progress p = {.known = g->before, .done = g->done, .failed = g->failed, .left = g->first.n + g->again.n - g->done};
	return !o->progress || o->progress(o->context, &p);
}

/* --- all of it --- */

/* What is in the journal is not tested, but for what is asked for, and what has not had its second try. */
static void
take(struct running *g, struct marking *m, const struct submission *s)
{
	struct item item = {.submission = s, .mark = marking_of(m, &g->arena, s), .tries = 1};
	struct journal_known known;
	if (!journal_knows(g->journal, s->name, item.mark.text, &known) || (g->options->retry && known.verdict >= TESTED_UNDECIDED)) {
		vec_push(&g->arena, &g->first, item);
	} else if (known.hindered && known.tries < MOST_TRIES) {
		item.tries = known.tries + 1;
		vec_push(&g->arena, &g->again, item);
	} else {
		g->before++;
	}
}

static void
take_all(struct running *g, const struct submissions *all)
{
	const struct grade_options *o = g->options;
	struct marking m;
	marking_start(&m, &o->prepare, 3, (const char *const[]){"/proc/self/exe", o->tester.host.program, o->tester.free_program});
	for (size_t i = 0; i < all->n; i++)
		take(g, &m, &all->at[i]);
}

static void
take_hindered(struct running *g)
{
	for (size_t i = 0; i < g->first.n; i++) {
		struct item item = g->first.at[i];
		if (!item.hindered && !(item.exposed && had_bad_company(g, &item)))
			continue;
		item.tries++;
		vec_push(&g->arena, &g->again, item);
	}
}

static bool
run(struct running *g, items *which, size_t jobs)
{
	struct queue q = {.n = which->n, .jobs = jobs, .limits = g->options->limits, .work = work, .done = done, .tick = tick, .context = g};
	g->now = which;
	return which->n == 0 || queue_run(g->diags, &q);
}

bool
grade_run(struct diags *d, const struct grade_options *o, const struct submissions *all, struct journal *j)
{
	struct running g = {.diags = d, .options = o, .journal = j};
	take_all(&g, all);
	if (o->begins)
		o->begins(o->context, g.first.n + g.again.n, g.again.n);
	bool finished = run(&g, &g.first, o->jobs);
	if (finished) {
		take_hindered(&g);
		finished = run(&g, &g.again, 1);
	}
	arena_free(&g.arena);
	return finished;
}
