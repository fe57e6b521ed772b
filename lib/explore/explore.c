#include "explore/explore.h"

#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 3 };

/* --- the test's parameters: the smallest values, and those after them --- */

static bool
is_fixed(const struct variable *v)
{
	return v->init != NULL;
}

/* As many runs as the parameter with the most values needs. */
static size_t
count_runs(const struct spec *s)
{
	uint64_t n = 1;
	for (size_t i = 0; i < s->params.n; i++)
		if (!is_fixed(&s->params.at[i]) && s->params.at[i].type->count > n)
			n = s->params.at[i].type->count;
	return n < MOST_RUNS ? (size_t)n : MOST_RUNS;
}

/* With several parameters the runs do not have all values of one with all values of the others. */
static bool
has_more_parameters(const struct spec *s, size_t runs)
{
	uint64_t together = 1;
	for (size_t i = 0; i < s->params.n && together <= runs; i++)
		if (!is_fixed(&s->params.at[i]))
			together *= s->params.at[i].type->count && s->params.at[i].type->count <= runs ? s->params.at[i].type->count : runs + 1;
	return together > runs;
}

static void
choose_parameters(struct explorer *x, size_t run, word *values)
{
	const struct variables *v = &x->spec->params;
	struct text t = {0};
	text_str(&t, "");
	for (size_t i = 0; i < v->n; i++) {
		const struct type *type = v->at[i].type;
		uint64_t nth = run < type->count ? run : type->count - 1;
		values[i] = is_fixed(&v->at[i]) ? model_parameter(x->model, x->heap, i) : type_nth(x->heap, type, nth);
		text_printf(&t, "%s%s = ", i ? ", " : "", v->at[i].name);
		value_print(&t, type, values[i]);
	}
	x->parameters = text_take(&t, x->arena);
}

/* --- a run --- */

static void
run_start(struct explorer *x, size_t run)
{
	x->heap = heap_new(x->spec->heap);
	word *params = mem_alloc((x->spec->params.n + 1) * sizeof *params);
	choose_parameters(x, run, params);
	rules_start(&x->rules, x->model, x->heap, params);
	x->rules.at_any_time = true;
	free(params);
	rules_widen(&x->rules, x->nclients);
	x->results = results_new(x->arena, x->heap, x->spec);
	locals_start(x);
	set_clear(&x->states, x->rules.layout.words + (x->nclients + 1) / 2);
	x->now = mem_alloc(x->states.width * sizeof *x->now);
	x->next = mem_alloc(x->states.width * sizeof *x->next);
	x->taken = mem_alloc(x->states.width * sizeof *x->taken);
	x->reached_words = mem_alloc(MOST_REACHED * x->states.width * sizeof *x->reached_words);
	x->nreached = 0;
	memset(x->installed, 0xff, sizeof x->installed);
	grow_start(x);
	x->nedges = x->looked_at = 0;
	x->work = x->wandered = 0;
	x->bound = NULL;
	x->partial = false;
}

static void
run_stop(struct explorer *x)
{
	free(x->now);
	free(x->next);
	free(x->taken);
	free(x->reached_words);
	set_free(&x->states);
	locals_stop(x);
	rules_stop(&x->rules);
	heap_free(x->heap);
}

static void
count(struct explorer *x)
{
	struct exploration *out = x->out;
	out->states += x->states.n;
	out->steps += x->nedges + x->wandered;
	if (x->bound || x->partial)
		out->complete = false;
	if (x->bound)
		out->bound = x->bound;
	const char *so_far = out->parameters;
	out->parameters = so_far && *so_far ? arena_printf(x->arena, "%s; %s", so_far, x->parameters) : x->parameters;
}

/* --- all of it --- */

/* Errors first; then by place, and by kind. */
static int
by_severity(const void *a, const void *b)
{
	const struct finding *l = a, *r = b;
	if (l->severity != r->severity)
		return l->severity < r->severity ? -1 : 1;
	int file = l->span.src && r->span.src ? strcmp(l->span.src->name, r->span.src->name) : (l->span.src != NULL) - (r->span.src != NULL);
	if (file)
		return file;
	if (l->span.from != r->span.from)
		return l->span.from < r->span.from ? -1 : 1;
	return l->kind != r->kind ? (l->kind < r->kind ? -1 : 1) : strcmp(l->message, r->message);
}

static bool
has_error(const struct explorer *x)
{
	for (size_t i = 0; i < x->findings.n; i++)
		if (x->findings.at[i].severity == SEVERITY_ERROR)
			return true;
	return false;
}

static void
finish(struct explorer *x)
{
	struct exploration *out = x->out;
	free(x->edges);
	free(x->first_edge);
	if (!has_error(x)) /* what was never seen may lie behind it */
		cover_findings(x);
	out->n = x->findings.n;
	out->findings = x->findings.at;
	if (out->n)
		qsort(out->findings, out->n, sizeof *out->findings, by_severity);
}

struct exploration *
explore(struct arena *a, const struct model *m, const struct explore_options *options)
{
	struct explorer x = {.arena = a, .model = m, .spec = m->spec, .options = *options, .out = arena_new(a, struct exploration)};
	size_t runs = count_runs(m->spec);
	size_t states = options->states ? options->states : EXPLORE_STATES;
	states = states < runs ? runs : states;
	x.options.memory = options->memory ? options->memory : (size_t)1 << 30;
	x.nclients = gen_clients(m->spec, MODEL_SLOTS, x.clients);
	x.out->clients = x.nclients;
	for (size_t i = 0; i < m->spec->nclients; i++)
		x.out->all_clients += (size_t)m->spec->clients[i].count;
	x.out->complete = x.nclients == x.out->all_clients;
	x.out->more_parameters = has_more_parameters(m->spec, runs);
	cover_start(&x);
	for (size_t run = 0; run < runs; run++) {
		x.limit = (states - x.out->states) / (runs - run);
		run_start(&x, run);
		walk_all(&x);
		count(&x);
		grow_findings(&x);
		starve(&x);
		if (options->graph && run == 0)
			graph_draw(&x);
		run_stop(&x);
	}
	finish(&x);
	return x.out;
}
