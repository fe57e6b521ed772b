#include "lang/code.h"

static bool
report_fault(struct check *c, const struct fault *fault)
{
	struct text message = {0};
	fault_print(&message, fault);
	diag_error(c->diags, fault->span, "%s", message.s);
	text_free(&message);
	return false;
}

/* Takes what a run has used from what all constants may use together. */
static bool
enough_fuel(struct check *c, uint64_t used)
{
	if (!c->fuel)
		return true;
	*c->fuel -= used < *c->fuel ? used : *c->fuel;
	return *c->fuel > 0;
}

/* Runs code that reads nothing; a fault becomes a diagnostic. */
static bool
run_constant(struct check *c, struct span span, const struct code *code, word *w)
{
	if (c->fuel && *c->fuel == 0)
		return false; /* it has been said */
	struct machine *m = machine_new(c->heap);
	struct frame nothing = {0};
	bool ok = code_run(m, code, &nothing, w) == RUN_OK ? true : report_fault(c, &m->fault);
	bool gave_up = !ok && m->fault.kind == FAULT_PATTERN; /* and took its time for it */
	bool enough = enough_fuel(c, gave_up ? MACHINE_FUEL / 10 : MACHINE_FUEL - m->fuel);
	if (ok && !enough)
		ok = diag_error(c->diags, span, "the constants take too long to work out, all together");
	machine_free(m);
	return ok;
}

static struct check
reading_nothing(const struct check *outer)
{
	struct check c = *outer;
	c.readable = SEG_BIT(SEG_LOCAL);
	c.histories = 0;
	c.picks = c.old = false;
	c.locals = 0;
	c.innermost = NULL;
	return c;
}

bool
constant_value(struct check *outer, struct expr *e, const struct type *wanted, word *w)
{
	struct check c = reading_nothing(outer);
	if (!check_expr(&c, e, wanted))
		return false;
	return run_constant(&c, e->span, compile_expr(c.arena, c.heap, e, wanted, c.locals), w);
}

/* Pairs are a partial map where nobody wants a total one. */
static bool
may_be(const struct type *t, const struct type *wanted)
{
	if (t->kind == TYPE_MAP && !t->total && wanted->kind == TYPE_MAP && wanted->total)
		return type_meets(t->key, wanted->key) && may_be(t->elem, wanted->elem);
	return type_meets(t, wanted);
}

bool
check_init(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t = wanted;
	if (!check_expr(c, e, NULL))
		return false;
	while (t->kind == TYPE_MAP && t->total && !may_be(e->type, t))
		t = t->elem;
	if (check_expr(c, e, t))
		return true;
	if (t->kind == TYPE_MAP && !t->total && may_be(e->type, t->elem))
		diag_hint(c->diags, "this map has too many keys to give each a value; it starts with none: = {}");
	return false;
}

bool
constant_init(struct check *outer, struct expr *e, const struct type *wanted, word *w)
{
	struct check c = reading_nothing(outer);
	if (!check_init(&c, e, wanted))
		return false;
	return run_constant(&c, e->span, compile_init(c.arena, c.heap, e, wanted, c.locals), w);
}
