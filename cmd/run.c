#include "cmd/cmd.h"
#include "report/report.h"
#include "shrink/shrink.h"
#include "trial/rounds.h"

#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CONFIRMATIONS = 20 };

struct running {
	struct common common;
	struct rounds_options rounds;
	int64_t shrink_seconds;
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct trial *trial;
	const char *implementation;
	struct trial_result original; /* the failure that is being shrunk */
	int64_t shrink_deadline;
};

static int64_t
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* The host stands beside the program, or in libexec beside its bin. */
static const char *
host_program(struct running *g)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	if (n <= 0)
		return "srtest-host";
	path[n] = 0;
	char *folder = dirname(path);
	const char *beside = arena_printf(&g->arena, "%s/srtest-host", folder);
	return access(beside, X_OK) == 0 ? beside : arena_printf(&g->arena, "%s/../libexec/srtest/srtest-host", folder);
}

/* --- shrinking --- */

static bool
fails(void *context, struct arena *a, const struct test *candidate, const struct test **done)
{
	struct running *g = context;
	struct trial_result r;
	trial_again(g->trial, a, candidate, &r);
	*done = r.test;
	return trial_same(&r, &g->original);
}

static bool
enough(void *context)
{
	struct running *g = context;
	return seconds_now() >= g->shrink_deadline;
}

/* --- what is said --- */

static const char *const kinds[] = {
	[KIND_CRASH] = "the implementation died", [KIND_HANG] = "a call computes without end", [KIND_MISUSE] = "a rule of the primitives is broken",
	[KIND_VALUE] = "a call returned what is no value of the model",
};

static const char *const kind_names[] = {[KIND_CRASH] = "crash", [KIND_HANG] = "hang", [KIND_MISUSE] = "misuse", [KIND_VALUE] = "value"};

static void
print_failure(struct running *g, const struct rounds_result *r, const struct trial_result *smallest, size_t calls, size_t runs)
{
	struct text out = {0};
	text_printf(&out, "%s: FAILED in round %d after %zu test%s (seed 0x%llx), shrunk from %zu call%s to %zu in %zu runs\n", g->spec->resource, r->round, r->tests,
		r->tests == 1 ? "" : "s", (unsigned long long)g->rounds.seed, calls, calls == 1 ? "" : "s", test_calls(smallest->test), runs);
	if (smallest->kind == KIND_JUDGED) {
		struct judged judged = {.title = g->implementation, .model = &g->model, .history = smallest->history, .verdict = smallest->verdict};
		report_judged(&out, FORMAT_TEXT, &judged);
	} else {
		text_printf(&out, "\n*** Error: %s: %s   [%s]\n\n", kinds[smallest->kind], smallest->wrong, kind_names[smallest->kind]);
		report_calls(&out, &g->model, smallest->history);
	}
	fputs(out.s, stdout);
	text_free(&out);
}

static const char *
class_of(const struct trial_result *r)
{
	return r->kind == KIND_JUDGED ? failure_name(r->failure) : kind_names[r->kind];
}

static int
report_failure(struct running *g, const struct rounds_result *r)
{
	struct arena kept = {0};
	struct shrink s = {.fails = fails, .enough = enough, .context = g};
	struct trial_result again;
	size_t calls = test_calls(r->trial.test);
	g->original = r->trial;
	g->shrink_deadline = seconds_now() + g->shrink_seconds;
	trial_again(g->trial, &kept, r->trial.test, &again);
	bool reproduced = trial_same(&again, &r->trial);
	trial_trust(g->trial, true);
	const struct test *smallest = reproduced ? shrink_test(&s, &kept, again.test) : r->trial.test;
	size_t alike = 0;
	trial_trust(g->trial, false);
	for (int i = 0; i < CONFIRMATIONS; i++) {
		trial_again(g->trial, &kept, smallest, &again);
		alike += trial_same(&again, &r->trial);
		trial_trust(g->trial, true);
	}
	if (alike == 0) {
		printf("%s: UNDECIDED: a failure (%s) did not come back in %d runs\n", g->spec->resource, class_of(&r->trial), CONFIRMATIONS);
		arena_free(&kept);
		return EXIT_UNDECIDED;
	}
	while (!trial_same(&again, &r->trial))
		trial_again(g->trial, &kept, smallest, &again);
	print_failure(g, r, &again, calls, s.runs);
	if (alike < CONFIRMATIONS)
		printf("\nThis failure came back in %zu of %d runs: something in the implementation is not determined by the schedule.\n", alike, CONFIRMATIONS);
	arena_free(&kept);
	return EXIT_VIOLATION;
}

static bool
exercised(const struct running *g, const struct trial_stats *s)
{
	bool any = s->calls > 0;
	for (size_t i = 0; i < g->spec->nops; i++) {
		if (s->returned[i])
			continue;
		printf("  %s never returned%s\n", g->spec->ops[i].name, s->made[i] ? "" : ": it was never called");
		any = false;
	}
	return any;
}

