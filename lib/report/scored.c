#include "report/private.h"

#include <string.h>

enum { CONFORMS = 0, VIOLATION = 1, INPUT = 3, UNDECIDED = 5 };

int
scored_exit(const struct scored *s)
{
	const struct mutated *m = s->mutated;
	if (!m || (m->wrong && !m->unknown))
		return INPUT;
	if (mutated_score(m) < 0)
		return UNDECIDED;
	return mutated_score(m) < s->least ? VIOLATION : CONFORMS;
}

static const char *
undecided_why(const struct mutated *m)
{
	if (m->wrong)
		return m->wrong;
	return m->clients ? "there is nothing in it of which a mutant could be made" : "without clients there are no tests";
}

/* The history of a mutant as a report on a failure has it. */
static void
with_history(const struct mutated *all, const struct mutant *m, void (*write)(void *, struct rules *, const struct judged *), void *context)
{
	struct model model;
	struct rules r;
	struct verdict v = {0};
	model_init(&model, all->spec);
	rules_start(&r, &model, all->heap, m->history->params);
	for (size_t i = 0; i < m->history->n; i++)
		v.phase += m->history->lines[i].event.kind == EVENT_AT_REST;
	write(context, &r, &(struct judged){.model = &model, .history = m->history, .verdict = &v});
	rules_stop(&r);
}

/* --- text --- */

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
write_place(struct text *out, struct span span)
{
	struct position at = source_position(span.src, span.from);
	text_printf(out, "\n%s:%u:%u: ", span.src->name, at.line, at.column);
}

/* Was the same part changed, with as little effect? */
static bool
goes_with(const struct mutant *m, const struct mutant *other)
{
	bool same = other->span.from == m->span.from && strcmp(other->before, m->before) == 0;
	return same && m->after && other->after && other->verdict == MUTANT_ALIKE;
}

/* Mutants of the same part that were not told apart, all in one. Returns the first that is none of them. */
static const struct mutant *
write_survivors(struct text *out, const struct report_style *style, const struct mutant *m, const struct mutant *end)
{
	const struct mutant *last = m;
	while (last + 1 < end && goes_with(m, last + 1))
		last++;
	write_place(out, m->span);
	text_printf(out, m->after ? "no test tells '%s' from " : "no test misses '%s'", m->before);
	for (const struct mutant *one = m; m->after && one <= last; one++)
		text_printf(out, "%s'%s'", one == m ? "" : one == last ? " or " : ", ", one->after);
	text_printf(out, ", in %s\n", m->clause);
	span_print(out, m->span, style->color);
	return last + 1;
}

static void
write_invariants(struct text *out, const struct report_style *style, const struct mutated *m)
{
	for (size_t i = 0; i < m->ninvariants; i++) {
		const struct clause *c = m->invariants[i].clause;
		if (m->invariants[i].broken)
			continue;
		write_place(out, c->span);
		text_printf(out, "no mutant breaks %s\n", c->name);
		span_print(out, c->span, style->color);
	}
}

static void
write_calls(void *out, struct rules *r, const struct judged *j)
{
	write_parameters(out, r);
	write_phases(out, r, j);
}

static void
write_mutant(struct text *out, const struct report_style *style, const struct mutated *all, const struct mutant *m)
{
	write_place(out, m->span);
	text_printf(out, m->after ? "'%s' instead of '%s'" : "%snothing instead of '%s'", m->after ? m->after : "", m->before);
	text_printf(out, ", in %s: ", m->clause);
	if (m->verdict == MUTANT_INVALID)
		text_printf(out, "invalid: %s\n", m->reason);
	else if (m->verdict == MUTANT_STRICTER)
		text_str(out, "forbids what the specification allows\n");
	else if (m->failure == FAILURE_NONE)
		text_str(out, "a call is made that the specification forbids\n");
	else
		text_printf(out, "%s   [%s]\n", failure_sentence(m->failure), failure_name(m->failure));
	span_print(out, m->span, style->color);
	if (m->history)
		with_history(all, m, write_calls, out);
}

static size_t
count_undecided(const struct mutated *m)
{
	size_t n = 0;
	for (size_t i = 0; i < m->n; i++)
		n += m->mutants[i].undecided;
	return n;
}

/* Those that are not in the score, or only in a way. */
static void
write_others(struct text *out, const struct mutated *m)
{
	if (m->stricter == 1)
		text_str(out, "1 of those told apart forbids what the specification allows, and allows nothing more.\n");
	if (m->stricter > 1)
		text_printf(out, "%zu of those told apart forbid what the specification allows, and allow nothing more.\n", m->stricter);
	if (m->invalid == 1)
		text_str(out, "1 more is invalid: it cannot be loaded, or goes wrong by itself.\n");
	if (m->invalid > 1)
		text_printf(out, "%zu more are invalid: they cannot be loaded, or go wrong by themselves.\n", m->invalid);
	if (m->left_out)
		text_printf(out, "%zu more were not tried.\n", m->left_out);
}

static void
write_counts(struct text *out, const struct mutated *m)
{
	size_t undecided = count_undecided(m);
	text_char(out, '\n');
	write_others(out, m);
	if (undecided)
		text_printf(out, "%zu test%s could not be judged: the model has too many configurations.\n", undecided, plural(undecided));
	text_printf(out, "Each was given up after %zu test%s in each direction, seed %llu.\n", m->tests, plural(m->tests), (unsigned long long)m->seed);
}

