#include "grade/worker.h"

#include "debug/debug.h"
#include "grade/shelter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* Bytes, for what compilers leave. */
enum { LEAST_ROOM = 4 << 20 };

struct worker {
	struct arena arena;
	struct diags diags;
	const struct grade_options *options;
	struct graded found;
	struct shelter shelter;
	struct prepared *prepared;
	struct text compiler, text; /* what is said: by compilers, by reports */
	json_t *report;
	bool hindered; /* by what is of our own making, or by somebody outside, before it could be tested */
	struct hindrance hindrance; /* of hosts */
	bool *active; /* by operation: it was seen to do something */
	bool elsewhere; /* a test failed in a way that belongs to a round other than the one that ran */
};

static volatile sig_atomic_t stop;

static void
on_stop(int number)
{
	stop = 1;
}

static bool
stopped(void *context)
{
	return stop;
}

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- what is kept of a report --- */

static json_t *
as_json(const struct tested *t)
{
	struct report_style style = {0};
	struct text line = {0};
	report_writer("json")->write(&line, &style, t, 1);
	json_t *o = json_loadb(line.s, line.n, 0, NULL);
	text_free(&line);
	json_object_del(o, "schedule"); /* the text tells it, for those who read it */
	return o;
}

static void
add_text(struct worker *w, const struct tested *t)
{
	struct report_style style = {0};
	if (w->text.n)
		text_char(&w->text, '\n');
	report_writer("text")->write(&w->text, &style, t, 1);
}

/* The class and the calls, phase by phase. */
static char *
signature(struct arena *a, const json_t *report)
{
	struct text t = {0};
	text_str(&t, json_string_value(json_object_get(report, "class")));
	const json_t *phases = json_object_get(report, "counterexample");
	for (size_t i = 0; i < json_array_size(phases); i++) {
		const json_t *calls = json_object_get(json_array_get(phases, i), "calls");
		text_str(&t, i ? " | " : ": ");
		for (size_t k = 0; k < json_array_size(calls); k++)
			text_printf(&t, "%s%s", k ? ", " : "", json_string_value(json_array_get(calls, k)));
	}
	return text_take(&t, a);
}

/* That of the call which the first reason is about. */
static const char *
operation_at_fault(const struct tested *t)
{
	return t->judged && t->judged->nwhys ? t->judged->whys[0].op->name : NULL;
}

static void
keep_failure(struct worker *w, struct graded_round *r, const struct tested *t)
{
	json_t *report = as_json(t);
	r->class = arena_strdup(&w->arena, t->class);
	r->operation = operation_at_fault(t); /* the specification outlives what was found */
	add_text(w, t);
	if (w->found.alike) { /* the verdict rests on an earlier round */
		json_decref(report);
		return;
	}
	w->found.alike = signature(&w->arena, report);
	json_decref(w->report);
	w->report = report;
}

/* --- rounds --- */

/* Who goes beyond what the sandbox has room for is killed, which looks like a crash. */
static bool
is_limited(const struct worker *w, const struct tested *t)
{
	return t->verdict == TESTED_FAIL && strcmp(t->class, "crash") == 0 && w->shelter.hosts && sandbox_limit(w->shelter.hosts);
}

/* Of those that are kept for hosts. NULL: none was hit. */
static const char *
limit_of_hosts(const struct worker *w)
{
	const char *limit = w->shelter.hosts ? sandbox_limit(w->shelter.hosts) : NULL;
	return limit ? limit : w->hindrance.limit;
}

/*
 * Was there no room for another thread, though those inside did not take it? The kernel counts all that the user has: what another program of
 * theirs does may have been in the way.
 */
static bool
was_crowded(const struct worker *w)
{
	const char *inside = w->shelter.hosts ? sandbox_limit(w->shelter.hosts) : NULL;
	return w->hindrance.limit && strcmp(w->hindrance.limit, "processes") == 0 && !(inside && strcmp(inside, "processes") == 0);
}

static const char *
why_not(struct worker *w, const struct tested *t)
{
	if (limit_of_hosts(w) && !stop)
		return arena_printf(&w->arena, "it hit its limit of %s", limit_of_hosts(w));
	if (t->reason)
		return arena_strdup(&w->arena, t->reason);
	return w->diags.list.n ? w->diags.list.at[w->diags.list.n - 1].message : "it cannot be tested";
}

/* What only another round is told of has not failed in this one, if there was anything to see in it; nor what failed in a later one. */
static enum graded_outcome
outcome_of(const struct worker *w, const struct tested *t, int number, bool alone)
{
	if (is_limited(w, t))
		return ROUND_UNDECIDED;
	if (t->verdict == TESTED_FAIL)
		return alone || t->round == number ? ROUND_FAILED : ROUND_PASSED;
	return t->verdict == TESTED_PASS || (t->elsewhere && t->exercised && !t->too_few) ? ROUND_PASSED : ROUND_UNDECIDED;
}

