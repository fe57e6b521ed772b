#include "cmd/cmd.h"
#include "grade/grade.h"

#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MIB = 1 << 20 };

struct teaching {
	struct common common;
	struct grade_options options;
	struct outputs outputs;
	struct progress progress;
	struct target target;
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	const char *spec_path;
	struct model model;
	struct submissions submissions;
	struct journal *journal;
	const char *journal_path, *name; /* of --journal and --name */
	const char *sandbox; /* in words */
	unsigned shard, shards;
	bool resume, merge, gate;
	bool interrupted;
	double start;
};

static volatile sig_atomic_t stop;

/* The second time ends the program at once. */
static void
on_stop(int number)
{
	stop = 1;
	signal(number, SIG_DFL);
}

static void
catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction old, action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	signal(SIGXFSZ, SIG_IGN); /* a journal that may not grow is told like a full disk */
}

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- reports --- */

static bool
is_for_graded(const char *name)
{
	return graded_writer(name) != NULL;
}

static void
write_graded(struct text *to, const struct report_style *style, const char *name, const void *subject)
{
	graded_writer(name)->write(to, style, subject);
}

static const struct formats formats_graded = {graded_writers, is_for_graded, write_graded};

/* As for one implementation: nothing passes that was not tested. */
static int
gate(const size_t *n)
{
	if (n[TESTED_FAIL])
		return EXIT_VIOLATION;
	return n[TESTED_ERROR] ? EXIT_BUILD : n[TESTED_UNDECIDED] ? EXIT_UNDECIDED : EXIT_CONFORMS;
}

static int
report(struct teaching *g)
{
	struct graded *all;
	size_t n[TESTED_ERROR + 1] = {0};
	struct graded_class class = {.title = g->spec_path, .spec = g->spec, .seed = journal_head(g->journal)->seed, .seconds = seconds_now() - g->start, .interrupted = g->interrupted, .sandbox = g->sandbox};
	if (!journal_read(g->journal, &g->diags, &class.n, &all))
		return EXIT_INPUT;
	class.at = all;
	for (size_t i = 0; i < class.n; i++)
		n[all[i].verdict]++;
	if (!outputs_write(&g->outputs, &g->common, &class))
		return EXIT_SYSTEM;
	if (g->interrupted)
		return EXIT_UNDECIDED;
	return g->gate ? gate(n) : EXIT_CONFORMS;
}

/* --- the run --- */

/* How far it is; and how long it will take, if the rest is like what is done. */
static bool
show(void *context, const struct grade_progress *p)
{
	struct teaching *g = context;
	char left[64] = "";
	if (p->done)
		snprintf(left, sizeof left, ", %.0f s left", (seconds_now() - g->start) / (double)p->done * (double)p->left);
	if (progress_due(&g->progress) && p->left)
		progress_show(&g->progress, "%s: %zu of %zu, %zu failed%s", g->spec->resource, p->known + p->done, p->known + p->done + p->left, p->failed, left);
	return !stop;
}

static const char *
duration(struct arena *a, long long seconds)
{
	if (seconds < 600)
		return arena_printf(a, "%lld s", seconds);
	return seconds < 36000 ? arena_printf(a, "%lld min", (seconds + 59) / 60) : arena_printf(a, "%lld h", (seconds + 3599) / 3600);
}

/* How long it can take, whatever is in the submissions: for who waits for it. */
static void
tell_limits(void *context, size_t n, size_t alone)
{
	struct teaching *g = context;
	const struct grade_options *o = &g->options;
	long long each = o->limits.seconds;
	size_t turns = (n - alone + o->jobs - 1) / o->jobs + alone, again = turns + n - alone;
	if (g->common.quiet || n == 0 || !(g->common.verbose || isatty(STDERR_FILENO)))
		return;
	fprintf(stderr, "srtest: %zu submission%s, %zu at a time: %lld s each at most, %s in all", n, n == 1 ? "" : "s", o->jobs < n ? o->jobs : n, each, duration(&g->arena, (long long)turns * each));
	if (n > alone)
		fprintf(stderr, ", or %s if each has to be tested once more, alone", duration(&g->arena, (long long)again * each));
	fputc('\n', stderr);
}

