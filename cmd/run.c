#include "cmd/cmd.h"
#include "debug/debug.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Failures of one implementation that are told. */
enum { MOST_FAILURES = 8 };

struct running {
	struct common common;
	struct tester_options options;
	struct outputs outputs;
	struct progress progress;
	size_t tests_before; /* in earlier rounds */
	int last_round;
	struct timespec start;
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct tested tested[MOST_FAILURES];
	struct signature known[2 * MOST_FAILURES]; /* of the failures that were found */
	bool keep_going; /* after the first failure */
	struct target target;
	struct saving saving;
	bool seeded; /* --seed was given */
	unsigned no_rare; /* kinds of what is rare that --no-rare names */
};

/* --- being interrupted --- */

static volatile sig_atomic_t stop;

/* The second time ends the program at once. */
static void
on_stop(int number)
{
	stop = 1;
	signal(number, SIG_DFL);
}

static bool
stopped(void *context)
{
	return stop;
}

static void
catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction old, action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
		/* who started us may have wanted it to be ignored */
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
}

/* --- how far it is --- */

static double
seconds_since(const struct timespec *start)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

static void
show_tests(void *context, int round, size_t tests, size_t of)
{
	struct running *g = context;
	if (round != g->last_round) {
		clock_gettime(CLOCK_MONOTONIC, &g->start);
		g->last_round = round;
		g->tests_before = tests;
	}
	double seconds = seconds_since(&g->start), done = (double)(tests - g->tests_before);
	if (done > 0 && seconds > 0 && progress_due(&g->progress))
		progress_show(&g->progress, "%s: round %s, %zu of %zu tests, %.0f a second, up to %.0f s left", g->spec->resource, round == 3 ? "3" : "1 and 2", tests, of,
			done / seconds, seconds / done * (double)(of - tests));
}

static void
show_sizes(void *context, size_t calls, uint64_t tests, uint64_t schedules)
{
	struct running *g = context;
	if (progress_due(&g->progress))
		progress_show(&g->progress, "%s: tests of %zu call%s: %llu, with %llu schedules", g->spec->resource, calls, calls == 1 ? "" : "s", (unsigned long long)tests,
			(unsigned long long)schedules);
}

static void
show_shrinking(void *context, size_t runs, size_t calls)
{
	struct running *g = context;
	if (progress_due(&g->progress))
		progress_show(&g->progress, "%s: failed; making it smaller: %zu call%s after %zu runs", g->spec->resource, calls, calls == 1 ? "" : "s", runs);
}

/* --- the run --- */

/* Tests for as long as there are failures that differ from those before, or once. Returns how many results there are. */
static size_t
find_failures(struct running *g, struct tester **testers)
{
	size_t n = 0, most = g->keep_going ? MOST_FAILURES : 1;
	struct rounds_options *o = &g->options.rounds;
	double seconds = (double)o->seconds;
	while (n < most) {
		struct tested *t = &g->tested[n];
		testers[n] = tester_run(&g->diags, &g->model, &g->options, t);
		const struct signature *found = tester_signatures(testers[n]);
		if (n > 0 && !found) {
			tester_free(testers[n]);
			break;
		}
		n++;
		seconds -= t->seconds;
		if (!found || t->interrupted || (o->seconds && seconds < 1))
			break;
		o->seconds = o->seconds ? (int64_t)seconds : 0;
		g->known[o->nknown++] = found[0];
		g->known[o->nknown++] = found[1];
		o->known = g->known;
	}
	return n;
}

static int
run_spec(struct running *g)
{
	model_init(&g->model, g->spec);
	if (!target_open(&g->target, &g->arena, &g->diags, g->saving.spec, g->saving.nimplementation, g->saving.implementation)) {
		g->tested[0] = target_error(&g->diags, &g->model, g->options.implementation);
		return outputs_report(&g->outputs, &g->common, g->tested, 1) && !g->target.unsafe ? EXIT_BUILD : EXIT_SYSTEM;
	}
	g->options.host = g->target.host;
	g->options.free_program = g->target.free_program;
	g->options.host.no_rare = g->no_rare;
	if (!g->options.host.command && !debug_check_prototypes(&g->diags, g->spec, g->options.host.library, &g->options.host.main.no_status))
		return EXIT_INPUT;
	g->options.shrinking = show_shrinking;
	g->options.rounds.progress = show_tests;
	g->options.exhaust.progress = show_sizes;
	g->options.rounds.interrupted = stopped;
	g->options.rounds.context = g;
	g->saving.target = &g->target;
	g->saving.allowed = g->target.allowed;
	g->saving.narguments = g->target.narguments;
	g->saving.arguments = g->target.arguments;
	forewarn(&g->common, &g->diags, &g->model);
	progress_start(&g->progress, &g->common);
	catch_signals();
	struct tester *testers[MOST_FAILURES];
	size_t n = find_failures(g, testers);
	progress_clear(&g->progress);
	for (size_t i = 0; i < n; i++)
		g->tested[i].replay = save_failure(&g->saving, &g->arena, g->spec, &g->tested[i], i + 1);
	int status = outputs_report(&g->outputs, &g->common, g->tested, n) ? tested_exit(&g->tested[0]) : EXIT_SYSTEM;
	for (size_t i = 0; i < n; i++)
		tester_free(testers[i]);
	return status;
}

