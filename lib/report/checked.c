#include "report/private.h"

#include <string.h>

static const char *const severity_words[] = {[SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* --- findings as text --- */

enum { FIRST_STEPS = 10, LAST_STEPS = 30, WIDEST = 48 };

static const char *
outcome(const struct explored_step *s)
{
	if (s->refused && s->went_ahead)
		return "is refused";
	return s->went_ahead ? s->made ? "" : "goes ahead" : "arrives";
}

static void
print_step(struct text *out, const struct explored_step *s)
{
	size_t start = out->n;
	text_printf(out, "    %s %s", s->client, s->call);
	if (s->result)
		text_printf(out, " = %s", s->result);
	if (*outcome(s)) {
		text_fill(out, ' ', out->n - start < WIDEST ? WIDEST - (out->n - start) : 1);
		text_printf(out, "  %s", outcome(s));
	}
	text_char(out, '\n');
}

static void
print_steps(struct text *out, const struct explored_step *steps, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i == FIRST_STEPS && n > FIRST_STEPS + LAST_STEPS) {
			i = n - LAST_STEPS;
			text_printf(out, "    ... %zu steps ...\n", i - FIRST_STEPS);
		}
		print_step(out, &steps[i]);
	}
}

static void
print_waits(struct text *out, const struct finding *f)
{
	for (size_t i = 0; i < f->nwaits; i++) {
		const struct explored_wait *w = &f->waits[i];
		text_printf(out, "  %s %s", w->client, w->call);
		if (w->clause)
			text_printf(out, " needs   %s", w->clause);
		if (w->values && *w->values)
			text_printf(out, "   but %s", w->values);
		text_char(out, '\n');
		if (w->note)
			text_printf(out, "    %s\n", w->note);
	}
}

static void
print_place(struct text *out, const char *title, const struct finding *f)
{
	if (f->span.src) {
		struct position at = source_position(f->span.src, f->span.from);
		text_printf(out, "\n%s:%u:%u: ", f->span.src->name, at.line, at.column);
	} else {
		text_printf(out, "\n%s: ", title);
	}
	text_printf(out, "%s: %s%s%s\n", severity_words[f->severity], f->message, *f->parameters ? ", with " : "", f->parameters);
}

static void
print_finding(struct text *out, const char *title, const struct finding *f)
{
	print_place(out, title, f);
	if (f->clause)
		text_printf(out, "  %s%s%s\n", f->clause, *f->values ? "   but " : "", f->values);
	if (f->note)
		text_printf(out, "    %s\n", f->note);
	if (f->has_path && f->nsteps == 0)
		text_str(out, "  from the start\n");
	if (f->wandered)
		text_str(out, "  on a random walk, so not on the shortest way:\n");
	print_steps(out, f->steps, f->nsteps);
	if (f->state)
		text_printf(out, "  %s   %s\n", f->severity == SEVERITY_ERROR && f->nsteps ? "before the last step:" : "then:", f->state);
	print_waits(out, f);
	if (f->ncycle)
		text_str(out, "  and for ever:\n");
	print_steps(out, f->cycle, f->ncycle);
	if (f->hint)
		text_printf(out, "  hint: %s\n", f->hint);
}

/* --- what was covered, as text --- */

static const struct {
	const char *name, *sentence;
} bounds[] = {
	{"states", "the bound on states ended it (--states)"},
	{"growth", "it was ended, since a variable only grows"},
	{"memory", "it took all memory that it may use"},
	{"work", "it took too long: the clauses have much to work out, or a state leads to too many others"},
};

static const char *
bound_sentence(const struct exploration *e)
{
	for (size_t i = 0; e->bound && i < sizeof bounds / sizeof *bounds; i++)
		if (strcmp(bounds[i].name, e->bound) == 0)
			return bounds[i].sentence;
	if (!e->complete)
		return "something was left out";
	return e->more_parameters ? "that is all of them, with these parameters; there are others" : "that is all of them";
}

static void
print_guards(struct text *out, const struct operation_coverage *c)
{
	static const char *const names[] = {[GUARD_CPRE] = "cpre", [GUARD_ENABLED] = "enabled", [GUARD_POLICY] = "policy"};
	for (size_t i = 0; i < GUARDS; i++) {
		const struct guard_coverage *g = &c->guards[i];
		if (g->clause->code)
			text_printf(out, "   %s held %llu, failed %llu", names[i], (unsigned long long)g->held, (unsigned long long)g->failed);
	}
}