static int
report_pass(struct running *g, const struct rounds_result *r)
{
	const struct trial_stats *s = trial_stats(g->trial);
	if (!g->common.quiet)
		printf("%s: passed %zu tests (seed 0x%llx): %llu calls in %llu phases, of which %llu blocked and %llu were released by another\n", g->spec->resource, r->total,
			(unsigned long long)g->rounds.seed, (unsigned long long)s->calls, (unsigned long long)s->phases, (unsigned long long)s->blocked, (unsigned long long)s->released);
	if (*trial_unseen(g->trial)) {
		printf("%s: UNDECIDED: the implementation uses what the scheduler does not see: %s\n", g->spec->resource, trial_unseen(g->trial));
		return EXIT_UNDECIDED;
	}
	if (exercised(g, s))
		return EXIT_CONFORMS;
	printf("%s: UNDECIDED: not enough was exercised\n", g->spec->resource);
	return EXIT_UNDECIDED;
}

static int
report(struct running *g, const struct rounds_result *r)
{
	switch (r->trial.end) {
	case TRIAL_PASSED:
		return report_pass(g, r);
	case TRIAL_FAILED:
		return report_failure(g, r);
	case TRIAL_UNDECIDED:
		printf("%s: UNDECIDED: %s\n", g->spec->resource, r->trial.wrong);
		return EXIT_UNDECIDED;
	case TRIAL_BAD_SPEC:
		printf("%s: the specification is wrong: %s\n", g->spec->resource, r->trial.wrong);
		return EXIT_INPUT;
	case TRIAL_NO_HOST:
		break;
	}
	return EXIT_SYSTEM;
}

static int
run_spec(struct running *g)
{
	struct host_options host = {.program = host_program(g), .library = realpath(g->implementation, NULL), .patience = 5000000000ll};
	struct rounds_result r;
	if (!host.library)
		host.library = strdup(g->implementation);
	model_init(&g->model, g->spec);
	g->trial = trial_new(&g->diags, &g->model, &host, NULL);
	int status = EXIT_BUILD;
	if (g->trial) {
		rounds_run(g->trial, &g->rounds, &r);
		status = report(g, &r);
	}
	trial_free(g->trial);
	free((char *)(uintptr_t)host.library);
	return status;
}

static bool
runnable(struct running *g)
{
	if (!g->spec->implementation.given)
		return diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'implementation:', so nothing says what to call");
	return g->spec->nclients > 0 || diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'clients:', so nobody makes calls");
}

static bool
take_option(struct running *g, int option)
{
	long long number;
	char *end;
	switch (option) {
	case 's':
		g->rounds.seed = strtoull(optarg, &end, 0);
		return *end == 0 || (usage(&command_run, "--seed takes a number, not '%s'", optarg), false);
	case 't':
		if (!take_number(&command_run, "--tests", optarg, 1, 1000000000, &number))
			return false;
		g->rounds.tests = (size_t)number;
		return true;
	case 'T':
		if (!take_number(&command_run, "--time", optarg, 1, 1000000, &number))
			return false;
		g->rounds.seconds = number;
		return true;
	case 'S':
		if (!take_number(&command_run, "--shrink-time", optarg, 0, 1000000, &number))
			return false;
		g->shrink_seconds = number;
		return true;
	}
	return take_common(&command_run, &g->common, option, optarg);
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {
		COMMON_LONG, {"seed", required_argument, NULL, 's'}, {"tests", required_argument, NULL, 't'}, {"time", required_argument, NULL, 'T'},
		{"shrink-time", required_argument, NULL, 'S'}, {0},
	};
	struct running g = {.shrink_seconds = 10};
	int option;
	g.rounds.seed = ((uint64_t)time(NULL) << 16 ^ (uint64_t)getpid()) & 0xffffffff;
	while ((option = getopt_long(argc, argv, COMMON_SHORT, options, NULL)) != -1) {
		if (option == 'h')
			return help(&command_run);
		if (!take_option(&g, option))
			return EXIT_USAGE;
	}
	if (argc - optind != 2)
		return usage(&command_run, "a specification and an implementation are needed");
	g.implementation = argv[optind + 1];
	g.spec = spec_load(&g.arena, &g.diags, argv[optind], &g.common.spec);
	int status = g.spec && runnable(&g) ? run_spec(&g) : EXIT_INPUT;
	fflush(stdout);
	diags_print(&g.diags, stderr, use_color(&g.common, stderr));
	spec_free(g.spec);
	diags_free(&g.diags);
	arena_free(&g.arena);
	return status;
}

const struct command command_run = {
	"run", "SPEC IMPL", "Tests an implementation, a shared object",
	"      --seed N              the same seed gives the same tests\n"
	"      --tests N             tests in a round (default 300 with one call at a time, then 10000)\n"
	"      --time SECONDS        stop after so long\n"
	"      --shrink-time SECONDS how long a failure is made smaller (default 10)\n"
	COMMON_HELP,
	run,
};
