#include "cmd/cmd.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

/* What is tried: an implementation that stands beside the hosts, and what must come of it. */
struct trick {
	const char *name, *proves;
	const char *library;
	bool free;
	enum tested_verdict verdict;
	const char *class;
};

static const struct trick tricks[] = {
	{"schedule", "a right implementation passes", "good", false, TESTED_PASS, NULL},
	{"interposition", "a signal that is left out is found", "lost", false, TESTED_FAIL, "progress"},
	{"hooks", "a race is found where the compiler tells of accesses to memory", "hooked", false, TESTED_FAIL, "value"},
#if defined __x86_64__
	{"breakpoints", "the same race is found where it does not", "race", false, TESTED_FAIL, "value"},
#endif
	{"crashes", "a null pointer is told as a crash", "crash", false, TESTED_FAIL, "crash"},
	{"exits", "an implementation that ends its process does not pass", "exit", false, TESTED_FAIL, "crash"},
	{"watchdog", "a loop without end is cut off", "loop", false, TESTED_FAIL, "hang"},
	{"isolation", "an implementation cannot kill this program", "kill", false, TESTED_FAIL, "misuse"},
	{"free engine", "a right implementation passes where calls run freely", "good", true, TESTED_PASS, NULL},
};
enum { TRICKS = sizeof tricks / sizeof *tricks, TESTS = 1500, FREE_TESTS = 20, SEED = 1 };

struct selftesting {
	struct common common;
	struct arena arena;
	struct diags diags;
	const struct spec *spec;
	struct model model;
	size_t wrong;
};

static bool
as_expected(const struct trick *k, const struct tested *t)
{
	return t->verdict == k->verdict && (!k->class || (t->class && strcmp(t->class, k->class) == 0));
}

/* What came instead, in a few words. */
static const char *
instead(const struct selftesting *g, const struct tested *t)
{
	if (t->verdict == TESTED_PASS)
		return "it passes";
	if (t->verdict == TESTED_FAIL)
		return t->class;
	return t->reason ? t->reason : g->diags.list.n ? g->diags.list.at[g->diags.list.n - 1].message : "nothing";
}

static void
try_trick(struct selftesting *g, const struct trick *k)
{
	struct target target = {.engine = k->free ? ENGINE_FREE : ENGINE_CONTROLLED};
	const char *library = selftest_file(&g->arena, arena_printf(&g->arena, "%s.so", k->library));
	struct tester_options options = {.implementation = k->name, .shrink_seconds = 1, .rounds = {.seed = SEED, .tests = k->free ? FREE_TESTS : TESTS, .breakpoints = ROUNDS_BREAKPOINTS}};
	struct tested tested = {0};
	struct tester *tester = NULL;
	if (target_open(&target, &g->arena, &g->diags, NULL, 1, &library)) {
		options.host = target.host;
		tester = tester_run(&g->diags, &g->model, &options, &tested);
	}
	bool ok = as_expected(k, &tested);
	g->wrong += !ok;
	if (ok && !g->common.quiet)
		printf("ok      %-14s %s\n", k->name, k->proves);
	else if (!ok)
		printf("FAILED  %-14s %s: %s\n", k->name, k->proves, instead(g, &tested));
	fflush(stdout);
	if (tester)
		tester_free(tester);
	target_close(&target);
}

static int
run_tricks(struct selftesting *g)
{
	for (size_t i = 0; i < TRICKS; i++)
		try_trick(g, &tricks[i]);
#if !defined __x86_64__
	printf("left out: breakpoints, which there are only on x86-64\n");
#endif
	if (g->wrong)
		printf("%zu of %d do not work on this machine: verdicts that need them cannot be relied on\n", g->wrong, TRICKS);
	return g->wrong ? EXIT_SYSTEM : EXIT_CONFORMS;
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {COMMON_LONG, {0}};
	struct selftesting g = {0};
	int option;
	while ((option = next_option(&command_selftest, argc, argv, COMMON_SHORT, options)) != -1) {
		if (option == 'h')
			return help(&command_selftest);
		if (!take_common(&command_selftest, &g.common, option, optarg))
			return EXIT_USAGE;
	}
	if (optind < argc)
		return usage(&command_selftest, "nothing is to be named");
	struct spec *spec = spec_load(&g.arena, &g.diags, selftest_file(&g.arena, "ticket.yaml"), &g.common.spec);
	int status = EXIT_SYSTEM;
	if (spec) {
		model_init(&g.model, spec);
		status = run_tricks(&g);
	}
	diags_print(&g.diags, stderr, use_color(&g.common, stderr));
	spec_free(spec);
	diags_free(&g.diags);
	arena_free(&g.arena);
	return status;
}

const struct command command_selftest = {
	"selftest", "", "Proves that what srtest rests on works on this machine",
	"  -q, --quiet               say nothing but errors\n"
	"  -h, --help                this text\n",
	run,
};
