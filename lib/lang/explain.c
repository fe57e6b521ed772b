#include "lang/checker.h"
#include "lang/code.h"

#include <string.h>

struct explainer {
	struct arena *arena;
	struct machine *machine;
	struct frame frame; /* its locals are those of the quantifiers around the part */
	int locals;
	bool *known; /* by local: it has its value in the frame */
	bool *told; /* by local: its value appears in a fact */
	VEC(const char *) facts;
	struct text values; /* the facts, put together */
};

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static int locals_of(const struct expr *);

static int
locals_of_pattern(const struct pattern *p)
{
	int most = 0;
	for (size_t i = 0; p && i < p->n; i++)
		if (p->arg[i])
			most = larger(most, larger(p->slot[i] + 1, locals_of(p->arg[i])));
	return most;
}

/* The locals of a subexpression are numbered like those of the whole clause, so any part can be run on its own. */
static int
locals_of(const struct expr *e)
{
	int most = larger(e->slot + LOOP_LOCALS, locals_of_pattern(e->pattern));
	for (size_t i = 0; i < e->n; i++)
		most = larger(most, locals_of(e->kid[i]));
	for (size_t i = 0; i < e->ngenerators; i++) {
		const struct generator *g = &e->generator[i];
		most = larger(most, larger(g->slot + LOOP_LOCALS, locals_of_pattern(g->pattern)));
		most = larger(most, locals_of(g->domain));
	}
	return most;
}

static bool
evaluate(struct explainer *x, const struct expr *e, word *w)
{
	const struct code *code = compile_expr(x->arena, x->machine->heap, e, NULL, x->locals);
	return code_run(x->machine, code, &x->frame, w) == RUN_OK;
}

/* Substitutes what belongs to this call and this element; constants and the state keep their names, as do records, of which fields are read. */
static bool
print_known(struct text *out, const struct expr *name, void *arg)
{
	struct explainer *x = arg;
	const struct symbol *s = name->symbol;
	bool own = s && s->kind == SYMBOL_VARIABLE && (s->seg == SEG_ARG || s->seg == SEG_INFO || s->seg == SEG_RESULT || s->seg == SEG_WAITED || s->seg == SEG_CLIENT);
	bool bound = !s && name->slot >= 0 && x->known[name->slot];
	if (name->type && name->type->kind == TYPE_RECORD)
		return false;
	if (own)
		value_print(out, s->type, x->frame.at[s->seg][s->index]);
	else if (bound)
		value_print(out, name->type, x->frame.at[SEG_LOCAL][name->slot]);
	if (bound)
		x->told[name->slot] = true;
	return own || bound;
}

/* Has all that an expression reads a value here? What it binds itself has none yet. */
static bool
is_known(const struct explainer *x, const struct expr *e)
{
	bool known = e->ngenerators == 0 && (e->kind != EXPR_NAME || e->symbol || (e->slot >= 0 && x->known[e->slot]));
	for (size_t i = 0; known && i < e->n; i++)
		known = is_known(x, e->kid[i]);
	for (size_t i = 0; known && e->pattern && i < e->pattern->n; i++)
		known = !e->pattern->arg[i] || is_known(x, e->pattern->arg[i]);
	return known;
}

/* What is looked up is computed: `cars[north]`, where `cars[other(side)]` is written. */
static bool
print_key(struct text *out, const struct expr *key, void *arg)
{
	struct explainer *x = arg;
	word w;
	if (key->kind == EXPR_NAME && print_known(out, key, x))
		return true;
	if (!key->type || !is_known(x, key) || !evaluate(x, key, &w))
		return false;
	value_print(out, key->type, w);
	return true;
}

static void
print_part(struct text *out, struct explainer *x, const struct expr *e)
{
	expr_print(out, e, &(struct substitution){print_known, x, print_key});
}

/* Adds one thing that is worth knowing, unless it was said before. */
static void
say(struct explainer *x, struct text *fact)
{
	for (size_t i = 0; i < x->facts.n; i++)
		if (strcmp(x->facts.at[i], fact->s) == 0) {
			text_free(fact);
			return;
		}
	text_printf(&x->values, "%s%s", x->facts.n ? " and " : "", fact->s);
	vec_push(x->arena, &x->facts, text_take(fact, x->arena));
}