void
write_capacity(struct text *out, const struct spec *s, const struct operation *op)
{
	struct capacity c;
	if (!spec_capacity(s, op, &c) || c.callers < 2 || c.room < c.callers)
		return;
	long long least = (long long)c.least, callers = (long long)c.callers, wanted = (long long)(c.least - c.room + c.callers - 1);
	text_printf(out, "  note: %s %s %lld, and only %lld clients call %s%s; ", c.name, c.counter ? "starts with" : "is never less than", least, callers, op->name,
		c.others ? " or what else uses it up" : "");
	if (c.counter)
		text_printf(out, "where it starts with %lld", wanted);
	else
		text_printf(out, "with --define %s=%lld", c.name, wanted);
	text_str(out, " there is room for fewer than call\n");
}

static void
print_coverage(struct text *out, const struct spec *spec, const struct exploration *e)
{
	size_t widest = 0;
	text_printf(out, "\nExplored %zu state%s and %zu step%s with %zu client%s", e->states, plural(e->states), e->steps, plural(e->steps), e->clients, plural(e->clients));
	if (e->clients < e->all_clients)
		text_printf(out, " (of %zu)", e->all_clients);
	if (*e->parameters)
		text_printf(out, ", for %s", e->parameters);
	text_printf(out, ": %s.\n", bound_sentence(e));
	for (const struct operation_coverage *c = e->ops; c < e->ops + e->nops; c++)
		widest = strlen(c->op->name) > widest ? strlen(c->op->name) : widest;
	for (const struct operation_coverage *c = e->ops; c < e->ops + e->nops; c++) {
		text_printf(out, "  %-*s   made %llu, went ahead %llu, waited %llu", (int)widest, c->op->name, (unsigned long long)c->made,
			(unsigned long long)c->executed, (unsigned long long)c->blocked);
		if (c->refused)
			text_printf(out, ", refused %llu", (unsigned long long)c->refused);
		print_guards(out, c);
		text_char(out, '\n');
	}
	for (const struct operation_coverage *c = e->ops; c < e->ops + e->nops; c++)
		if (e->complete && c->blocked && !c->together)
			text_printf(out, "  note: no two calls of %s ever wait at once; with more clients of their kind some may\n", c->op->name);
	for (const struct operation_coverage *c = e->ops; c < e->ops + e->nops; c++)
		write_capacity(out, spec, c->op);
}

static void
print_verdict(struct text *out, const struct checked *c)
{
	const struct exploration *e = c->exploration;
	text_printf(out, "%s: ", c->title);
	if (!e)
		text_str(out, "no mistakes; without clients there is nothing to explore\n");
	else if (e->errors + e->warnings == 0)
		text_printf(out, "%s\n", e->complete ? "nothing is wrong" : "nothing wrong was found");
	else if (e->errors == 0)
		text_printf(out, "%zu warning%s\n", e->warnings, plural(e->warnings));
	else if (e->warnings == 0)
		text_printf(out, "%zu error%s\n", e->errors, plural(e->errors));
	else
		text_printf(out, "%zu error%s, %zu warning%s\n", e->errors, plural(e->errors), e->warnings, plural(e->warnings));
}

static void
report_text(struct text *out, const struct checked *c)
{
	const struct exploration *e = c->exploration;
	if (!c->spec || (c->quiet && (!e || e->errors == 0)))
		return;
	print_verdict(out, c);
	for (size_t i = 0; e && i < e->n; i++)
		if (!c->quiet || e->findings[i].severity == SEVERITY_ERROR)
			print_finding(out, c->title, &e->findings[i]);
	if (e && !c->quiet)
		print_coverage(out, c->spec, e);
}

/* --- JSON --- */

static void
put(json_t *object, const char *key, const char *value)
{
	if (value)
		json_object_set_new(object, key, json_string(value));
}

