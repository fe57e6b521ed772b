#include "cmd/cmd.h"
#include "report/report.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <time.h>

struct checking {
	struct common common;
	struct explore_options options;
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
	if (k->reports > 0 && k->format == FORMAT_TEXT && *out.s)
		fputc('\n', report_file(k));
	k->reports += *out.s != 0;
	fputs(out.s, report_file(k));
	fflush(report_file(k));
	diags_print(&diags, stderr, use_color(&k->common, stderr));
	text_free(&out);
	spec_free(spec);
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
take_option(struct checking *k, int option)
{
	long long number;
	switch (option) {
	case 'f':
		return take_format(k, optarg);
	case 's':
		if (!take_number(&command_check, "--states", optarg, 1, EXPLORE_MOST_STATES, &number))
			return false;
		k->options.states = (size_t)number;
		return true;
	case 'g':
		k->graph_path = optarg;
		return true;
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
		COMMON_LONG, {"format", required_argument, NULL, 'f'}, {"states", required_argument, NULL, 's'}, {"graph", required_argument, NULL, 'g'}, {0},
	};
	struct checking k = {0};
	int option;
	while ((option = getopt_long(argc, argv, COMMON_SHORT "f:", options, NULL)) != -1) {
		if (option == 'h')
			return help(&command_check);
		if (!take_option(&k, option))
			return EXIT_USAGE;
	}
	if (optind == argc)
		return usage(&command_check, "a specification is needed");
	if (k.graph_path && argc - optind > 1)
		return usage(&command_check, "--graph takes one specification at a time");
	if (!open_graph(&k))
		return EXIT_SYSTEM;
	for (int i = optind; i < argc; i++)
		check_spec(&k, argv[i]);
	if (k.graph && k.graph != stdout && fclose(k.graph) == EOF)
		ends_with(&k, EXIT_SYSTEM);
	return k.status;
}

const struct command command_check = {
	"check", "SPEC...", "Checks specifications, and explores what their clients can do",
	"  -f, --format FORMAT       text or json (one object in a line)\n"
	"      --states N            states that are looked at (default 2000000)\n"
	"      --graph FILE          write the states of the resource as a graph for Graphviz; - is standard output\n"
	COMMON_HELP,
	run,
};
