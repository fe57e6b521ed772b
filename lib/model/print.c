#include "model/private.h"

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
	return (struct reason){op->result.expr, text_take(&clause, a), text_take(&values, a)};
}

static struct reason
explain_type(struct rules *r, struct arena *a, const struct operation *op, int slot)
{
	struct text clause = {0}, values = {0};
	text_str(&clause, "result in ");
	type_print(&clause, op->returns);
	text_str(&values, "the call returned ");
	value_print(&values, op->returns, r->calls[slot].result);
	return (struct reason){NULL, text_take(&clause, a), text_take(&values, a)};
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

struct reason
rules_explain(struct rules *r, struct arena *a, const word *config, int slot, const struct clause *c, bool value)
{
	const struct operation *op = r->calls[slot].op;
	struct frame f;
	struct calls calls;
	if (c == &op->ensures)
		look_at_flight(r, slot, &calls);
	else
		look_at_calls(r, config, slot, &calls);
	look(r, config, slot, &f, &calls);
	calls.print = print_pending;
	calls.context = r;
	if (c == &op->result)
		return explain_result(r, a, op, slot, &f);
	if ((c == &op->ensures || c == &op->reject) && !value_fits(op->returns, r->calls[slot].result))
		return explain_type(r, a, op, slot);
	struct reason reason = code_explain(a, r->machine, c->expr, &f, value);
	const char *fault = c == &op->ensures || c == &op->reject ? explain_fault(r, a, op, slot, c, &f) : NULL;
	reason.values = fault ? fault : reason.values;
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