static bool
runnable(struct running *g)
{
	if (!g->spec->implementation.given)
		return diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'implementation:', so nothing says what to call");
	return g->spec->nclients > 0 || diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'clients:', so nobody makes calls");
}

/* --- the command line --- */

/* "1", "3", "1,2" */
static bool
take_rounds(struct running *g, const char *argument)
{
	for (const char *s = argument;; s += 2) {
		if (*s < '1' || *s > '3' || (s[1] && s[1] != ',')) {
			usage(&command_run, "--round takes 1, 2, 3 or several of them with commas, not '%s'", argument);
			return false;
		}
		g->options.rounds.rounds |= 1u << (*s - '1');
		if (!s[1])
			return true;
	}
}

/* "3" or "1..4" */
static bool
take_burst(struct running *g, const char *argument)
{
	struct bounds *b = &g->options.rounds.burst;
	char *end;
	b->low = b->high = strtol(argument, &end, 10);
	if (end != argument && strncmp(end, "..", 2) == 0)
		b->high = strtol(end + 2, &end, 10);
	if (*argument >= '0' && *argument <= '9' && *end == 0 && b->low >= 1 && b->low <= b->high && b->high <= TESTING_LONGEST_BURST)
		return true;
	usage(&command_run, "--burst takes a number from 1 to %d or a range of them such as 1..4, not '%s'", TESTING_LONGEST_BURST, argument);
	return false;
}

static bool
take_seed(struct running *g, const char *argument)
{
	char *end;
	g->options.rounds.seed = strtoull(argument, &end, 0);
	g->seeded = true;
	if (*argument >= '0' && *argument <= '9' && *end == 0)
		return true;
	usage(&command_run, "--seed takes a number, not '%s'", argument);
	return false;
}

/* "surw", "pct,depth=3" */
static bool
take_strategy(struct running *g, const char *argument)
{
	struct rounds_options *r = &g->options.rounds;
	char name[16];
	size_t n = strcspn(argument, ",");
	const char *rest = argument + n;
	long long depth = 0;
	snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), argument);
	if (!strategy_find(name, &r->strategy) || (*rest && strncmp(rest, ",depth=", 7) != 0)) {
		usage(&command_run, "--strategy takes walk, pct, pos, surw, follow, align or queue, and 'depth=N' after a comma, not '%s'", argument);
		return false;
	}
	if (*rest && (r->strategy == STRATEGY_WALK || r->strategy == STRATEGY_POS || r->strategy == STRATEGY_ALIGN || r->strategy == STRATEGY_QUEUE)) {
		usage(&command_run, "--strategy=%s takes no depth", name);
		return false;
	}
	if (*rest && !take_number(&command_run, "the depth of --strategy", rest + 7, 1, STRATEGY_DEPTH, &depth))
		return false;
	r->depth = (unsigned)depth;
	return true;
}

/* Nothing, or "spurious,timeout". */
static bool
take_no_rare(struct running *g, const char *argument)
{
	g->options.rounds.common = g->options.rounds.common || !argument;
	g->no_rare |= argument ? 0 : RARE_ALL;
	while (argument) {
		size_t n = strcspn(argument, ",");
		unsigned kind = bits_find(rare_kinds, arena_strndup(&g->arena, argument, n));
		if (!kind) {
			usage(&command_run, "--no-rare takes %s or several of them with commas, not '%.*s'", bits_names(&g->arena, rare_kinds, RARE_ALL), (int)n, argument);
			return false;
		}
		g->no_rare |= kind;
		argument = argument[n] ? argument + n + 1 : NULL;
	}
	return true;
}

