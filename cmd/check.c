#include "cmd/cmd.h"
#include "report/report.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <string.h>
#include <time.h>

struct checking {
	struct common common;
	struct explore_options options;
	bool mutants; /* try mutants instead of exploring */
	struct mutate_options mutate;
	struct progress progress;
	int least; /* score */
	const char *of_mutants, *of_exploring; /* options that were given and belong to one of the two, or NULL */
	enum report_format format;
	const char *graph_path; /* or NULL */
	FILE *graph;
	int status;
	size_t reports; /* that were written */
};

static double
now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The worst of all specifications decides; the system's failures weigh most. */
static void
ends_with(struct checking *k, int status)
{
	k->status = status > k->status ? status : k->status;
}

static void
write_graph(struct checking *k, const char *graph)
{
	if (!k->graph || !graph)
		return;
	fputs(graph, k->graph);
	if (fflush(k->graph) == EOF) {
		fprintf(stderr, "srtest: %s: %s\n", k->graph_path, strerror(errno));
		ends_with(k, EXIT_SYSTEM);
	}
}

/* Where the graph itself goes to standard output, the report must not. */
static FILE *
report_file(const struct checking *k)
{
	return k->graph == stdout ? stderr : stdout;
}

/* Gives the text back, too. */
static void
write_report(struct checking *k, struct text *out, struct diags *diags)
{
	if (k->reports > 0 && k->format == FORMAT_TEXT && *out->s)
		fputc('\n', report_file(k));
	k->reports += *out->s != 0;
	fputs(out->s, report_file(k));
	fflush(report_file(k));
	diags_print(diags, stderr, use_color(&k->common, stderr));
	text_free(out);
}

static void
check_spec(struct checking *k, const char *path)
{
	struct arena arena = {0};
	struct diags diags = {0};
	struct text out = {0};
	struct model model;
	double start = now();
	struct spec *spec = spec_load(&arena, &diags, path, &k->common.spec);
	struct checked checked = {.title = path, .spec = spec, .diags = &diags, .quiet = k->common.quiet};
	if (spec && spec->nclients) {
		model_init(&model, spec);
		struct exploration *e = explore(&arena, &model, &k->options);
		checked.exploration = e;
		write_graph(k, e->graph);
		ends_with(k, e->errors ? EXIT_INPUT : EXIT_CONFORMS);
	}
	ends_with(k, spec ? EXIT_CONFORMS : EXIT_INPUT);
	checked.seconds = now() - start;
	report_checked(&out, k->format, &checked);
	write_report(k, &out, &diags);
	spec_free(spec);
	diags_free(&diags);
	arena_free(&arena);
}

static void
show_progress(void *context, size_t done, size_t of)
{
	struct checking *k = context;
	if (progress_due(&k->progress))
		progress_show(&k->progress, "%zu of %zu mutants", done, of);
}

static void
score_spec(struct checking *k, const char *path)
{
	struct arena arena = {0};
	struct diags diags = {0};
	struct text out = {0};
	struct report_style style = {.verbose = k->common.verbose, .quiet = k->common.quiet, .color = use_color(&k->common, stdout)};
	double start = now();
	struct scored scored = {.title = path, .diags = &diags, .least = k->least};
	progress_start(&k->progress, &k->common);
	struct mutated *mutated = mutate_spec(&arena, &diags, path, &k->common.spec, &k->mutate);
	progress_clear(&k->progress);
	scored.mutated = mutated;
	scored.seconds = now() - start;
	ends_with(k, scored_exit(&scored));
	report_scored(&out, k->format, &style, &scored);
	write_report(k, &out, &diags);
	mutated_free(mutated);
	diags_free(&diags);
	arena_free(&arena);
}

static bool
take_format(struct checking *k, const char *argument)
{
	if (strcmp(argument, "text") == 0)
		k->format = FORMAT_TEXT;
	else if (strcmp(argument, "json") == 0)
		k->format = FORMAT_JSON;
	else {
		usage(&command_check, "--format takes text or json, not '%s'", argument);
		return false;
	}
	return true;
}

