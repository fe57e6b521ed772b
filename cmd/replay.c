#include "cmd/cmd.h"
#include "debug/debug.h"

#include <getopt.h>
#include <string.h>

struct replaying {
	struct common common;
	struct outputs outputs;
	struct target target;
	const char *file, *spec_path; /* spec_path: of the command line, or NULL */
	size_t nimplementation;
	const char *const *implementation;
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct heap *values;
	const struct replay *expected;
};

/* --- what the file names --- */

/* Paths in the file are sought beside it. */
static const char *
beside(struct replaying *g, const char *path)
{
	const char *slash = strrchr(g->file, '/');
	return *path == '/' || !slash ? path : arena_printf(&g->arena, "%.*s%s", (int)(slash + 1 - g->file), g->file, path);
}

static bool
defined(const struct common *c, const char *name)
{
	for (size_t i = 0; i < c->spec.ndefines; i++)
		if (strcmp(c->spec.defines[i].name, name) == 0)
			return true;
	return false;
}

static void
take_arguments(struct target *t, const struct replay_head *h)
{
	for (size_t i = 0; i < h->narguments; i++)
		t->arguments[i] = h->arguments[i];
	t->narguments = h->narguments;
}

/* The command line comes before the file. */
static void
take_options(struct replaying *g, const struct replay_head *h)
{
	struct common *c = &g->common;
	c->spec.defines = c->defines;
	for (size_t i = 0; i < h->ndefines && c->spec.ndefines < sizeof c->defines / sizeof *c->defines; i++)
		if (!defined(c, h->defines[i].name))
			c->defines[c->spec.ndefines++] = h->defines[i];
	if (!g->target.narguments)
		take_arguments(&g->target, h);
	c->spec.order = c->spec.order ? c->spec.order : h->order;
	if (!c->spec.policy && h->policy) {
		const char *file = beside(g, h->policy);
		size_t n = strlen(file);
		c->spec.policy = n > 5 && strcmp(file + n - 5, ".yaml") == 0 ? file : h->policy;
	}
}

static bool
take_paths(struct replaying *g, const struct source *src, const struct replay_head *h)
{
	if (!g->spec_path)
		g->spec_path = beside(g, h->spec);
	if (g->nimplementation)
		return true;
	const char **paths = arena_array(&g->arena, const char *, h->nimplementation + 1);
	for (size_t i = 0; i < h->nimplementation; i++)
		paths[i] = beside(g, h->implementation[i]);
	g->implementation = paths;
	g->nimplementation = h->nimplementation;
	if (g->nimplementation)
		return true;
	diag_error(&g->diags, span_whole(src), "this file names no implementation");
	diag_hint(&g->diags, "name it on the command line, or at the key 'implementation'");
	return false;
}

/* The file, and the specification that it names. */
static bool
load(struct replaying *g)
{
	struct source *src = source_read(&g->arena, &g->diags, g->file, REPLAY_LARGEST);
	struct replay_file *file = src ? replay_open(&g->arena, &g->diags, src) : NULL;
	if (!file)
		return false;
	take_options(g, replay_head(file));
	if (!take_paths(g, src, replay_head(file)))
		return false;
	g->spec = spec_load(&g->arena, &g->diags, g->spec_path, &g->common.spec);
	if (!g->spec)
		return false;
	if (!g->spec->implementation.given)
		return diag_error(&g->diags, span_whole(g->spec->source), "this specification has no 'implementation:', so nothing says what to call");
	g->values = heap_new(g->spec->heap);
	g->expected = replay_read(file, &g->arena, &g->diags, g->spec, g->values);
	return g->expected != NULL;
}

static void
warn_of_changes(struct replaying *g)
{
	const struct replay_head *h = &g->expected->head;
	uint64_t mark;
	if (h->spec_marked && replay_mark_spec(g->spec) != h->spec_mark)
		diag_warning(&g->diags, (struct span){0}, "%s: this is not the specification with which the file was written", g->spec_path);
	if (h->variant && !g->target.built)
		diag_warning(&g->diags, (struct span){0}, "%s: is tested as it is, but the file is of sources in the variant '%s'", g->implementation[0], variant_name(h->variant));
	if (h->code_marked && replay_mark_code(g->target.host.library, &mark) && mark != h->code_mark)
		diag_warning(&g->diags, (struct span){0}, "%s: this is not the implementation with which the file was written", g->implementation[0]);
}

