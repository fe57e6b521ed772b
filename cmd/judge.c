#include "cmd/cmd.h"
#include "history/history.h"
#include "report/report.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

struct judging {
	struct common common;
	struct judge_options options;
	enum report_format format;
	const struct history_form *from; /* or NULL */
	bool whole; /* report failures as they are */
	struct arena arena, here; /* of the specification, of one history */
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct judge *judge;
	struct history *history;
	size_t used; /* lines that were judged */
};

static const char *
name(int client, void *context)
{
	const struct judging *g = context;
	return g->history->clients[client];
}

static void
print_phase(struct judging *g)
{
	struct text out = {0};
	text_printf(&out, "phase %zu\n", judge_verdict(g->judge)->phases);
	judge_print_viable(g->judge, &out);
	fputs(out.s, stdout);
	text_free(&out);
}

/* Feeds the events to the judge. False: one of them cannot be. */
static bool
feed(struct judging *g)
{
	const struct history *h = g->history;
	for (size_t i = 0; i < h->n; i++) {
		if (!judge_event(g->judge, &h->lines[i].event))
			return diag_error(&g->diags, history_place(&g->here, h, i), "%s", judge_misuse(g->judge));
		if (h->lines[i].event.kind != EVENT_AT_REST && h->lines[i].event.kind != EVENT_END)
			continue;
		g->used = i + 1;
		if (judge_verdict(g->judge)->outcome != OUTCOME_PASS)
			return true;
		if (g->common.verbose)
			print_phase(g);
	}
	return true;
}

/* What is reported of a failure in the order of time: the calls that matter, and what is wrong with them. */
static void
make_smaller(struct judging *g, struct judged *judged)
{
	struct history_failure *f = arena_new(&g->here, struct history_failure);
	const struct verdict *all = judged->verdict;
	if (!history_explain(&g->here, &g->model, &g->options, g->history, f))
		return;
	f->verdict.phases = all->phases;
	f->verdict.calls = all->calls;
	f->verdict.most = all->most;
	judged->failure = f;
	judged->history = f->history;
	judged->verdict = &f->verdict;
}

/* What is known after a part: what is wrong with one of them is wrong with all. True: the others need not be looked at. */
static bool
take_verdict(struct judging *g, struct verdict *all, struct verdict v, const struct history_part *part)
{
	size_t calls = all->calls + v.calls, phases = all->phases > v.phases ? all->phases : v.phases, most = all->most > v.most ? all->most : v.most;
	if (v.outcome == OUTCOME_UNDECIDED && part->type && v.reason) {
		struct text key = {0};
		value_print(&key, part->type, part->key);
		v.reason = arena_printf(&g->here, "%s, of the calls with %s = %s", v.reason, g->spec->partition, key.s);
		text_free(&key);
	}
	if (all->outcome == OUTCOME_PASS || (v.outcome != OUTCOME_PASS && v.outcome != OUTCOME_UNDECIDED))
		*all = v;
	all->calls = calls;
	all->phases = phases;
	all->most = most;
	return all->outcome != OUTCOME_PASS && all->outcome != OUTCOME_UNDECIDED;
}

/* False: an event cannot be. */
static bool
judge_part(struct judging *g, const struct history_part *part, size_t cap, struct verdict *v)
{
	g->history = part->history;
	g->used = 0;
	struct judge_options options = g->options;
	options.cap = cap;
	g->judge = judge_new(&g->here, &g->model, &options);
	judge_name_clients(g->judge, name, g);
	judge_begin(g->judge, g->history->params);
	bool fed = feed(g);
	*v = *judge_verdict(g->judge);
	if (v->outcome == OUTCOME_PASS && v->calls > 0 && g->used < g->history->n) {
		v->outcome = OUTCOME_UNDECIDED;
		v->reason = "the history ends before all is at rest: its last phase cannot be judged";
	}
	judge_free(g->judge);
	return fed;
}

static void
report(struct judging *g, const char *path, const struct verdict *v)
{
	struct judged judged = {.title = arena_printable(&g->here, path), .model = &g->model, .history = g->history, .verdict = v, .safety_only = g->options.safety_only};
	if (g->common.quiet && v->outcome == OUTCOME_PASS)
		return;
	if (v->outcome == OUTCOME_FAIL && g->history->timed && !g->whole)
		make_smaller(g, &judged);
	struct text out = {0};
	report_judged(&out, g->format, &judged);
	fputs(out.s, stdout);
	text_free(&out);
}

/* Where there are several parts, they are judged with so many configurations first, and then with more: one that fails soon is enough. */
enum { FIRST_CAP = 10000, GROWTH = 10 };

