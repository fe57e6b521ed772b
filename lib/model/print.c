#include "model/private.h"

#include <string.h>

/* --- why --- */

static void
print_pending(struct text *out, int slot, void *rules)
{
	struct rules *r = rules;
	if (r->name)
		text_printf(out, "%s ", r->name(r->calls[slot].client, r->name_context));
	model_print_call(out, r, r->calls[slot].op, r->calls[slot].args);
}

/* What was returned, and what the model would have. */
static struct reason
explain_result(struct rules *r, struct arena *a, const struct operation *op, int slot, const struct frame *f)
{
	struct text clause = {0}, values = {0};
	word expected;
	text_printf(&clause, "result == ");
	expr_print_side(&clause, op->result.expr);
	text_str(&values, "the call returned ");
	value_print(&values, op->returns, r->calls[slot].result);
	if (code_run(r->machine, op->result.code, f, &expected) == RUN_OK) {
		text_str(&values, ", the model's result is ");
		value_print(&values, op->returns, expected);
	}
	return (struct reason){.part = op->result.expr, .clause = text_take(&clause, a), .values = text_take(&values, a)};
}

static struct reason
explain_type(struct rules *r, struct arena *a, const struct operation *op, int slot)
{
	struct text clause = {0}, values = {0};
	text_str(&clause, "result in ");
	type_print(&clause, op->returns);
	text_str(&values, "the call returned ");
	value_print(&values, op->returns, r->calls[slot].result);
	return (struct reason){.clause = text_take(&clause, a), .values = text_take(&values, a)};
}

/* Its condition has no value for what was returned: what cannot be had, and where. NULL: it has one. */
static const char *
explain_fault(struct rules *r, struct arena *a, const struct operation *op, int slot, const struct clause *c, const struct frame *f)
{
	struct text values = {0};
	word w;
	if (code_run(r->machine, c->code, f, &w) != RUN_FAULT)
		return NULL;
	text_str(&values, "the call returned ");
	value_print(&values, op->returns, r->calls[slot].result);
	text_str(&values, ", for which it cannot be evaluated: ");
	fault_print(&values, &r->machine->fault);
	return text_take(&values, a);
}

static struct reason
explain_clause(struct rules *r, struct arena *a, int slot, const struct clause *c, const struct frame *f, bool value)
{
	const struct operation *op = r->calls[slot].op;
	if (c == &op->result)
		return explain_result(r, a, op, slot, f);
	if ((c == &op->ensures || c == &op->reject) && !value_fits(op->returns, r->calls[slot].result))
		return explain_type(r, a, op, slot);
	struct reason reason = code_explain(a, r->machine, c->expr, f, value);
	const char *fault = c == &op->ensures || c == &op->reject ? explain_fault(r, a, op, slot, c, f) : NULL;
	reason.values = fault ? fault : reason.values;
	return reason;
}

static void
look_to_explain(struct rules *r, const word *config, int slot, const struct clause *c, struct frame *f, struct calls *calls)
{
	if (slot >= 0 && c == &r->calls[slot].op->ensures)
		look_at_flight(r, slot, calls);
	else
		look_at_calls(r, config, slot, calls);
	look(r, config, slot, f, calls);
	calls->print = print_pending;
	calls->context = r;
}

/* --- what the specification says of it --- */

/* The first condition that does not hold or has no value; where all hold, the first with a message. */
static const struct clause_part *
part_at_fault(struct rules *r, const struct clause *c, const struct frame *f)
{
	const struct clause_part *said = NULL;
	for (size_t i = 0; i < c->nparts; i++) {
		const struct clause_part *p = &c->parts[i];
		word w;
		if (!p->code || code_run(r->machine, p->code, f, &w) != RUN_OK || !w)
			return p;
		said = said || !p->message.n ? said : p;
	}
	return said;
}