/* Each part takes every so-manieth, so that none has all that take long. */
static void
take_shard(struct teaching *g)
{
	struct submission *mine = arena_array(&g->arena, struct submission, g->submissions.n + 1);
	size_t n = 0;
	for (size_t i = g->shard - 1; i < g->submissions.n; i += g->shards)
		mine[n++] = g->submissions.at[i];
	g->submissions = (struct submissions){.n = n, .at = mine};
}

static void
add_option(struct text *to, const char *option, const char *value)
{
	if (!value)
		return;
	text_printf(to, " %s ", option);
	text_shell(to, value);
}

static void
add_number(struct text *to, const char *option, long long value)
{
	text_printf(to, " %s %lld", option, value);
}

/* All that changes what is found, as it would be given again. */
static const char *
options_in_words(struct teaching *g)
{
	const struct grade_options *o = &g->options;
	const struct spec_options *s = &g->common.spec;
	struct text w = {0};
	if (o->tester.rounds.tests)
		add_number(&w, "--tests", (long long)o->tester.rounds.tests);
	if (o->tester.rounds.times)
		text_printf(&w, " --tests %zux", o->tester.rounds.times);
	if (o->tester.rounds.steps)
		add_number(&w, "--steps", (long long)o->tester.rounds.steps);
	add_number(&w, "--shrink-time", (long long)o->tester.shrink_seconds);
	add_number(&w, "--limit-time", (long long)o->limits.seconds);
	add_number(&w, "--limit-cpu", (long long)o->limits.cpu_seconds);
	add_number(&w, "--limit-memory", (long long)(o->limits.memory / MIB));
	text_str(&w, o->sandboxed ? " --sandbox=on" : " --sandbox=off");
	add_option(&w, "--engine", engine_names[g->target.engine]);
	add_option(&w, "--race", race_names[g->target.races]);
	add_option(&w, "--leak", leak_names[g->target.leaks]);
	for (unsigned kind = 1; kind < ALLOWED_ALL; kind <<= 1)
		if (g->target.allowed & kind)
			add_option(&w, "--allow", bits_names(&g->arena, allowed_kinds, kind));
	add_option(&w, "--cc", g->target.build.cc);
	add_option(&w, "--cflags", g->target.build.flags);
	for (size_t i = 0; i < g->target.narguments; i++)
		add_option(&w, "--arg", g->target.arguments[i]);
	if (g->target.variants)
		add_option(&w, "--variant", variant_names(&g->arena, g->target.variants));
	add_option(&w, "--build", o->prepare.command);
	add_option(&w, "--policy", s->policy);
	add_option(&w, "--order", s->order);
	for (size_t i = 0; i < s->ndefines; i++)
		add_option(&w, "--define", arena_printf(&g->arena, "%s=%s", s->defines[i].name, s->defines[i].value));
	return text_take(&w, &g->arena) + 1;
}

static void
fill_options(struct teaching *g)
{
	struct grade_options *o = &g->options;
	model_init(&g->model, g->spec);
	target_choose_hosts(&g->target, &g->arena);
	o->model = &g->model;
	o->tester.host = g->target.host;
	o->tester.free_program = g->target.free_program;
	o->prepare.spec = g->spec_path;
	o->prepare.cc = g->target.build.cc;
	o->prepare.flags = g->target.build.flags;
	o->prepare.variants = target_variants(&g->target);
	o->prepare.limits = (struct build_limits){.seconds = 120, .cpu = 120, .processes = 256, .memory = 4096ull * MIB, .file = GRADE_LARGEST_FILE, .disk = GRADE_MOST_BUILT};
	o->sandboxed = g->target.sandboxing != SANDBOX_OFF;
	o->begins = tell_limits;
	o->progress = show;
	o->context = g;
}

