#include "report/report.h"

#include "lang/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *sentence;
} failures[] = {
	[FAILURE_NONE] = {"none", ""},
	[FAILURE_SAFETY] = {"safety", "a call returned that the model cannot let return"},
	[FAILURE_ORDER] = {"order", "a call returned that another should have gone before"},
	[FAILURE_VALUE] = {"value", "a call returned a value that the model cannot give it"},
	[FAILURE_PROGRESS] = {"progress", "a call stays blocked that was bound to go ahead"},
	[FAILURE_UNCLASSED] = {"unclassed", "no run of the model explains what was seen; telling why needs more configurations than are looked at"},
};

static const struct {
	const char *name;
	int exit;
} outcomes[] = {
	[OUTCOME_PASS] = {"pass", 0}, [OUTCOME_FAIL] = {"fail", 1}, [OUTCOME_UNDECIDED] = {"undecided", 5}, [OUTCOME_BAD_SPEC] = {"error", 3},
};

const char *
failure_name(enum failure f)
{
	return failures[f].name;
}

int
verdict_exit(const struct verdict *v)
{
	return outcomes[v->outcome].exit;
}

/* A phase of the history: lines [from, to), without the rest that ends it. */
struct phase {
	size_t from, to;
};

static struct phase
next_phase(const struct history *h, size_t from)
{
	size_t to = from;
	while (to < h->n && h->lines[to].event.kind != EVENT_AT_REST)
		to++;
	return (struct phase){from, to};
}

static size_t
count_returns(const struct history *h, struct phase p)
{
	size_t n = 0;
	for (size_t i = p.from; i < p.to; i++)
		n += h->lines[i].event.kind == EVENT_RETURNED;
	return n;
}

static void
print_calls(struct text *out, struct rules *r, const struct history *h, struct phase p)
{
	const char *separator = "";
	text_str(out, "<< ");
	for (size_t i = p.from; i < p.to; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind != EVENT_CALLED)
			continue;
		text_printf(out, "%s%s ", separator, h->clients[e->client]);
		model_print_call(out, r, e->op, e->args);
		separator = ", ";
	}
	text_str(out, *separator ? " >>" : ">>");
}

/* What each client returned last; its operation tells how to print it. */
static void
print_returns(struct text *out, const struct history *h, struct phase p)
{
	const char *separator = "   -- unblocks ";
	for (size_t i = p.from; i < p.to; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind != EVENT_RETURNED)
			continue;
		text_printf(out, "%s%s", separator, h->clients[e->client]);
		separator = ", ";
		for (size_t k = i; e->has_value && k-- > 0;) {
			const struct event *call = &h->lines[k].event;
			if (call->kind != EVENT_CALLED || call->client != e->client)
				continue;
			text_str(out, " = ");
			value_print(out, call->op->returns, e->value);
			break;
		}
	}
}

enum { WIDEST = 52, FIRST_PHASES = 5, LAST_PHASES = 15 };

static void
print_phases(struct text *out, struct rules *r, const struct judged *j)
{
	const struct history *h = j->history;
	size_t last = j->verdict->phase;
	text_str(out, "Calls:\n");
	for (size_t at = 0, n = 1; at < h->n && n <= last; n++) {
		struct phase p = next_phase(h, at);
		at = p.to + 1;
		if (n > FIRST_PHASES && n + LAST_PHASES <= last) {
			if (n == FIRST_PHASES + 1)
				text_printf(out, "  ... %zu phases ...\n", last - LAST_PHASES - FIRST_PHASES);
			continue;
		}
		size_t start = out->n;
		text_str(out, "  ");
		print_calls(out, r, h, p);
		if (out->n - start < WIDEST && count_returns(h, p))
			text_fill(out, ' ', WIDEST - (out->n - start));
		print_returns(out, h, p);
		text_str(out, n == last ? "   <== here\n" : "\n");
	}
}

static void
print_states(struct text *out, const struct verdict *v)
{
	text_str(out, v->nstates > 1 ? "\nModel before this phase, one of:\n" : "\nModel before this phase:\n");
	for (size_t i = 0; i < v->nstates; i++) {
		if (*v->states[i])
			text_printf(out, "  %s\n", v->states[i]);
		if (*v->scheduling[i])
			text_printf(out, "  %sscheduling: %s\n", *v->states[i] ? "  " : "", v->scheduling[i]);
		if (!*v->states[i] && !*v->scheduling[i])
			text_str(out, "  (it has no state)\n");
	}
	if (v->more_states)
		text_str(out, "  and more\n");
	bool any = false;
	for (size_t i = 0; i < v->ncalls; i++)
		any = any || !v->outstanding[i].fresh;
	if (any)
		text_str(out, "Pending before this phase:\n");
}