/* Where it is open in which order calls came, those that are in the history in all of them. */
static bool
surely_in(struct explainer *x, const struct expr *e, word *set)
{
	struct calls *calls = x->frame.calls, sure = *calls;
	sure.unordered = 0;
	x->frame.calls = &sure;
	bool some = evaluate(x, e, set) && *set;
	x->frame.calls = calls;
	return some;
}

/* `older(enter(1, _)) is enter(1, 300), enter(1, 900)` */
static void
show_history(struct explainer *x, const struct expr *e)
{
	struct calls *calls = x->frame.calls;
	word set;
	if (!calls || !calls->print)
		return;
	bool all = evaluate(x, e, &set);
	if (!all && !surely_in(x, e, &set))
		return;
	struct text fact = {0};
	print_part(&fact, x, e);
	text_str(&fact, !all ? " has" : set ? " is" : " is empty");
	const char *separator = " ";
	for (uint64_t left = (uint64_t)set; left; left &= left - 1) {
		text_str(&fact, separator);
		calls->print(&fact, __builtin_ctzll(left), calls->context);
		separator = ", ";
	}
	say(x, &fact);
}

/* `left`, of enum(left, right); but not a constant that stands for it */
static bool
names_itself(const struct expr *e)
{
	const struct symbol *s = e->kind == EXPR_NAME ? e->symbol : NULL;
	return s && s->kind == SYMBOL_CONSTANT && s->type && s->type->kind == TYPE_ENUM && strcmp(s->name, s->type->names[s->value]) == 0;
}

/* Does a part say all by itself? */
static bool
is_plain(const struct expr *e)
{
	bool type_name = e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_TYPE;
	bool negative = e->kind == EXPR_PREFIX && e->op == OP_NEG && is_plain(e->kid[0]);
	bool range = e->kind == EXPR_BINARY && e->op == OP_RANGE && is_plain(e->kid[0]) && is_plain(e->kid[1]);
	bool list = e->kind == EXPR_BRACES || e->kind == EXPR_LIST;
	for (size_t i = 0; list && i < e->n; i++)
		list = is_plain(e->kid[i]);
	return type_name || names_itself(e) || negative || range || list || e->kind == EXPR_LITERAL || e->kind == EXPR_STRING || e->kind == EXPR_NONE;
}

/* For how long a call has waited may not be known exactly. Whole milliseconds will do. */
static const char *
bound_on(const struct explainer *x, const struct expr *e, word *read)
{
	if (e->kind != EXPR_NAME || !e->symbol || e->symbol->seg != SEG_WAITED || e->symbol->kind != SYMBOL_VARIABLE)
		return "";
	word other = x->frame.at[SEG_WAITED][WAITED_COUNT - 1 - e->symbol->index];
	if (*read == other + 1)
		*read = other;
	return *read > other ? "at most " : *read + 1 < other ? "at least " : "";
}

/* `weight[1] + 900 is 1200` */
static void
show(struct explainer *x, const struct expr *e)
{
	word w;
	if (e->kind == EXPR_HISTORY) {
		show_history(x, e);
		return;
	}
	if (is_plain(e) || !e->type || !evaluate(x, e, &w))
		return;
	struct text fact = {0};
	if (e->kind == EXPR_NAME && !e->symbol)
		x->told[e->slot] = true;
	if (e->kind == EXPR_NAME)
		expr_print(&fact, e, NULL);
	else
		print_part(&fact, x, e);
	text_printf(&fact, " is %s", bound_on(x, e, &w));
	value_print(&fact, e->type, w);
	say(x, &fact);
}

static void
show_operands(struct explainer *x, const struct expr *e)
{
	bool parts = e->kind == EXPR_BINARY || (e->kind == EXPR_CALL && (e->op == OP_EMPTY || e->op == OP_SUBSET)) || (e->kind == EXPR_PREFIX && e->op == OP_NOT);
	if (!parts) {
		show(x, e);
		return;
	}
	for (size_t i = 0; i < e->n; i++) {
		if (e->kid[i]->type && e->kid[i]->type->kind == TYPE_BOOL)
			show_operands(x, e->kid[i]);
		else
			show(x, e->kid[i]);
	}
}

static const struct expr *decide(struct explainer *, const struct expr *, bool value);

static const struct expr *
decide_logic(struct explainer *x, const struct expr *e, bool value)
{
	word left;
	if (!evaluate(x, e->kid[0], &left))
		return e;
	if (e->op == OP_AND && !value)
		return decide(x, e->kid[left ? 1 : 0], false);
	if (e->op == OP_OR && value)
		return decide(x, e->kid[left ? 0 : 1], true);
	show_operands(x, e);
	return e;
}