static bool
any_guarded(const struct tested_statistics *s)
{
	for (size_t i = 0; i < s->nops; i++)
		if (s->ops[i].guarded)
			return true;
	return false;
}

/* Who does nothing never fails for what others do: what shows that a round which passed so has seen anything at work? NULL: enough does. */
static const char *
lacking(struct worker *w, int number, const struct tested *t)
{
	const struct tested_statistics *s = &t->statistics;
	if (!t->elsewhere)
		return NULL;
	for (size_t i = 0; i < s->nops; i++)
		if (!s->ops[i].returned)
			return arena_printf(&w->arena, "%s never returned", s->ops[i].name);
	return number == 2 && any_guarded(s) && !s->released ? "no call that was blocked ever returned" : NULL;
}

/* An operation that may have to wait did, and went on; another one came back where others were let go on, if anybody has to wait. */
static bool
is_active(const struct tested_operation *o, const struct tested_statistics *s)
{
	if (o->guarded)
		return o->kept + o->kept_by_policy > 0 && o->released > 0;
	return o->returned > 0 && (s->released > 0 || !any_guarded(s));
}

/* A round in which no test failed in any way is proof for all. */
static void
note_active(struct worker *w, const struct graded_round *r, const struct tested *t)
{
	bool whole = r->outcome == ROUND_PASSED && !t->elsewhere;
	for (size_t i = 0; i < t->statistics.nops; i++)
		w->active[i] = w->active[i] || whole || is_active(&t->statistics.ops[i], &t->statistics);
}

static void
tell_idle(struct worker *w)
{
	const struct spec *s = w->options->model->spec;
	struct graded_idle *idle = arena_array(&w->arena, struct graded_idle, s->nops + 1);
	for (size_t i = 0; i < s->nops; i++)
		if (!w->active[i])
			idle[w->found.nidle++] = (struct graded_idle){s->ops[i].name, "it was not seen to do anything that it is for"};
	w->found.idle = idle;
}

/* What it leaks where that is a warning: the first that was seen of each kind. */
static void
note_leaks(struct worker *w, const struct tested *t)
{
	struct text words = {0};
	if (w->found.leaks || w->options->tester.host.leaks != LEAKS_WARN)
		return;
	if (t->lost.tests)
		lost_describe(&words, &t->lost);
	if (t->lost.tests && t->leak.tests)
		text_str(&words, "; and ");
	if (t->leak.tests)
		leak_describe(&words, &t->leak);
	if (words.n)
		w->found.leaks = text_take(&words, &w->arena);
	text_free(&words);
}

/* What a run says of one of its rounds. */
static void
take_round(struct worker *w, int number, const struct tested *t, bool alone)
{
	struct graded_round *r = &w->found.rounds[number - 1];
	const struct tested_share *share = number == 3 ? &t->at_once : &t->one_by_one;
	r->outcome = outcome_of(w, t, number, alone);
	r->tests = alone ? t->tests : share->made;
	r->asked = alone ? t->one_by_one.asked + t->at_once.asked : share->asked;
	r->lacking = r->outcome == ROUND_PASSED ? lacking(w, number, t) : NULL;
	note_active(w, r, t);
	if (r->outcome == ROUND_FAILED)
		keep_failure(w, r, t);
	else if (r->outcome == ROUND_UNDECIDED)
		r->reason = why_not(w, t);
}

/* Were all tests made that were asked for with one call at a time, and decided? */
static bool
is_through(const struct tested *t)
{
	return t->one_by_one.asked && t->one_by_one.made == t->one_by_one.asked && !t->undecided;
}

/* Does a run of several rounds say how this one ends? What fails ends it, and tests of others may come after that. */
static bool
settles(const struct worker *w, const struct tested *t, int number)
{
	if (t->verdict == TESTED_PASS)
		return number < 3 ? t->one_by_one.asked > 0 : t->at_once.asked > 0;
	return t->verdict == TESTED_FAIL && !is_limited(w, t) && (t->round == number || (t->round == 3 && is_through(t)));
}