static void
print_pending(struct text *out, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	for (size_t i = 0; i < v->ncalls; i++) {
		const struct judged_call *c = &v->outstanding[i];
		if (!c->fresh)
			text_printf(out, "  %s %s\n", j->history->clients[c->client], c->call);
	}
}

static void
print_circumstance(struct text *out, const struct why *w, const struct circumstance *c, bool blocked)
{
	if (!*c->values && !*c->after)
		return;
	text_printf(out, "      %s", *c->values ? c->values : blocked ? "it could go ahead" : "it does not hold");
	if (*c->after)
		text_printf(out, "   after %s", c->after);
	else if (w->n > 1)
		text_str(out, w->n == 2 ? "   before that" : "   before anything else");
	text_char(out, '\n');
}

/* What was so after other calls comes first, what was so before them last. */
static void
print_circumstances(struct text *out, const struct why *w, bool blocked)
{
	for (size_t i = 0; i < w->n; i++)
		if (*w->at[i].after)
			print_circumstance(out, w, &w->at[i], blocked);
	for (size_t i = 0; i < w->n; i++)
		if (!*w->at[i].after)
			print_circumstance(out, w, &w->at[i], blocked);
	if (w->orders == 2 && w->always)
		text_str(out, "      (in both orders that the model allows)\n");
	else if (w->orders > 1)
		text_printf(out, "      (in %s%zu orders that the model allows)\n", w->always ? "all " : "", w->orders);
}

static void
print_blocked(struct text *out, const struct judged *j, const struct why *w)
{
	text_printf(out, "  %s %s is still blocked", j->history->clients[w->client], w->call);
	if (w->bound_in != j->verdict->phases)
		text_printf(out, "; it was bound to go ahead in phase %zu", w->bound_in);
	if (w->clause)
		text_printf(out, ", but %s holds:   %s\n", w->rule, w->clause);
	else if (strcmp(w->rule, "reject") == 0)
		text_str(out, ", but a call outside the precondition is refused at once\n");
	else
		text_str(out, ", and nothing stands in its way\n");
}

static void
print_why(struct text *out, const struct judged *j, const struct why *w)
{
	bool blocked = j->verdict->failure == FAILURE_PROGRESS;
	if (blocked)
		print_blocked(out, j, w);
	else
		text_printf(out, "  %s %s needs   %s   (%s)\n", j->history->clients[w->client], w->call, w->clause, w->rule);
	print_circumstances(out, w, blocked);
}

static void
print_parameters(struct text *out, const struct rules *r)
{
	const struct variables *v = &r->model->spec->params;
	for (size_t i = 0; i < v->n; i++) {
		text_printf(out, "%s%s = ", i ? ", " : "Parameters: ", v->at[i].name);
		value_print(out, v->at[i].type, r->params[i]);
	}
	text_str(out, v->n ? "\n" : "");
}

static void
print_failure(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	text_printf(out, "\n*** Error: %s   [%s]\n\n", failures[v->failure].sentence, failure_name(v->failure));
	print_parameters(out, r);
	print_phases(out, r, j);
	print_states(out, v);
	print_pending(out, j);
	if (v->nwhys)
		text_printf(out, "Why:%s\n", v->not_together ? "   each of these calls could have returned, but not all of them" : "");
	for (size_t i = 0; i < v->nwhys; i++)
		print_why(out, j, &v->whys[i]);
}

