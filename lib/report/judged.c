#include "report/private.h"

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

const char *
failure_sentence(enum failure f)
{
	return failures[f].sentence;
}

int
verdict_exit(const struct verdict *v)
{
	return outcomes[v->outcome].exit;
}

static void
print_failure(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	text_printf(out, "\n*** Error: %s   [%s]\n\n", failures[v->failure].sentence, failure_name(v->failure));
	write_parameters(out, r);
	if (j->failure) {
		write_lanes(out, r, j);
		text_printf(out, "\nModel before line %zu%s:\n", j->failure->line, j->failure->before.nstates > 1 ? ", one of" : "");
		write_model(out, &j->failure->before);
	} else {
		write_phases(out, r, j);
		write_states(out, v);
		write_pending(out, j);
	}
	write_whys(out, j);
}

static void
print_bad_spec(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	text_printf(out, "\n*** Error in the specification: %s\n", v->reason);
	if (v->mishap_call)
		text_printf(out, "    while %s went ahead\n", v->mishap_call);
	text_char(out, '\n');
	write_parameters(out, r);
	write_phases(out, r, j);
	write_states(out, v);
	write_pending(out, j);
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
		text_printf(out, "FAILED in %s %zu\n", j->failure ? "line" : "phase", j->failure ? j->failure->line : v->phase);
		print_failure(out, r, j);
		break;
	case OUTCOME_BAD_SPEC:
		text_printf(out, "the specification of %s is wrong\n", j->model->spec->resource);
		print_bad_spec(out, r, j);
		break;
	}
}

/* --- JSON --- */

static void
put_failure(json_t *o, const struct history_failure *f)
{
	json_object_set_new(o, "line", json_integer((json_int_t)f->line));
	json_object_set_new(o, "before", json_strings(f->before.states, f->before.nstates));
	json_object_set_new(o, "shrunk", json_pack("{s:I, s:I}", "from", (json_int_t)f->calls, "to", (json_int_t)f->left));
}

static void
report_json(struct text *out, struct rules *r, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	json_t *o = json_pack("{s:o, s:s, s:s, s:I, s:I, s:I}", "history", json_plain(j->title), "resource", j->model->spec->resource, "verdict", outcomes[v->outcome].name,
		"calls", (json_int_t)v->calls, "phases", (json_int_t)v->phases, "configurations", (json_int_t)v->most);
	if (v->outcome == OUTCOME_FAIL) {
		json_object_set_new(o, "class", json_string(failure_name(v->failure)));
		json_object_set_new(o, "why", json_whys(j));
		json_object_set_new(o, "counterexample", json_phases(j, r));
	}
	if (v->reason)
		json_object_set_new(o, "reason", json_plain(v->reason));
	if (v->phase)
		json_object_set_new(o, "phase", json_integer((json_int_t)v->phase));
	if (j->failure)
		put_failure(o, j->failure);
	if (v->nstates)
		json_object_set_new(o, "states", json_strings(v->states, v->nstates));
	json_line(out, o);
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