static void
write_headline(struct text *out, const struct scored *s)
{
	const struct mutated *m = s->mutated;
	int score = mutated_score(m);
	text_printf(out, "%s: ", s->title);
	if (m->wrong && !m->unknown)
		text_printf(out, "the specification goes wrong by itself: %s\n", m->wrong);
	else if (score < 0)
		text_printf(out, "UNDECIDED: %s\n", undecided_why(m));
	else
		text_printf(out, "%zu of %zu mutants are told apart: %d%%", m->told_apart + m->stricter, m->n - m->invalid, score);
	if (score >= 0)
		text_printf(out, score < s->least ? ", less than %d%%\n" : "\n", s->least);
}

static void
scored_text(struct text *out, const struct report_style *style, const struct scored *s)
{
	const struct mutated *m = s->mutated;
	if (!m || (style->quiet && scored_exit(s) == CONFORMS))
		return;
	write_headline(out, s);
	if (mutated_score(m) < 0 || style->quiet)
		return;
	for (const struct mutant *one = m->mutants, *end = one + m->n; one < end;)
		one = one->verdict == MUTANT_ALIKE ? write_survivors(out, style, one, end) : one + 1;
	write_invariants(out, style, m);
	for (size_t i = 0; style->verbose && i < m->n; i++)
		if (m->mutants[i].verdict != MUTANT_ALIKE)
			write_mutant(out, style, m, &m->mutants[i]);
	write_counts(out, m);
}

/* --- JSON --- */

static const char *const verdict_names[] = {
	[MUTANT_TOLD_APART] = "told-apart", [MUTANT_STRICTER] = "stricter", [MUTANT_ALIKE] = "alike", [MUTANT_INVALID] = "invalid",
};

static const char *const statuses[] = {[CONFORMS] = "pass", [VIOLATION] = "fail", [INPUT] = "error", [UNDECIDED] = "undecided"};

static void
put_number(json_t *o, const char *key, uint64_t n)
{
	json_object_set_new(o, key, json_integer((json_int_t)n));
}

static void
put_calls(void *o, struct rules *r, const struct judged *j)
{
	const struct variables *v = &r->model->spec->params;
	json_t *params = json_object();
	for (size_t i = 0; i < v->n; i++) {
		struct text t = {0};
		value_print(&t, v->at[i].type, r->params[i]);
		json_object_set_new(params, v->at[i].name, json_plain(t.s));
		text_free(&t);
	}
	if (v->n)
		json_object_set(o, "parameters", params);
	json_decref(params);
	json_object_set_new(o, "counterexample", json_phases(j, r));
}

static json_t *
json_mutant(const struct mutated *all, const struct mutant *m)
{
	json_t *o = json_pack("{s:s, s:s, s:o, s:o}", "mutation", mutation_names[m->kind], "verdict", verdict_names[m->verdict],
		"clause", json_plain(m->clause), "before", json_plain(m->before));
	if (m->after)
		json_object_set_new(o, "after", json_plain(m->after));
	json_put_place(o, m->span);
	put_number(o, "tests", m->tests);
	if (m->undecided)
		put_number(o, "undecided", m->undecided);
	if (m->reason)
		json_object_set_new(o, "reason", json_plain(m->reason));
	if (m->history)
		json_object_set_new(o, "class", json_string(m->failure == FAILURE_NONE ? "outside-pre" : failure_name(m->failure)));
	if (m->history)
		with_history(all, m, put_calls, o);
	return o;
}

static json_t *
json_invariants(const struct mutated *m)
{
	json_t *list = json_array();
	for (size_t i = 0; i < m->ninvariants; i++) {
		const struct guarded_invariant *one = &m->invariants[i];
		json_t *o = json_pack("{s:s, s:b}", "clause", one->clause->name, "broken", one->broken);
		json_put_place(o, one->clause->span);
		json_array_append_new(list, o);
	}
	return list;
}

static void
put_mutants(json_t *o, const struct mutated *m)
{
	json_t *mutants = json_array();
	for (size_t i = 0; i < m->n; i++)
		json_array_append_new(mutants, json_mutant(m, &m->mutants[i]));
	put_number(o, "score", (uint64_t)mutated_score(m));
	put_number(o, "told_apart", m->told_apart);
	put_number(o, "stricter", m->stricter);
	put_number(o, "alike", m->alike);
	put_number(o, "invalid", m->invalid);
	put_number(o, "left_out", m->left_out);
	json_object_set_new(o, "mutants", mutants);
	json_object_set_new(o, "invariants", json_invariants(m));
}

static void
scored_json(struct text *out, const struct scored *s)
{
	const struct mutated *m = s->mutated;
	json_t *o = json_pack("{s:o, s:s}", "spec", json_plain(s->title), "verdict", statuses[scored_exit(s)]), *findings = json_array();
	if (m) {
		json_object_set_new(o, "resource", json_plain(m->spec->resource));
		json_object_set_new(o, "seed", json_sprintf("%llu", (unsigned long long)m->seed));
		put_number(o, "tests", m->tests);
	}
	if (m && mutated_score(m) < 0)
		json_object_set_new(o, "reason", json_plain(undecided_why(m)));
	for (size_t i = 0; i < s->diags->list.n; i++)
		json_array_append_new(findings, json_diag(&s->diags->list.at[i]));
	json_object_set_new(o, "findings", findings);
	if (m && mutated_score(m) >= 0)
		put_mutants(o, m);
	json_object_set_new(o, "seconds", json_real(s->seconds));
	json_line(out, o);
}

void
report_scored(struct text *out, enum report_format format, const struct report_style *style, const struct scored *s)
{
	text_str(out, "");
	if (format == FORMAT_JSON)
		scored_json(out, s);
	else
		scored_text(out, style, s);
}