/* It is a line, however it was written. What cannot be evaluated reads as it is written. */
static const char *
message_text(struct rules *r, struct arena *a, const struct template *t, const struct frame *f)
{
	struct text out = {0};
	for (size_t i = 0; i < t->n; i++) {
		const struct template_part *p = &t->at[i];
		word w;
		if (p->text) {
			text_str(&out, p->text);
		} else if (code_run(r->machine, p->expr.code, f, &w) == RUN_OK) {
			value_print(&out, p->type, w);
		} else {
			text_char(&out, '{');
			expr_print(&out, p->expr.expr, NULL);
			text_char(&out, '}');
		}
	}
	while (out.n && strchr(" \n", out.s[out.n - 1]))
		out.s[--out.n] = 0;
	for (char *at = out.s; at && (at = strchr(at, '\n'));)
		*at = ' ';
	return out.n ? text_take(&out, a) : NULL;
}

static const char *
message_of(struct rules *r, struct arena *a, const struct clause *c, const struct frame *f)
{
	const struct clause_part *p = part_at_fault(r, c, f);
	return p && p->message.n ? message_text(r, a, &p->message, f) : NULL;
}

const char *
rules_message(struct rules *r, struct arena *a, const word *config, int slot, const struct clause *c)
{
	struct frame f = {.at = {[SEG_PARAM] = r->params, [SEG_ARG] = slot >= 0 ? (word *)(uintptr_t)r->calls[slot].args : NULL}};
	struct calls calls;
	if (config)
		look_to_explain(r, config, slot, c, &f, &calls);
	return message_of(r, a, c, &f);
}

/* A call is to be refused for what the precondition says. */
struct reason
rules_explain(struct rules *r, struct arena *a, const word *config, int slot, const struct clause *c, bool value)
{
	const struct operation *op = r->calls[slot].op;
	struct frame f;
	struct calls calls;
	look_to_explain(r, config, slot, c, &f, &calls);
	struct reason reason = explain_clause(r, a, slot, c, &f, value);
	if (!value)
		reason.message = message_of(r, a, c, &f);
	if (!value && !reason.message && c == &op->reject)
		reason.message = message_of(r, a, &op->pre, &f);
	return reason;
}

/* --- states and calls --- */

static bool
print_template(struct text *out, struct rules *r, const struct template *t, const struct frame *f)
{
	size_t from = out->n;
	for (size_t i = 0; i < t->n; i++) {
		word w;
		if (t->at[i].text) {
			text_str(out, t->at[i].text);
		} else if (code_run(r->machine, t->at[i].expr.code, f, &w) == RUN_OK) {
			value_print(out, t->at[i].type, w);
		} else {
			out->n = from; /* fall back to the plain form */
			out->s[from] = 0;
			return false;
		}
	}
	return t->n > 0;
}

static void
print_variables(struct text *out, const struct variables *v, const word *at)
{
	for (size_t i = 0; i < v->n; i++) {
		text_printf(out, "%s%s = ", i ? "   " : "", v->at[i].name);
		value_print(out, v->at[i].type, at[i]);
	}
}

void
model_print_state(struct text *out, struct rules *r, const word *config)
{
	const struct spec *s = r->model->spec;
	struct frame f;
	look(r, config, -1, &f, NULL);
	text_str(out, "");
	if (!print_template(out, r, &s->display, &f))
		print_variables(out, &s->state, config);
}

void
model_print_scheduling(struct text *out, const struct rules *r, const word *config)
{
	const struct spec *s = r->model->spec;
	text_str(out, "");
	print_variables(out, &s->sched, config + r->layout.sched);
	if (s->sched.n && s->policy->state.n)
		text_str(out, "   ");
	print_variables(out, &s->policy->state, config + r->layout.policy);
}

void
model_print_call(struct text *out, struct rules *r, const struct operation *op, const word *args)
{
	struct frame f = {.at = {[SEG_PARAM] = r->params, [SEG_ARG] = (word *)(uintptr_t)args}};
	text_str(out, "");
	if (print_template(out, r, &op->display, &f))
		return;
	text_printf(out, "%s(", op->name);
	for (size_t i = 0; i < op->n; i++) {
		if (i)
			text_str(out, ", ");
		value_print(out, op->params[i].type, args[i]);
	}
	text_char(out, ')');
}