/* Tried once, for all reports: what is in force here. */
static bool
describe_sandbox(struct teaching *g)
{
	if (!g->options.sandboxed) {
		g->sandbox = "none: whatever was handed in could do what you can";
		return true;
	}
	struct sandbox *s = sandbox_open(&g->diags, &(struct sandbox_options){.memory = g->options.limits.memory, .processes = GRADE_MOST_PROCESSES});
	g->sandbox = s ? sandbox_words(s, &g->arena) : NULL;
	sandbox_close(s);
	return s != NULL;
}

static int
grade(struct teaching *g, size_t n, const char *const *paths)
{
	if (!submissions_find(&g->arena, &g->diags, g->name, n, paths, &g->submissions))
		return EXIT_BUILD;
	take_shard(g);
	fill_options(g);
	if (!target_is_safe(&g->target, &g->arena, &g->diags) || !describe_sandbox(g))
		return EXIT_SYSTEM;
	struct journal_head head = {
		.spec = g->spec_path, .mark = journal_mark(g->spec), .seed = g->options.tester.rounds.seed, .options = options_in_words(g), .shard = g->shard, .shards = g->shards,
		.submissions = g->submissions.n,
	};
	g->journal = journal_open(&g->diags, g->journal_path, g->resume, &head);
	if (!g->journal)
		return EXIT_SYSTEM;
	struct model model;
	model_init(&model, g->spec);
	forewarn(&g->common, &g->diags, &model);
	catch_signals();
	progress_start(&g->progress, &g->common);
	bool finished = grade_run(&g->diags, &g->options, &g->submissions, g->journal);
	progress_clear(&g->progress);
	g->interrupted = !finished;
	int status = report(g);
	return finished || stop ? status : EXIT_SYSTEM;
}

static int
merge(struct teaching *g, size_t n, const char *const *paths)
{
	g->journal = journal_merge(&g->diags, n, paths);
	if (!g->journal)
		return EXIT_INPUT;
	if (journal_head(g->journal)->mark != journal_mark(g->spec)) {
		diag_error(&g->diags, (struct span){0}, "%s: these journals are of another specification, or it has changed since", paths[0]);
		return EXIT_INPUT;
	}
	g->interrupted = !journal_is_whole(g->journal);
	return report(g);
}

static bool
gradable(struct teaching *g)
{
	if (!g->spec->implementation.given)
		return diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'implementation:', so nothing says what to call");
	return g->spec->nclients > 0 || diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'clients:', so nobody makes calls");
}

/* --- the command line --- */

/* "2/5" */
static bool
take_part(struct teaching *g, const char *argument)
{
	int end = 0;
	if (sscanf(argument, "%u/%u%n", &g->shard, &g->shards, &end) == 2 && !argument[end] && g->shard >= 1 && g->shard <= g->shards)
		return true;
	usage(&command_grade, "--shard takes a part and how many there are, such as 1/4, not '%s'", argument);
	return false;
}

static bool
take_seed(struct teaching *g, const char *argument)
{
	char *end;
	g->options.tester.rounds.seed = strtoull(argument, &end, 0);
	if (*argument >= '0' && *argument <= '9' && *end == 0)
		return true;
	usage(&command_grade, "--seed takes a number, not '%s'", argument);
	return false;
}