/* These rounds, as bits, in one run. False: it cannot be loaded, so there is no use in going on. */
static bool
run_rounds(struct worker *w, struct tester_options *o, unsigned rounds)
{
	struct tested t = {0};
	bool alone = (rounds & (rounds - 1)) == 0;
	o->rounds.rounds = rounds;
	struct tester *tester = tester_run(&w->diags, w->options->model, o, &t);
	bool loaded = t.verdict != TESTED_ERROR;
	for (int number = 1; number <= GRADED_ROUNDS; number++)
		if ((rounds >> (number - 1) & 1) && (alone || !loaded || settles(w, &t, number)))
			take_round(w, number, &t, alone);
	w->elsewhere = w->elsewhere || t.elsewhere;
	w->found.engine = t.engine; /* a word of the program's own */
	if (t.engine_why)
		w->found.freely = arena_strdup(&w->arena, t.engine_why);
	note_leaks(w, &t);
	if (t.incomplete && !w->found.incomplete)
		w->found.incomplete = arena_strdup(&w->arena, t.incomplete);
	if (!w->report && !is_limited(w, &t))
		w->report = as_json(&t);
	o->host.again = o->host.again || loaded;
	tester_free(tester);
	return loaded;
}

static bool
any(const struct graded *g, enum graded_outcome outcome)
{
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (g->rounds[i].outcome == outcome)
			return true;
	return false;
}

/* Round 3 says something only of what passes with one call at a time. */
static bool
is_wanted(const struct worker *w, int number)
{
	bool open = w->found.rounds[number - 1].outcome == ROUND_NOT_RUN;
	return open && (w->options->rounds & 1u << (number - 1)) && !(number == 3 && any(&w->found, ROUND_FAILED));
}

/*
 * All rounds with the same host, and each test once; then alone those of which that says nothing. A whole program has one kind of tests. False: it
 * cannot be loaded.
 */
static bool
run_all(struct worker *w, struct tester_options *o)
{
	if (!spec_is_program(w->options->model->spec) && !run_rounds(w, o, w->options->rounds))
		return false;
	for (int number = 1; number <= GRADED_ROUNDS; number++)
		if (is_wanted(w, number) && !run_rounds(w, o, 1u << (number - 1)))
			return false;
	return true;
}

static void
conclude(struct worker *w)
{
	struct graded *g = &w->found;
	if (any(g, ROUND_FAILED)) {
		g->verdict = TESTED_FAIL;
		tell_idle(w);
		return;
	}
	g->verdict = any(g, ROUND_UNDECIDED) || w->elsewhere ? TESTED_UNDECIDED : TESTED_PASS;
	if (w->elsewhere)
		g->reason = "a test failed in one round, in a way that belongs to another, and did not fail there";
	for (size_t i = GRADED_ROUNDS; i-- > 0;)
		if (g->rounds[i].reason)
			g->reason = g->rounds[i].reason;
}

static void
tell_not_loaded(struct worker *w)
{
	struct graded *g = &w->found;
	g->limit = limit_of_hosts(w);
	g->verdict = g->limit || w->hindrance.outside ? TESTED_UNDECIDED : TESTED_ERROR;
	for (size_t i = GRADED_ROUNDS; i-- > 0;) {
		g->reason = g->rounds[i].reason ? g->rounds[i].reason : g->reason;
		g->rounds[i] = (struct graded_round){.outcome = ROUND_NOT_RUN};
	}
}

static void
test(struct worker *w, bool no_status)
{
	struct tester_options o = w->options->tester;
	struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
	sigaction(SIGTERM, &action, NULL);
	w->active = arena_array(&w->arena, bool, w->options->model->spec->nops + 1);
	o.implementation = w->found.name;
	o.host = shelter_host(w->options, w->prepared);
	o.host.main.no_status = no_status;
	o.host.name = w->found.name;
	o.host.program = w->shelter.program;
	o.free_program = w->shelter.free_program;
	o.host.sandbox = w->shelter.hosts;
	o.host.hindrance = &w->hindrance;
	o.rounds.interrupted = stopped;
	if (!run_all(w, &o) && !o.host.again)
		tell_not_loaded(w);
	else
		conclude(w); /* if it could be loaded once, what was found of it stays */
}

/* --- the record --- */

/* A compiler says so in words that nobody reads for us. */
static bool
is_full(const char *folder)
{
	struct statvfs s;
	return statvfs(folder && *folder ? folder : "/tmp", &s) == 0 && (uint64_t)s.f_bavail * s.f_frsize < LEAST_ROOM;
}

/* What ran into a limit on the way, or found no room, might be right for all we know. */
static void
fail(struct worker *w)
{
	w->found.hindered = w->hindered;
	if (is_full(getenv("TMPDIR"))) {
		w->found.verdict = TESTED_UNDECIDED;
		w->found.hindered = true;
		w->found.reason = "there is hardly any room left for temporary files";
		return;
	}
	if (w->found.limit) {
		w->found.verdict = TESTED_UNDECIDED;
		w->found.reason = arena_printf(&w->arena, "its build hit the limit of %s", w->found.limit);
		return;
	}
	w->found.verdict = w->hindered ? TESTED_UNDECIDED : TESTED_ERROR;
	w->found.reason = w->diags.list.n ? w->diags.list.at[w->diags.list.n - 1].message : "it cannot be made ready";
}

