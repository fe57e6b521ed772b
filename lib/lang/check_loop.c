#include "lang/checker.h"

enum { MOST_LOCALS = 1000 };

/* A new name in a pattern is bound to the argument; anything else is compared with it. */
static bool
check_argument(struct check *c, struct pattern *p, size_t i, const struct field *param, bool binds)
{
	struct expr *arg = p->arg[i];
	bool fresh = arg->kind == EXPR_NAME && !check_local(c, arg->text) && !scope_find(c->scope, arg->text);
	if (fresh && binds) {
		p->slot[i] = check_slots(c, 1);
		arg->slot = p->slot[i];
		arg->type = param->type;
		return check_bind(c, arg->span, arg->text, param->type, p->slot[i]);
	}
	const struct type *t = check_infer(c, arg, param->type);
	if (!t && fresh)
		diag_hint(c->diags, "a new name may stand only in the pattern of forall, exists, ... or a comprehension; _ stands for anything");
	if (!t || type_either_meets(t, param->type))
		return t;
	return diag_error(c->diags, arg->span, "the parameter %s of %s is %s, this is %s", param->name, p->op, check_shown(c, param->type), check_shown(c, t));
}

static bool
check_pattern(struct check *c, struct pattern *p, bool binds)
{
	const struct symbol *s = scope_find(c->scope, p->op);
	if (s && s->kind == SYMBOL_BROKEN)
		return false;
	if (!s || s->kind != SYMBOL_OPERATION) {
		const char *near = s ? NULL : check_nearest(c, p->op, KIND_BIT(SYMBOL_OPERATION));
		diag_error(c->diags, p->span, "'%s' is not an operation", p->op);
		if (near)
			diag_hint(c->diags, "did you mean '%s'?", near);
		return false;
	}
	p->op_index = s->index;
	if (p->any)
		p->n = 0;
	if (!p->any && p->n != s->n) {
		diag_error(c->diags, p->span, "%s has %zu parameter%s, this pattern has %zu", p->op, s->n, s->n == 1 ? "" : "s", p->n);
		diag_hint(c->diags, "_ stands for anything; %s alone for any arguments", p->op);
		return false;
	}
	p->slot = arena_array(c->arena, int, p->n + 1);
	bool ok = true;
	for (size_t i = 0; i < p->n; i++) {
		p->slot[i] = -1;
		if (p->arg[i])
			ok = check_argument(c, p, i, &s->params[i], binds) && ok;
	}
	return ok;
}

bool
check_history(struct check *c, struct expr *e)
{
	if (!(c->histories & HISTORY_BIT(e->op))) {
		diag_error(c->diags, e->span, "%s cannot ask for %s calls", c->clause, op_table[e->op].spelling);
		if (c->histories == HISTORY_BIT(OP_OTHERS))
			diag_hint(c->diags, "only what was under way at the same time has a say in what is returned; ask for others(...)");
		else if (c->histories)
			diag_hint(c->diags, "the call has not arrived yet; ask for waiting(...)");
		else
			diag_hint(c->diags, "what goes first is said by 'enabled', of the operation or of a policy");
		return false;
	}
	c->asks |= HISTORY_BIT(e->op);
	return !e->pattern || check_pattern(c, e->pattern, false);
}

const struct type *
infer_history(struct check *c, struct expr *e, const struct type *wanted)
{
	return check_wrong(c, e, "the calls of a history are not a value", "ask empty(...) or len(...), or run through them: exists enter(n, w) in waiting() . w > 5");
}

bool
check_generator(struct check *c, struct generator *g)
{
	if (!g->name && !g->pattern)
		return check_condition(c, g->domain);
	if (g->pattern || g->domain->kind == EXPR_HISTORY) {
		if (g->domain->kind != EXPR_HISTORY || !g->pattern) {
			diag_error(c->diags, g->span, "a pattern of calls runs through a history");
			diag_hint(c->diags, "write: forall enter(n, w) in waiting(enter) . ...");
			return false;
		}
		g->slot = check_slots(c, LOOP_LOCALS);
		return check_history(c, g->domain) && check_pattern(c, g->pattern, true);
	}
	const struct type *elem = check_container(c, g->domain);
	if (!elem)
		return false;
	const struct symbol *named = check_type_named(c, g->domain);
	if (named && named->type->count == 0) {
		diag_error(c->diags, g->domain->span, "the values of %s cannot be run through: there are too many", named->name);
		return false;
	}
	g->slot = check_slots(c, LOOP_LOCALS);
	return check_bind(c, g->span, g->name, elem, g->slot);
}