static bool
take_option(struct teaching *g, int option)
{
	struct grade_options *o = &g->options;
	long long number = 0;
	switch (option) {
	case 'j':
		if (!take_number(&command_grade, "--jobs", optarg, 1, 256, &number))
			return false;
		o->jobs = (size_t)number;
		return true;
	case 't':
		return take_tests(&command_grade, &o->tester.rounds, optarg);
	case 'w':
		return take_steps(&command_grade, &o->tester.rounds, optarg);
	case 'S':
		if (!take_number(&command_grade, "--shrink-time", optarg, 0, 1000000, &number))
			return false;
		o->tester.shrink_seconds = number;
		return true;
	case 'T':
		return take_number(&command_grade, "--limit-time", optarg, 1, 1000000, &number) && ((o->limits.seconds = number) || true);
	case 'u':
		return take_number(&command_grade, "--limit-cpu", optarg, 1, 1000000, &number) && ((o->limits.cpu_seconds = number) || true);
	case 'm':
		return take_number(&command_grade, "--limit-memory", optarg, 1, 1000000, &number) && ((o->limits.memory = number * MIB) || true);
	case 's':
		return take_seed(g, optarg);
	case 'I':
		return take_part(g, optarg);
	case 'J':
		g->journal_path = optarg;
		return true;
	case 'n':
		g->name = optarg;
		return true;
	case 'b':
		o->prepare.command = optarg;
		return true;
	case 'z':
		g->resume = true;
		return true;
	case 'R':
		g->resume = o->retry = true;
		return true;
	case 'Z':
		g->merge = true;
		return true;
	case 'G':
		g->gate = true;
		return true;
	case 'Y':
		return take_output(&command_grade, &g->outputs, 'f', "table");
	case 'f':
	case 'o':
		return take_output(&command_grade, &g->outputs, option, optarg);
	case 'g':
		return take_argument(&command_grade, &g->target, optarg);
	case 'L':
		return take_allow(&command_grade, &g->target, optarg);
	case 'V':
		return take_variant(&command_grade, &g->target, optarg);
	case 'B':
		return take_sandbox(&command_grade, &g->target, optarg);
	case 'e':
		return take_engine(&command_grade, &g->target, optarg);
	case 'A':
		return take_race(&command_grade, &g->target, optarg);
	case 'Q':
		return take_leak(&command_grade, &g->target, optarg);
	}
	return take_target(&g->target, option, optarg) || take_common(&command_grade, &g->common, option, optarg);
}

/* What does not go together is said; 0: all does. */
static int
check_options(const struct teaching *g, int n)
{
	if (n < 2)
		return usage(&command_grade, g->merge ? "a specification and journals are needed" : "a specification and submissions are needed");
	if (g->resume && !g->journal_path)
		return usage(&command_grade, "%s goes on with the journal that --journal names", g->options.retry ? "--retry" : "--resume");
	if (g->merge && (g->journal_path || g->shards > 1))
		return usage(&command_grade, "--merge reads journals, and tests nothing");
	return g->target.command ? usage(&command_grade, "--host cannot be had here: submissions are in C") : 0;
}

/* A journal is written to, but no report may be written over it. */
static bool
files_ready(struct teaching *g, int n, char *const *paths)
{
	const char **inputs = arena_array(&g->arena, const char *, (size_t)n + 2);
	for (int i = 0; i < n; i++)
		inputs[i] = paths[i];
	const char *why = g->journal_path ? output_obstacle(g->journal_path, inputs) : NULL;
	if (why)
		fprintf(stderr, "srtest grade: --journal %s: %s\n", g->journal_path, why);
	inputs[n] = g->journal_path;
	return !why && outputs_ready(&command_grade, &g->outputs, inputs);
}

/* A file that the specification, or --policy, names. */
static bool
policy_ready(struct teaching *g)
{
	const struct source *policy = g->spec->policy ? g->spec->policy->span.src : NULL;
	const char *inputs[] = {policy && policy != g->spec->source ? policy->name : NULL, NULL};
	const char *why = *inputs && g->journal_path ? output_obstacle(g->journal_path, inputs) : NULL;
	if (why)
		fprintf(stderr, "srtest grade: --journal %s: %s\n", g->journal_path, why);
	return !why && (!*inputs || outputs_spare(&command_grade, &g->outputs, inputs));
}

static int
obey(struct teaching *g, size_t n, const char *const *paths)
{
	if (g->name && !submissions_named_by(&g->arena, &g->diags, g->name))
		return EXIT_USAGE;
	g->spec = spec_load(&g->arena, &g->diags, g->spec_path, &g->common.spec);
	if (!g->spec || !gradable(g))
		return EXIT_INPUT;
	if (!policy_ready(g))
		return EXIT_USAGE;
	return g->merge ? merge(g, n, paths) : grade(g, n, paths);
}