static bool
take_mutants(struct checking *k, int option)
{
	static const struct {
		const char *name;
		long long low, high;
	} limits[] = {['t'] = {"--tests", 1, 1000000}, ['S'] = {"--seed", 0, LLONG_MAX}, ['l'] = {"--min-score", 1, 100}};
	long long number;
	k->of_mutants = limits[option].name;
	if (!take_number(&command_check, limits[option].name, optarg, limits[option].low, limits[option].high, &number))
		return false;
	if (option == 't')
		k->mutate.tests = (size_t)number;
	else if (option == 'S')
		k->mutate.seed = (uint64_t)number;
	else
		k->least = (int)number;
	return true;
}

static bool
take_option(struct checking *k, int option)
{
	long long number;
	switch (option) {
	case 'f':
		return take_format(k, optarg);
	case 's':
		k->of_exploring = "--states";
		if (!take_number(&command_check, "--states", optarg, 1, EXPLORE_MOST_STATES, &number))
			return false;
		k->options.states = (size_t)number;
		return true;
	case 'g':
		k->of_exploring = "--graph";
		k->graph_path = optarg;
		return true;
	case 'm':
		k->mutants = true;
		return true;
	case 't':
	case 'S':
	case 'l':
		return take_mutants(k, option);
	}
	return take_common(&command_check, &k->common, option, optarg);
}

static bool
open_graph(struct checking *k)
{
	if (!k->graph_path)
		return true;
	k->options.graph = true;
	k->graph = strcmp(k->graph_path, "-") == 0 ? stdout : fopen(k->graph_path, "w");
	if (!k->graph)
		fprintf(stderr, "srtest: %s: %s\n", k->graph_path, strerror(errno));
	return k->graph;
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {
		COMMON_LONG, {"format", required_argument, NULL, 'f'}, {"states", required_argument, NULL, 's'}, {"graph", required_argument, NULL, 'g'},
		{"mutants", no_argument, NULL, 'm'}, {"tests", required_argument, NULL, 't'}, {"seed", required_argument, NULL, 'S'}, {"min-score", required_argument, NULL, 'l'}, {0},
	};
	struct checking k = {.mutate = {.progress = show_progress, .context = &k}};
	int option;
	while ((option = next_option(&command_check, argc, argv, COMMON_SHORT "f:", options)) != -1) {
		if (option == 'h')
			return help(&command_check);
		if (!take_option(&k, option))
			return EXIT_USAGE;
	}
	if (optind == argc)
		return usage(&command_check, "a specification is needed");
	if (k.of_mutants && !k.mutants)
		return usage(&command_check, "%s needs --mutants", k.of_mutants);
	if (k.of_exploring && k.mutants)
		return usage(&command_check, "%s does not go with --mutants", k.of_exploring);
	if (k.graph_path && argc - optind > 1)
		return usage(&command_check, "--graph takes one specification at a time");
	if (!open_graph(&k))
		return EXIT_SYSTEM;
	for (int i = optind; i < argc; i++)
		(k.mutants ? score_spec : check_spec)(&k, argv[i]);
	if (k.graph && k.graph != stdout && fclose(k.graph) == EOF)
		ends_with(&k, EXIT_SYSTEM);
	return k.status;
}

const struct command command_check = {
	"check", "SPEC...", "Checks specifications, and explores what their clients can do",
	"  -f, --format FORMAT       text or json (one object in a line)\n"
	"      --states N            states that are looked at (default 2000000)\n"
	"      --graph FILE          write the states of the resource as a graph for Graphviz; - is standard output\n"
	"      --mutants             change a little of the specification, and count the changes that tests notice\n"
	"      --tests N             so many for each change (default 500)\n"
	"      --seed N              the same seed gives the same tests (default 0)\n"
	"      --min-score PERCENT   fail if fewer changes are noticed\n"
	COMMON_HELP,
	run,
};