static int
replay(struct replaying *g)
{
	struct tested tested;
	if (!load(g))
		return EXIT_INPUT;
	model_init(&g->model, g->spec);
	if (g->expected->head.fails && strcmp(g->expected->head.fails, "race") == 0)
		g->target.races = RACES_FAIL;
	if (g->expected->head.fails && strcmp(g->expected->head.fails, "leak") == 0)
		g->target.leaks = LEAKS_FAIL;
	g->target.allowed |= g->expected->head.allowed;
	if (!g->target.variants)
		g->target.variants = 1u << g->expected->head.variant;
	if (!target_open(&g->target, &g->arena, &g->diags, g->spec_path, g->nimplementation, g->implementation)) {
		tested = target_error(&g->diags, &g->model, g->implementation[0]);
		return outputs_report(&g->outputs, &g->common, &tested, 1) && !g->target.unsafe ? EXIT_BUILD : EXIT_SYSTEM;
	}
	if (!g->target.host.command && !debug_check_prototypes(&g->diags, g->spec, g->target.host.library, &g->target.host.main.no_status))
		return EXIT_INPUT;
	struct tester_options options = {.implementation = g->implementation[0], .host = g->target.host};
	warn_of_changes(g);
	struct tester *tester = tester_replay(&g->diags, &g->model, &options, g->expected, g->file, &tested);
	int status = outputs_report(&g->outputs, &g->common, &tested, 1) ? tested_exit(&tested) : EXIT_SYSTEM;
	tester_free(tester);
	return status;
}

static bool
take_option(struct replaying *g, int option)
{
	if (option == 's') {
		g->spec_path = optarg;
		return true;
	}
	if (option == 'f' || option == 'o')
		return take_output(&command_replay, &g->outputs, option, optarg);
	if (option == 'e')
		return take_engine(&command_replay, &g->target, optarg);
	if (option == 'A')
		return take_race(&command_replay, &g->target, optarg);
	if (option == 'Q')
		return take_leak(&command_replay, &g->target, optarg);
	if (option == 'g')
		return take_argument(&command_replay, &g->target, optarg);
	if (option == 'V')
		return take_variant(&command_replay, &g->target, optarg);
	if (option == 'L')
		return take_allow(&command_replay, &g->target, optarg);
	if (option == 'B')
		return take_sandbox(&command_replay, &g->target, optarg);
	return take_target(&g->target, option, optarg) || take_common(&command_replay, &g->common, option, optarg);
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {COMMON_LONG, OUTPUT_LONG, TARGET_LONG, {"spec", required_argument, NULL, 's'}, {0}};
	struct replaying g = {.outputs.formats = &formats_tested};
	int option;
	while ((option = next_option(&command_replay, argc, argv, COMMON_SHORT OUTPUT_SHORT, options)) != -1) {
		if (option == 'h')
			return help(&command_replay);
		if (!take_option(&g, option))
			return EXIT_USAGE;
	}
	if (argc - optind < 1)
		return usage(&command_replay, "a replay file is needed");
	if (!outputs_ready(&command_replay, &g.outputs, (const char *const *)argv + optind))
		return EXIT_USAGE;
	g.file = argv[optind];
	g.nimplementation = (size_t)(argc - optind - 1);
	g.implementation = (const char *const *)&argv[optind + 1];
	int status = replay(&g);
	target_close(&g.target);
	fflush(stdout);
	diags_print(&g.diags, stderr, use_color(&g.common, stderr));
	heap_free(g.values);
	spec_free(g.spec);
	diags_free(&g.diags);
	arena_free(&g.arena);
	return status;
}

const struct command command_replay = {
	"replay", "FILE [IMPL...]", "Makes a failure again, exactly, or says where it goes another way",
	"      --spec SPEC           the specification, instead of the one that the file names\n"
	TARGET_HELP FORMAT_HELP OUTPUT_HELP COMMON_HELP,
	run,
};