/* The locals as the machine left them; `e` has just been evaluated, and what it binds is known from now on. */
static void
keep_locals(struct explainer *x)
{
	word *locals = arena_array(x->arena, word, (size_t)x->locals);
	memcpy(locals, x->machine->stack, (size_t)x->locals * sizeof *locals);
	x->frame.at[SEG_LOCAL] = locals;
}

static void
tell(struct explainer *x, const char *name, const struct type *type, int slot)
{
	if (x->told[slot])
		return;
	struct text fact = {0};
	text_printf(&fact, "%s is ", name);
	value_print(&fact, type, x->frame.at[SEG_LOCAL][slot]);
	x->told[slot] = true;
	say(x, &fact);
}

/* Names that a generator binds become known; or, what no fact has told of them is told. */
static void
element(struct explainer *x, const struct generator *g, bool telling)
{
	const struct pattern *p = g->pattern;
	if (g->name && telling)
		tell(x, g->name, g->domain->type->kind == TYPE_MAP ? g->domain->type->key : g->domain->type->elem, g->slot);
	else if (g->name)
		x->known[g->slot] = true;
	for (size_t i = 0; p && i < p->n; i++) {
		if (p->slot[i] >= 0 && telling)
			tell(x, p->arg[i]->text, p->arg[i]->type, p->slot[i]);
		else if (p->slot[i] >= 0)
			x->known[p->slot[i]] = true;
	}
}

/* When a quantifier stops early, its locals hold the element that decided. */
static const struct expr *
decide_quantifier(struct explainer *x, const struct expr *e, bool value)
{
	word w;
	bool stopped = (e->op == OP_FORALL && !value) || (e->op == OP_EXISTS && value);
	if (!stopped || !evaluate(x, e, &w) || (w != 0) != value) {
		show(x, e->generator[0].domain); /* the others may need its elements */
		return e;
	}
	keep_locals(x);
	for (size_t i = 0; i < e->ngenerators; i++)
		element(x, &e->generator[i], false);
	decide(x, e->kid[0], value);
	for (size_t i = 0; i < e->ngenerators; i++)
		element(x, &e->generator[i], true);
	return e;
}

/* The body of a let decides, once its name has a value. */
static const struct expr *
decide_let(struct explainer *x, const struct expr *e, bool value)
{
	word w;
	if (!evaluate(x, e, &w)) {
		show_operands(x, e);
		return e;
	}
	keep_locals(x);
	x->known[e->slot] = true;
	decide(x, e->kid[1], value);
	return e;
}

static const struct expr *
decide_if(struct explainer *x, const struct expr *e, bool value)
{
	word condition;
	if (!evaluate(x, e->kid[0], &condition))
		return e;
	show_operands(x, e->kid[0]);
	decide(x, e->kid[condition ? 1 : 2], value);
	return e;
}

/* The part of a condition that makes it what it is; adds the values in it. */
static const struct expr *
decide(struct explainer *x, const struct expr *e, bool value)
{
	if (e->kind == EXPR_BINARY && (e->op == OP_AND || e->op == OP_OR || e->op == OP_IMPLIES))
		return decide_logic(x, e, value);
	if (e->kind == EXPR_QUANTIFIER && (e->op == OP_FORALL || e->op == OP_EXISTS))
		return decide_quantifier(x, e, value);
	if (e->kind == EXPR_LET)
		return decide_let(x, e, value);
	if (e->kind == EXPR_IF)
		return decide_if(x, e, value);
	show_operands(x, e);
	return e;
}

struct reason
code_explain(struct arena *a, struct machine *m, const struct expr *e, const struct frame *f, bool value)
{
	struct explainer x = {.arena = a, .machine = m, .frame = *f, .locals = locals_of(e)};
	x.known = arena_array(a, bool, (size_t)x.locals);
	x.told = arena_array(a, bool, (size_t)x.locals);
	x.frame.at[SEG_LOCAL] = NULL;
	x.frame.choices = NULL;
	const struct expr *part = decide(&x, e, value);
	struct text clause = {0};
	expr_print(&clause, part, NULL);
	text_str(&x.values, "");
	return (struct reason){.part = part, .clause = text_take(&clause, a), .values = text_take(&x.values, a)};
}