static int
leave(struct teaching *g, int status)
{
	journal_close(g->journal);
	spec_free(g->spec);
	diags_free(&g->diags);
	arena_free(&g->arena);
	return status;
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {
		COMMON_LONG, OUTPUT_LONG, {"jobs", required_argument, NULL, 'j'}, {"tests", required_argument, NULL, 't'}, {"steps", required_argument, NULL, 'w'}, {"seed", required_argument, NULL, 's'},
		{"shrink-time", required_argument, NULL, 'S'}, {"limit-time", required_argument, NULL, 'T'}, {"limit-cpu", required_argument, NULL, 'u'},
		{"limit-memory", required_argument, NULL, 'm'}, {"shard", required_argument, NULL, 'I'}, {"journal", required_argument, NULL, 'J'},
		{"name", required_argument, NULL, 'n'}, {"build", required_argument, NULL, 'b'}, {"resume", no_argument, NULL, 'z'}, {"retry", no_argument, NULL, 'R'}, {"merge", no_argument, NULL, 'Z'},
		{"gate", no_argument, NULL, 'G'}, {"table", no_argument, NULL, 'Y'}, TARGET_LONG, {0},
	};
	struct teaching g = {
		.outputs.formats = &formats_graded, .shard = 1, .shards = 1, .start = seconds_now(),
		.options = {.rounds = 7, .jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN), .limits = {.seconds = 300, .cpu_seconds = 300, .memory = 2048ll * MIB}},
	};
	int option;
	g.target.sandboxing = SANDBOX_ON;
	g.options.tester.shrink_seconds = 10;
	g.options.tester.rounds.breakpoints = ROUNDS_BREAKPOINTS;
	g.options.tester.rounds.seed = 1;
	while ((option = next_option(&command_grade, argc, argv, COMMON_SHORT OUTPUT_SHORT "j:", options)) != -1) {
		if (option == 'h')
			return leave(&g, help(&command_grade));
		if (!take_option(&g, option))
			return leave(&g, EXIT_USAGE);
	}
	int wrong = check_options(&g, argc - optind);
	if (wrong)
		return leave(&g, wrong);
	if (!files_ready(&g, argc - optind, argv + optind))
		return leave(&g, EXIT_USAGE);
	size_t n = (size_t)(argc - optind - 1);
	const char *const *paths = (const char *const *)&argv[optind + 1];
	g.spec_path = argv[optind];
	int status = obey(&g, n, paths);
	fflush(stdout);
	diags_print(&g.diags, stderr, use_color(&g.common, stderr));
	if (!g.spec)
		tell_order(&command_grade, argc - optind, argv + optind);
	return leave(&g, status);
}

const struct command command_grade = {
	"grade", "SPEC PATH...", "Tests many implementations, each by itself: files, and folders of them",
	"  -j, --jobs N              so many at a time (default: one a processor)\n"
	"      --name REGEX          what of a path is the name; its other named groups go to the reports\n"
	"      --build COMMAND       how a folder is built, by /bin/sh: into the file $SRTEST_OUTPUT\n"
	"      --seed N              of all of them (default 1); the same seed gives the same marks\n"
	"      --tests N|Nx          tests in a round (default 300 with one call at a time, then 10000), or N times as many\n"
	"      --steps N             scheduling steps in a round, after which there are no more tests (default 40000000)\n"
	"      --shrink-time SECONDS how long a failure is made smaller (default 10)\n"
	"      --limit-time SECONDS  for one submission (default 300)\n"
	"      --limit-cpu SECONDS   of processor time (default 300)\n"
	"      --limit-memory MIB    of all its processes (default 2048)\n"
	"      --journal FILE        write down what is found, a line a submission, as soon as it is known\n"
	"      --resume              go on with the journal, and test what it does not have\n"
	"      --retry               the same, and test again what is undecided in it, or an error\n"
	"      --shard I/N           only this part of so many\n"
	"      --merge               the PATHs are journals: make one report of them\n"
	"      --gate                end with status 1 if a submission failed, 4 if one cannot be tested, 5 if one is undecided\n"
	"      --table               the same as --format table: how many failed in which rounds\n"
	TARGET_HELP
	"  -f, --format FORMAT       text, table, json (a line a submission), csv, junit, tap, gradescope, prairielearn or html\n"
	OUTPUT_HELP COMMON_HELP,
	run,
};