/* Options of --exhaustive; each of them asks for it. */
static bool
take_exhaust(struct running *g, int option)
{
	struct exhaust_options *e = &g->options.exhaust;
	long long number = 0;
	g->options.exhaustive = true;
	switch (option) {
	case 'E':
		if (!optarg)
			return true;
		if (!take_number(&command_run, "--exhaustive", optarg, 0, SCHEDULES_MOST_PREEMPTIONS, &number))
			return false;
		e->preemptions = (unsigned)number;
		return true;
	case 'n':
		if (!take_number(&command_run, "--max-calls", optarg, 1, EXHAUST_MOST_CALLS, &number))
			return false;
		e->calls = (size_t)number;
		return true;
	case 'l':
		if (!take_number(&command_run, "--max-clients", optarg, 1, TEST_MOST_CLIENTS, &number))
			return false;
		e->clients = (size_t)number;
		return true;
	case 'p':
		if (!take_number(&command_run, "--max-choices", optarg, 1, 1000000000, &number))
			return false;
		e->choices = (size_t)number;
		return true;
	}
	e->plain = true;
	return true;
}

static bool
take_option(struct running *g, int option)
{
	long long number;
	switch (option) {
	case 's':
		return take_seed(g, optarg);
	case 't':
		return take_tests(&command_run, &g->options.rounds, optarg);
	case 'w':
		return take_steps(&command_run, &g->options.rounds, optarg);
	case 'T':
		if (!take_number(&command_run, "--time", optarg, 1, 1000000, &number))
			return false;
		g->options.rounds.seconds = number;
		return true;
	case 'S':
		if (!take_number(&command_run, "--shrink-time", optarg, 0, 1000000, &number))
			return false;
		g->options.shrink_seconds = number;
		return true;
	case 'y':
		return take_strategy(g, optarg);
	case 'b':
		if (!take_number(&command_run, "--breakpoints", optarg, 0, 100, &number))
			return false;
		g->options.rounds.breakpoints = (unsigned)number;
		return true;
	case 'r':
		return take_rounds(g, optarg);
	case 'B' + 256:
		return take_burst(g, optarg);
	case 'f':
	case 'o':
		return take_output(&command_run, &g->outputs, option, optarg);
	case 'k':
		g->saving.file = optarg;
		return true;
	case 'M':
		g->options.mutate = true;
		return true;
	case 'R':
		return take_no_rare(g, optarg);
	case 'K':
		g->saving.off = true;
		return true;
	case 'G':
		g->keep_going = true;
		return true;
	}
	if (option != 0 && strchr("Enlpa", option))
		return take_exhaust(g, option);
	if (option == 'e')
		return take_engine(&command_run, &g->target, optarg);
	if (option == 'A')
		return take_race(&command_run, &g->target, optarg);
	if (option == 'Q')
		return take_leak(&command_run, &g->target, optarg);
	if (option == 'g')
		return take_argument(&command_run, &g->target, optarg);
	if (option == 'V')
		return take_variant(&command_run, &g->target, optarg);
	if (option == 'L')
		return take_allow(&command_run, &g->target, optarg);
	if (option == 'B')
		return take_sandbox(&command_run, &g->target, optarg);
	return take_target(&g->target, option, optarg) || take_common(&command_run, &g->common, option, optarg);
}