static void
print_bad_spec(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	text_printf(out, "\n*** Error in the specification: %s\n", v->reason);
	if (v->mishap_call)
		text_printf(out, "    while %s went ahead\n", v->mishap_call);
	text_char(out, '\n');
	print_parameters(out, r);
	print_phases(out, r, j);
	print_states(out, v);
	print_pending(out, j);
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
report_text(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	text_printf(out, "%s: ", j->title);
	switch (v->outcome) {
	case OUTCOME_PASS:
		text_printf(out, "conforms to %s%s: %zu call%s in %zu phase%s\n", j->model->spec->resource, j->safety_only ? ", safety only" : "", v->calls, plural(v->calls),
			v->phases, plural(v->phases));
		break;
	case OUTCOME_UNDECIDED:
		text_printf(out, "UNDECIDED: %s\n", v->reason);
		break;
	case OUTCOME_FAIL:
		text_printf(out, "FAILED in phase %zu\n", v->phase);
		print_failure(out, r, j);
		break;
	case OUTCOME_BAD_SPEC:
		text_printf(out, "the specification of %s is wrong\n", j->model->spec->resource);
		print_bad_spec(out, r, j);
		break;
	}
}

/* --- JSON --- */

/* A JSON string of any bytes: what is not UTF-8 (in the name of a file) reads as a question mark. */
static json_t *
plain(const char *s)
{
	struct text t = {0};
	for (size_t n = strlen(s), i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		text_add(&t, length ? s + i : "?", length ? length : 1);
		i += length ? length : 1;
	}
	json_t *j = json_stringn(t.s ? t.s : "", t.n);
	text_free(&t);
	return j;
}

static json_t *
json_whys(const struct judged *j)
{
	json_t *list = json_array();
	for (size_t i = 0; i < j->verdict->nwhys; i++) {
		const struct why *w = &j->verdict->whys[i];
		json_t *at = json_array();
		for (size_t k = 0; k < w->n; k++)
			json_array_append_new(at, json_pack("{s:o, s:o}", "after", plain(w->at[k].after), "values", plain(w->at[k].values)));
		json_t *why = json_pack("{s:o, s:o, s:s, s:o?, s:I, s:b, s:o}", "client", plain(j->history->clients[w->client]), "call", plain(w->call), "rule", w->rule,
			"clause", w->clause ? plain(w->clause) : NULL, "configurations", (json_int_t)w->orders, "always", w->always, "circumstances", at);
		if (w->bound_in)
			json_object_set_new(why, "bound_in", json_integer((json_int_t)w->bound_in));
		json_array_append_new(list, why);
	}
	return list;
}

/* The phases up to the one that decided: what was called, and which clients came back. */
static json_t *
json_phases(const struct judged *j, struct rules *r)
{
	const struct history *h = j->history;
	json_t *list = json_array();
	for (size_t at = 0, n = 1; at < h->n && n <= j->verdict->phase; n++) {
		struct phase p = next_phase(h, at);
		json_t *calls = json_array(), *unblocks = json_array();
		at = p.to + 1;
		for (size_t i = p.from; i < p.to; i++) {
			const struct event *e = &h->lines[i].event;
			struct text call = {0};
			if (e->kind == EVENT_RETURNED) {
				json_array_append_new(unblocks, plain(h->clients[e->client]));
				continue;
			}
			text_printf(&call, "%s ", h->clients[e->client]);
			model_print_call(&call, r, e->op, e->args);
			json_array_append_new(calls, plain(call.s));
			text_free(&call);
		}
		json_array_append_new(list, json_pack("{s:o, s:o}", "calls", calls, "unblocks", unblocks));
	}
	return list;
}

static json_t *
json_strings(const char *const *s, size_t n)
{
	json_t *list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, plain(s[i]));
	return list;
}

static void
report_json(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	json_t *o = json_pack("{s:o, s:s, s:s, s:I, s:I, s:I}", "history", plain(j->title), "resource", j->model->spec->resource, "verdict", outcomes[v->outcome].name,
		"calls", (json_int_t)v->calls, "phases", (json_int_t)v->phases, "configurations", (json_int_t)v->most);
	if (v->outcome == OUTCOME_FAIL) {
		json_object_set_new(o, "class", json_string(failure_name(v->failure)));
		json_object_set_new(o, "why", json_whys(j));
		json_object_set_new(o, "counterexample", json_phases(j, r));
	}
	if (v->reason)
		json_object_set_new(o, "reason", plain(v->reason));
	if (v->phase)
		json_object_set_new(o, "phase", json_integer((json_int_t)v->phase));
	if (v->nstates)
		json_object_set_new(o, "states", json_strings(v->states, v->nstates));
	char *line = json_dumps(o, JSON_COMPACT);
	text_printf(out, "%s\n", line ? line : "{}");
	free(line);
	json_decref(o);
}

void
report_judged(struct text *out, enum report_format format, const struct judged *j)
{
	struct heap *heap = heap_new(j->model->spec->heap);
	struct rules r;
	rules_start(&r, j->model, heap, j->history->params);
	if (format == FORMAT_JSON)
		report_json(out, &r, j);
	else
		report_text(out, &r, j);
	rules_stop(&r);
	heap_free(heap);
}

void
report_calls(struct text *out, const struct model *m, const struct history *h)
{
	struct verdict v = {.phases = h->n, .phase = h->n};
	struct judged j = {.model = m, .history = h, .verdict = &v};
	struct heap *heap = heap_new(m->spec->heap);
	struct rules r;
	rules_start(&r, m, heap, h->params);
	v.phase = 0;
	for (size_t at = 0; at < h->n; v.phase++)
		at = next_phase(h, at).to + 1;
	print_phases(out, &r, &j);
	rules_stop(&r);
	heap_free(heap);
}