static void
tell(struct worker *w, int fd)
{
	w->found.compiler = w->compiler.n ? w->compiler.s : NULL;
	w->found.text = w->text.n ? w->text.s : NULL;
	w->found.report = w->report;
	json_t *o = graded_write(&w->found);
	char *line = json_dumps(o, JSON_COMPACT);
	size_t n = strlen(line);
	line[n++] = '\n'; /* in place of the end of the string */
	for (size_t at = 0; at < n;) {
		ssize_t done = write(fd, line + at, n - at);
		if (done < 0 && errno != EINTR)
			break; /* nobody reads it any more */
		at += done > 0 ? (size_t)done : 0;
	}
	free(line);
	json_decref(o);
}

static bool
is_needed(const char *variable)
{
	static const char *const needed[] = {
		"PATH=", "LD_LIBRARY_PATH=", "LIBRARY_PATH=", "CPATH=", "C_INCLUDE_PATH=", "COMPILER_PATH=", "GCC_EXEC_PREFIX=", "TMPDIR=", "LANG=", "LC_", "TZ=", "ASAN_OPTIONS=",
		"LSAN_OPTIONS=", "UBSAN_OPTIONS=",
	};
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		if (strncmp(variable, needed[i], strlen(needed[i])) == 0)
			return true;
	return false;
}

/* Hosts get our environment, and may print it: what people keep in theirs, such as passwords of services, is none of their business. */
static void
forget_environment(void)
{
	char **to = environ;
	for (char **from = environ; *from; from++)
		if (is_needed(*from))
			*to++ = *from;
	*to = NULL;
}

/* Nothing that is printed here is for the terminal, and what is typed there is for those who started us. */
static void
become_quiet(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd <= 2; fd++)
		dup2(null, fd);
	if (null > 2)
		close(null);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
}

/* False: it could not even be loaded. */
static bool
make_and_test(struct worker *w, const struct submission *s)
{
	const struct grade_options *o = w->options;
	struct prepare_options how = o->prepare;
	if (!shelter_for_builds(&w->shelter, &w->diags, o, s))
		return !(w->hindered = true);
	how.hindered = &w->hindered;
	how.sandbox = w->shelter.builds;
	how.folder = how.sandbox ? w->shelter.folder.path : NULL;
	w->prepared = submission_prepare(&w->diags, s, &how, &w->compiler, &w->found.limit);
	if (!w->prepared && !w->found.limit && w->shelter.builds)
		w->found.limit = sandbox_limit(w->shelter.builds);
	if (!w->prepared)
		return false;
	const char *library = prepared_library(w->prepared);
	bool no_status;
	if (!debug_check_prototypes(&w->diags, o->model->spec, library, &no_status))
		return false;
	if (!shelter_for_hosts(&w->shelter, &w->diags, o, w->prepared))
		return !(w->hindered = true);
	test(w, no_status);
	return true;
}

struct graded
worker_record(struct arena *a, const struct submission *s)
{
	struct graded_group *groups = arena_array(a, struct graded_group, s->ngroups + 1);
	struct graded g = {.name = graded_name(a, s->name), .path = graded_name(a, s->path), .ngroups = s->ngroups, .groups = groups};
	for (size_t i = 0; i < s->ngroups; i++)
		groups[i] = (struct graded_group){s->groups[i].name, graded_name(a, s->groups[i].value)};
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		g.rounds[i].outcome = ROUND_NOT_RUN;
	return g;
}

void
worker_run(const struct grade_options *o, const struct submission *s, int fd)
{
	struct worker w = {.options = o};
	double start = seconds_now();
	w.found = worker_record(&w.arena, s);
	become_quiet();
	forget_environment();
	if (!make_and_test(&w, s))
		fail(&w);
	w.found.attempts = shelter_attempts(&w.shelter, &w.arena, &w.found.nattempts);
	if (!w.found.limit && w.found.verdict != TESTED_PASS)
		w.found.limit = limit_of_hosts(&w);
	if (w.found.verdict == TESTED_UNDECIDED && (w.hindrance.outside || was_crowded(&w)))
		w.found.hindered = true;
	w.found.seconds = seconds_now() - start;
	tell(&w, fd);
	prepared_free(w.prepared);
	shelter_close(&w.shelter);
}