static void
put_number(json_t *object, const char *key, uint64_t value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *
json_steps(const struct explored_step *steps, size_t n)
{
	json_t *list = json_array();
	for (size_t i = 0; i < n; i++) {
		json_t *step = json_pack("{s:s, s:s, s:b, s:b}", "client", steps[i].client, "call", steps[i].call, "made", steps[i].made, "went_ahead", steps[i].went_ahead);
		put(step, "result", steps[i].result);
		if (steps[i].refused)
			json_object_set_new(step, "refused", json_true());
		json_array_append_new(list, step);
	}
	return list;
}

static json_t *
json_waits(const struct finding *f)
{
	json_t *list = json_array();
	for (size_t i = 0; i < f->nwaits; i++) {
		json_t *wait = json_pack("{s:s, s:s}", "client", f->waits[i].client, "call", f->waits[i].call);
		put(wait, "clause", f->waits[i].clause);
		put(wait, "values", f->waits[i].values);
		put(wait, "note", f->waits[i].note);
		json_array_append_new(list, wait);
	}
	return list;
}

static json_t *
json_finding(const struct finding *f)
{
	json_t *o = json_pack("{s:s, s:s, s:s}", "severity", severity_words[f->severity], "kind", finding_names[f->kind], "message", f->message);
	json_put_place(o, f->span);
	put(o, "clause", f->clause);
	put(o, "values", f->values);
	put(o, "note", f->note);
	put(o, "hint", f->hint);
	put(o, "state", f->state);
	put(o, "parameters", *f->parameters ? f->parameters : NULL);
	if (f->has_path)
		json_object_set_new(o, "shortest", json_boolean(!f->wandered));
	if (f->has_path)
		json_object_set_new(o, "calls", json_steps(f->steps, f->nsteps));
	if (f->ncycle)
		json_object_set_new(o, "cycle", json_steps(f->cycle, f->ncycle));
	if (f->nwaits)
		json_object_set_new(o, "waiting", json_waits(f));
	return o;
}

json_t *
json_diag(const struct diag *d)
{
	json_t *o = json_pack("{s:s, s:s, s:s}", "severity", severity_words[d->severity], "kind", "static", "message", d->message);
	json_put_place(o, d->span);
	put(o, "hint", d->hint);
	return o;
}

static json_t *
json_operation(const struct operation_coverage *c)
{
	static const char *const names[] = {[GUARD_CPRE] = "cpre", [GUARD_ENABLED] = "enabled", [GUARD_POLICY] = "policy"};
	json_t *o = json_pack("{s:s}", "operation", c->op->name), *cases = json_object();
	put_number(o, "made", c->made);
	put_number(o, "went_ahead", c->executed);
	put_number(o, "waited", c->blocked);
	json_object_set_new(o, "together", json_boolean(c->together));
	put_number(o, "refused", c->refused);
	for (size_t i = 0; i < GUARDS; i++) {
		if (!c->guards[i].clause->code)
			continue;
		json_t *guard = json_object();
		put_number(guard, "held", c->guards[i].held);
		put_number(guard, "failed", c->guards[i].failed);
		json_object_set_new(o, names[i], guard);
	}
	for (size_t i = 0; i < c->op->ncases; i++)
		json_object_set_new(cases, c->op->cases[i].name, json_boolean(c->cases[i]));
	json_object_set_new(o, "cases", cases);
	return o;
}

static void
put_coverage(json_t *o, const struct exploration *e)
{
	json_t *list = json_array();
	put_number(o, "states", e->states);
	put_number(o, "steps", e->steps);
	put_number(o, "clients", e->clients);
	put_number(o, "all_clients", e->all_clients);
	json_object_set_new(o, "complete", json_boolean(e->complete));
	put(o, "bound", e->bound);
	put(o, "parameters", *e->parameters ? e->parameters : NULL);
	if (*e->parameters)
		json_object_set_new(o, "all_parameters", json_boolean(!e->more_parameters));
	for (size_t i = 0; i < e->nops; i++)
		json_array_append_new(list, json_operation(&e->ops[i]));
	json_object_set_new(o, "operations", list);
}

static void
report_json(struct text *out, const struct checked *c)
{
	const struct exploration *e = c->exploration;
	json_t *o = json_pack("{s:s}", "spec", c->title), *findings = json_array();
	put(o, "resource", c->spec ? c->spec->resource : NULL);
	put(o, "verdict", c->spec && (!e || e->errors == 0) ? "pass" : "error");
	put_number(o, "errors", c->diags->errors + (e ? e->errors : 0));
	put_number(o, "warnings", c->diags->warnings + (e ? e->warnings : 0));
	for (size_t i = 0; i < c->diags->list.n; i++)
		json_array_append_new(findings, json_diag(&c->diags->list.at[i]));
	for (size_t i = 0; e && i < e->n; i++)
		json_array_append_new(findings, json_finding(&e->findings[i]));
	json_object_set_new(o, "findings", findings);
	if (e)
		put_coverage(o, e);
	json_object_set_new(o, "seconds", json_real(c->seconds));
	json_line(out, o);
}

void
report_checked(struct text *out, enum report_format format, const struct checked *c)
{
	text_str(out, "");
	if (format == FORMAT_JSON)
		report_json(out, c);
	else
		report_text(out, c);
}