static bool
judge_parts(struct judging *g, struct history *h, struct verdict *all)
{
	size_t n, most = g->options.cap ? g->options.cap : JUDGE_CAP;
	const struct history_part *parts = history_parts(&g->here, h, &n);
	bool *done = arena_array(&g->here, bool, n);
	*all = (struct verdict){.outcome = OUTCOME_PASS};
	for (size_t cap = n > 1 && !g->common.verbose ? FIRST_CAP : most, last = 0; !last; cap *= GROWTH) {
		last = cap >= most;
		for (size_t i = 0; i < n; i++) {
			struct verdict v;
			if (done[i])
				continue;
			if (!judge_part(g, &parts[i], last ? most : cap, &v))
				return false;
			done[i] = last || v.outcome != OUTCOME_UNDECIDED;
			if (done[i] && take_verdict(g, all, v, &parts[i]))
				return true;
		}
	}
	if (all->outcome == OUTCOME_PASS && all->calls == 0) {
		all->outcome = OUTCOME_UNDECIDED;
		all->reason = "there is no call in this history";
	}
	return true;
}

static int
judge_history(struct judging *g, const char *path)
{
	struct heap *values = heap_new(g->spec->heap);
	struct history_options reading = {.form = g->from, .order = g->common.spec.order};
	struct history *h = history_read(&g->here, &g->diags, g->spec, values, path, &reading);
	struct verdict v;
	bool judged = h && judge_parts(g, h, &v);
	if (judged)
		report(g, path, &v);
	heap_free(values);
	return judged ? verdict_exit(&v) : EXIT_INPUT;
}

static void
tell(struct judging *g)
{
	fflush(stdout);
	diags_print(&g->diags, stderr, use_color(&g->common, stderr));
	diags_free(&g->diags);
}

/* What is worst decides: a failure, then a file that cannot be read, then what is undecided. */
static int
worse_of(int a, int b)
{
	static const int worst[] = {EXIT_VIOLATION, EXIT_INPUT, EXIT_UNDECIDED};
	for (size_t i = 0; i < sizeof worst / sizeof *worst; i++)
		if (a == worst[i] || b == worst[i])
			return worst[i];
	return EXIT_CONFORMS;
}

static int
judge_histories(struct judging *g, int n, char **paths)
{
	int status = EXIT_CONFORMS;
	model_init(&g->model, g->spec);
	for (int i = 0; i < n; i++) {
		status = worse_of(status, judge_history(g, paths[i]));
		tell(g);
		arena_free(&g->here);
	}
	return status;
}

static bool
take_format(struct judging *g, const char *argument)
{
	if (strcmp(argument, "text") == 0)
		g->format = FORMAT_TEXT;
	else if (strcmp(argument, "json") == 0)
		g->format = FORMAT_JSON;
	else {
		usage(&command_judge, "--format takes text or json, not '%s'", argument);
		return false;
	}
	return true;
}

static bool
take_form(struct judging *g, const char *argument)
{
	g->from = history_form(argument);
	if (!g->from)
		usage(&command_judge, "--from takes srtest, jepsen or porcupine-kv, not '%s'", argument);
	return g->from != NULL;
}

static bool
take_option(struct judging *g, int option)
{
	long long number;
	switch (option) {
	case 'f':
		return take_format(g, optarg);
	case 'r':
		return take_form(g, optarg);
	case 's':
		g->options.safety_only = true;
		return true;
	case 'w':
		g->whole = true;
		return true;
	case 'c':
		if (!take_number(&command_judge, "--cap", optarg, 1, 1LL << 31, &number))
			return false;
		g->options.cap = (size_t)number;
		return true;
	}
	return take_common(&command_judge, &g->common, option, optarg);
}

static int
run(int argc, char **argv)
{
	static const struct option options[] = {
		COMMON_LONG, {"format", required_argument, NULL, 'f'}, {"from", required_argument, NULL, 'r'}, {"safety-only", no_argument, NULL, 's'}, {"no-shrink", no_argument, NULL, 'w'}, {"cap", required_argument, NULL, 'c'}, {0},
	};
	struct judging g = {0};
	int option;
	while ((option = next_option(&command_judge, argc, argv, COMMON_SHORT "f:", options)) != -1) {
		if (option == 'h')
			return help(&command_judge);
		if (!take_option(&g, option))
			return EXIT_USAGE;
	}
	if (argc - optind < 2)
		return usage(&command_judge, "a specification and a history are needed");
	if (g.from && g.from->timed && g.common.spec.order)
		return usage(&command_judge, "--order does not go with --from %s, whose lines stand in the order of time", g.from->name);
	g.spec = spec_load(&g.arena, &g.diags, argv[optind], &g.common.spec);
	tell(&g);
	int status = g.spec ? judge_histories(&g, argc - optind - 1, argv + optind + 1) : EXIT_INPUT;
	if (!g.spec)
		tell_order(&command_judge, argc - optind, argv + optind);
	spec_free(g.spec);
	arena_free(&g.arena);
	return status;
}

const struct command command_judge = {
	"judge", "SPEC HISTORY...", "Judges recorded histories; no implementation is needed",
	"  -f, --format FORMAT       text or json (one object in a line)\n"
	"      --from FORM           who recorded it: srtest, jepsen or porcupine-kv (default srtest)\n"
	"      --no-shrink           report a failure with all calls, not only with those that matter\n"
	"      --safety-only         ask only whether what returned may have returned\n"
	"      --cap N               configurations of a phase that are looked at (default 1000000)\n"
	COMMON_HELP,
	run,
};