static bool
check_generators(struct check *c, struct expr *e)
{
	if (e->ngenerators > MOST_GENERATORS)
		return diag_error(c->diags, e->span, "this runs through %zu collections at once; at most %d", e->ngenerators, MOST_GENERATORS);
	if (c->locals > MOST_LOCALS)
		return diag_error(c->diags, e->span, "this clause has too many quantifiers and names of its own");
	for (size_t i = 0; i < e->ngenerators; i++)
		if (!check_generator(c, &e->generator[i]))
			return false;
	return true;
}

const struct type *
infer_quantifier(struct check *c, struct expr *e, const struct type *wanted)
{
	struct local *outer = c->innermost;
	e->slot = check_slots(c, 2); /* the result so far; is there one? */
	const struct type *t = check_generators(c, e) ? check_infer(c, e->kid[0], NULL) : NULL;
	c->innermost = outer;
	if (!t)
		return NULL;
	bool logical = e->op == OP_FORALL || e->op == OP_EXISTS || e->op == OP_COUNT;
	if (logical && t->kind != TYPE_BOOL && t->kind != TYPE_NOTHING)
		return check_wrong(c, e->kid[0], arena_printf(c->arena, "a condition is expected here, this is %s", check_shown(c, t)), NULL);
	if (!logical && t->kind != TYPE_INT && t->kind != TYPE_NOTHING)
		return check_wrong(c, e->kid[0], arena_printf(c->arena, "a number is expected here, this is %s", check_shown(c, t)), NULL);
	if (e->op == OP_COUNT)
		return &type_nat;
	if (e->op == OP_SUM)
		return t->min >= 0 ? &type_nat : &type_int;
	return logical ? &type_bool : t;
}

static bool
runs_through_history(const struct expr *e)
{
	for (size_t i = 0; i < e->ngenerators; i++)
		if (e->generator[i].pattern)
			return true;
	return false;
}

const struct type *
infer_comprehension(struct check *c, struct expr *e, const struct type *wanted)
{
	struct local *outer = c->innermost;
	bool map = wanted && wanted->kind == TYPE_MAP && e->n > 1;
	e->slot = check_slots(c, 1); /* where its elements begin */
	bool ok = check_generators(c, e);
	const struct type *first = ok ? check_infer(c, e->kid[0], map ? wanted->key : check_element_wanted(wanted)) : NULL;
	const struct type *second = ok && e->n > 1 ? check_infer(c, e->kid[1], map ? wanted->elem : NULL) : first;
	c->innermost = outer;
	if (!first || !second)
		return NULL;
	if (!e->braces && runs_through_history(e))
		c->sequenced = true;
	if (e->n > 1 && map && wanted->total && type_meets(first, wanted->key))
		return type_map(c->arena, wanted->key, second);
	if (e->n > 1)
		return type_map_partial(c->arena, first, second);
	return type_of(c->arena, e->braces ? TYPE_SET : TYPE_SEQ, first);
}

const struct type *
infer_pick(struct check *c, struct expr *e, const struct type *wanted)
{
	if (!c->picks)
		return check_wrong(c, e, arena_printf(c->arena, "%s cannot pick: only clients do", c->clause), NULL);
	c->picked = true;
	const struct type *t = check_container(c, e->kid[0]);
	if (!t)
		return NULL;
	bool range = e->kid[0]->kind == EXPR_BINARY && e->kid[0]->op == OP_RANGE;
	if (e->n > 1) {
		const struct type *step = check_infer(c, e->kid[1], NULL);
		if (!range || !step || step->kind != TYPE_INT)
			return step ? check_wrong(c, e, "a step goes with a range of numbers", "write: pick 100..1100 step 100") : NULL;
	}
	const struct symbol *named = check_type_named(c, e->kid[0]);
	if (named && named->type->count == 0)
		return check_wrong(c, e->kid[0], "the values of this type cannot be listed", "write: pick a..b");
	return t;
}