static int
leave(struct running *g, int status)
{
	spec_free(g->spec);
	diags_free(&g->diags);
	arena_free(&g->arena);
	return status;
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {
		COMMON_LONG, OUTPUT_LONG, {"seed", required_argument, NULL, 's'}, {"tests", required_argument, NULL, 't'}, {"steps", required_argument, NULL, 'w'}, {"time", required_argument, NULL, 'T'},
		{"shrink-time", required_argument, NULL, 'S'}, {"round", required_argument, NULL, 'r'}, {"strategy", required_argument, NULL, 'y'},
		{"breakpoints", required_argument, NULL, 'b'}, {"burst", required_argument, NULL, 'B' + 256},
		{"save", required_argument, NULL, 'k'}, {"no-save", no_argument, NULL, 'K'}, {"no-rare", optional_argument, NULL, 'R'}, {"mutate", no_argument, NULL, 'M'}, {"keep-going", no_argument, NULL, 'G'},
		{"exhaustive", optional_argument, NULL, 'E'}, {"max-calls", required_argument, NULL, 'n'}, {"max-clients", required_argument, NULL, 'l'},
		{"max-choices", required_argument, NULL, 'p'}, {"all-runs", no_argument, NULL, 'a'}, TARGET_LONG, {0},
	};
	struct running g = {.outputs.formats = &formats_tested, .options = {.shrink_seconds = 10, .rounds.breakpoints = ROUNDS_BREAKPOINTS, .exhaust = {.preemptions = 2, .calls = 4, .clients = 3, .choices = 3}}};
	int option;
	g.options.rounds.seed = ((uint64_t)time(NULL) << 16 ^ (uint64_t)getpid()) & 0xffffffff;
	while ((option = next_option(&command_run, argc, argv, COMMON_SHORT OUTPUT_SHORT, options)) != -1) {
		if (option == 'h')
			return leave(&g, help(&command_run));
		if (!take_option(&g, option))
			return leave(&g, EXIT_USAGE);
	}
	if (g.options.exhaustive && g.keep_going)
		return leave(&g, usage(&command_run, "--exhaustive ends with the first failure, so --keep-going does not go with it"));
	if (g.options.exhaustive && (g.options.rounds.tests || g.options.rounds.times || g.options.rounds.rounds))
		return leave(&g, usage(&command_run, "with --exhaustive there are no rounds, and all tests are made"));
	if (g.options.exhaustive)
		g.target.variants = 1u << variant_usual(g.target.variants ? g.target.variants : VARIANTS_ALL);
	g.options.rounds.seed = g.options.exhaustive && !g.seeded ? 0 : g.options.rounds.seed;
	if (argc - optind < 2)
		return leave(&g, usage(&command_run, "a specification and an implementation are needed"));
	if (!outputs_ready(&command_run, &g.outputs, (const char *const *)argv + optind))
		return leave(&g, EXIT_USAGE);
	g.options.implementation = argv[optind + 1];
	g.saving.common = &g.common;
	g.saving.spec = argv[optind];
	g.saving.nimplementation = (size_t)(argc - optind - 1);
	g.saving.implementation = (const char *const *)&argv[optind + 1];
	g.spec = spec_load(&g.arena, &g.diags, argv[optind], &g.common.spec);
	int status = g.spec && runnable(&g) ? run_spec(&g) : EXIT_INPUT;
	target_close(&g.target);
	fflush(stdout);
	diags_print(&g.diags, stderr, use_color(&g.common, stderr));
	if (!g.spec)
		tell_order(&command_run, argc - optind, argv + optind);
	return leave(&g, status);
}

const struct command command_run = {
	"run", "SPEC IMPL...", "Tests an implementation: a shared object, or sources",
	"      --seed N              the same seed gives the same tests\n"
	"      --tests N|Nx          tests in a round (default 300 with one call at a time, then 10000), or N times as many\n"
	"      --steps N             scheduling steps in a round, after which there are no more tests (default 40000000)\n"
	"      --time SECONDS        stop after so long\n"
	"      --round N[,M]         only these rounds: 1, 2 (one call at a time) and 3 (several at once)\n"
	"      --strategy NAME[,depth=N]\n"
	"                            draw all schedules this way: walk, pct, pos, surw, follow, align or queue (default: all take turns)\n"
	"      --burst N[..M]        calls that a client makes in a phase, one after the other (default: 1, and 2 to 4 in some tests of round 3)\n"
	"      --keep-going          look for other failures behind the first one\n"
	"      --no-rare[=KINDS]     nothing happens that POSIX allows but is rare, such as spurious wake-ups; or not these kinds of it\n"
	"      --mutate              break the primitives under an implementation that passes: do the tests notice?\n"
	"      --breakpoints PERCENT tests of round 3 in which calls are stopped between accesses to memory (default 25)\n"
	"      --exhaustive[=P]      every small test, with every schedule of up to P preemptions (default 2)\n"
	"      --max-calls N         ... of up to so many calls (default 4)\n"
	"      --max-clients N       ... by up to so many clients (default 3)\n"
	"      --max-choices N       ... with the first values and the last where more can be picked (default 3)\n"
	"      --all-runs            ... and a run for each schedule, even from a state that was seen\n"
	"      --shrink-time SECONDS how long a failure is made smaller (default 10)\n"
	"      --save FILE           where a failure is kept, for srtest replay\n"
	"      --no-save             do not keep it\n"
	TARGET_HELP FORMAT_HELP OUTPUT_HELP COMMON_HELP,
	run,
};
