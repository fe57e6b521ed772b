#include "mutate/private.h"

const char *const mutation_names[] = {
#define MUTATION(id, name, doc) name,
	MUTATIONS(MUTATION)
#undef MUTATION
};

/* --- offering a change --- */

static const char *
expr_text(struct mutator *m, const struct expr *e)
{
	struct text t = {0};
	expr_print(&t, e, NULL);
	return text_take(&t, m->arena);
}

static const char *
stmt_text(struct mutator *m, const struct stmt *s)
{
	struct text t = {0};
	stmt_print(&t, s);
	return text_take(&t, m->arena);
}

/* Is this the change that is to be made? Else it is only listed. */
static bool
is_wanted(struct mutator *m)
{
	bool wanted = m->next++ == m->wanted;
	m->made = m->made || wanted;
	return wanted;
}

static void
list(struct mutator *m, enum mutation kind, struct span span, const char *before, const char *after)
{
	const char *clause = arena_strdup(m->arena, m->in->clause);
	vec_push(m->arena, &m->list, (struct mutant){.kind = kind, .span = span, .nth = m->list.n, .clause = clause, .before = before, .after = after});
}

static void
offer(struct mutator *m, enum mutation kind, struct expr **at, struct expr *instead)
{
	if (m->made)
		return;
	if (m->wanted == NO_MUTANT)
		list(m, kind, (*at)->span, expr_text(m, *at), expr_text(m, instead));
	else if (is_wanted(m))
		*at = instead;
}

/* Leaves out a part of what stands here. */
static void
offer_without(struct mutator *m, struct expr **at, struct expr *instead, const struct expr *part)
{
	if (m->made)
		return;
	if (m->wanted == NO_MUTANT)
		list(m, MUTATION_DROP, part->span, expr_text(m, part), NULL);
	else if (is_wanted(m))
		*at = instead;
}

static void
offer_stmt(struct mutator *m, enum mutation kind, struct stmt **at, struct stmt *instead, bool nothing)
{
	if (m->made)
		return;
	if (m->wanted == NO_MUTANT)
		list(m, kind, (*at)->span, stmt_text(m, *at), nothing ? NULL : stmt_text(m, instead));
	else if (is_wanted(m))
		*at = instead;
}

/* --- new nodes --- */

static struct expr *
node(struct mutator *m, enum expr_kind kind, enum op op, struct span span, size_t n)
{
	struct expr *e = arena_new(m->nodes, struct expr);
	*e = (struct expr){.kind = kind, .op = op, .depth = 1, .span = span, .slot = -1, .n = n, .kid = arena_array(m->nodes, struct expr *, n + 1)};
	return e;
}

static struct expr *
truth(struct mutator *m, struct span span, bool value)
{
	struct expr *e = node(m, EXPR_LITERAL, OP_NONE, span, 0);
	e->type = &type_bool;
	e->value = value;
	return e;
}

static struct expr *
number(struct mutator *m, struct span span, int64_t value)
{
	struct expr *e = node(m, EXPR_LITERAL, OP_NONE, span, 0);
	e->type = &type_int;
	e->value = value;
	return e;
}

static struct expr *
negation(struct mutator *m, struct expr *e)
{
	struct expr *not = node(m, EXPR_PREFIX, OP_NOT, e->span, 1);
	not->kid[0] = e;
	not->depth = e->depth + 1;
	return not;
}

static struct expr *
with_op(struct mutator *m, const struct expr *e, enum op op)
{
	struct expr *copy = arena_new(m->nodes, struct expr);
	*copy = *e;
	copy->op = op;
	if (e->kind == EXPR_CALL)
		copy->text = op_table[op].spelling;
	return copy;
}

static struct expr *
swapped(struct mutator *m, const struct expr *e)
{
	struct expr *copy = node(m, e->kind, e->op, e->span, 2);
	copy->depth = e->depth;
	copy->kid[0] = e->kid[1];
	copy->kid[1] = e->kid[0];
	return copy;
}

/* --- what may stand in place of an operator or function --- */

static const struct {
	enum op op, instead;
	enum mutation kind;
} others[] = {
	{OP_LT, OP_LE, MUTATION_COMPARE}, {OP_LT, OP_GE, MUTATION_COMPARE}, {OP_LE, OP_LT, MUTATION_COMPARE}, {OP_LE, OP_GT, MUTATION_COMPARE},
	{OP_GT, OP_GE, MUTATION_COMPARE}, {OP_GT, OP_LE, MUTATION_COMPARE}, {OP_GE, OP_GT, MUTATION_COMPARE}, {OP_GE, OP_LT, MUTATION_COMPARE},
	{OP_EQ, OP_NE, MUTATION_COMPARE}, {OP_NE, OP_EQ, MUTATION_COMPARE}, {OP_IN, OP_NOT_IN, MUTATION_COMPARE}, {OP_NOT_IN, OP_IN, MUTATION_COMPARE},
	{OP_ADD, OP_SUB, MUTATION_REPLACE}, {OP_SUB, OP_ADD, MUTATION_REPLACE}, {OP_DIV, OP_MOD, MUTATION_REPLACE}, {OP_MOD, OP_DIV, MUTATION_REPLACE},
	{OP_AND, OP_OR, MUTATION_REPLACE}, {OP_OR, OP_AND, MUTATION_REPLACE}, {OP_FORALL, OP_EXISTS, MUTATION_REPLACE},
	{OP_EXISTS, OP_FORALL, MUTATION_REPLACE}, {OP_MIN, OP_MAX, MUTATION_REPLACE}, {OP_MAX, OP_MIN, MUTATION_REPLACE},
	{OP_HEAD, OP_LAST, MUTATION_REPLACE}, {OP_LAST, OP_HEAD, MUTATION_REPLACE}, {OP_TAIL, OP_FRONT, MUTATION_REPLACE},
	{OP_FRONT, OP_TAIL, MUTATION_REPLACE}, {OP_TAKE, OP_DROP, MUTATION_REPLACE}, {OP_DROP, OP_TAKE, MUTATION_REPLACE},
	{OP_MIN_OF, OP_MAX_OF, MUTATION_REPLACE}, {OP_MAX_OF, OP_MIN_OF, MUTATION_REPLACE}, {OP_WAITING, OP_OTHERS, MUTATION_REPLACE},
	{OP_OTHERS, OP_OLDER, MUTATION_REPLACE}, {OP_OLDER, OP_YOUNGER, MUTATION_REPLACE}, {OP_YOUNGER, OP_OLDER, MUTATION_REPLACE},
};

static void
offer_others(struct mutator *m, struct expr **at)
{
	struct expr *e = *at;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].op == e->op && e->op != OP_NONE)
			offer(m, others[i].kind, at, with_op(m, e, others[i].instead));
}

/* --- expressions --- */

static void
offer_negation(struct mutator *m, struct expr **at, bool is_bool)
{
	if (is_bool)
		offer(m, MUTATION_NEGATE, at, negation(m, *at));
}

static void edit(struct mutator *, struct expr **, bool is_bool);

/* A constant: the one after it and the one before it; of an enum, the next name. */
static void
edit_name(struct mutator *m, struct expr **at, bool is_bool)
{
	struct expr *e = *at;
	offer_negation(m, at, is_bool);
	const struct symbol *s = scope_find(m->in->scope, e->text);
	if (!s || s->kind != SYMBOL_CONSTANT)
		return;
	if (s->type->kind == TYPE_ENUM && s->type->n > 1) {
		struct expr *next = node(m, EXPR_NAME, OP_NONE, e->span, 0);
		next->text = s->type->names[((size_t)s->value + 1) % s->type->n];
		offer(m, MUTATION_CONSTANT, at, next);
	}
	for (int i = 0; i < 2 && s->type->kind == TYPE_INT; i++) {
		struct expr *shifted = node(m, EXPR_BINARY, i ? OP_SUB : OP_ADD, e->span, 2);
		shifted->kid[0] = e;
		shifted->kid[1] = number(m, e->span, 1);
		shifted->depth = 2;
		offer(m, MUTATION_CONSTANT, at, shifted);
	}
}

static void
edit_literal(struct mutator *m, struct expr **at)
{
	const struct expr *e = *at;
	if (e->type->kind == TYPE_BOOL)
		offer(m, MUTATION_CONSTANT, at, truth(m, e->span, !e->value));
	if (e->type->kind == TYPE_INT && e->value < INT64_MAX)
		offer(m, MUTATION_CONSTANT, at, number(m, e->span, e->value + 1));
	if (e->type->kind == TYPE_INT && e->value > INT64_MIN)
		offer(m, MUTATION_CONSTANT, at, number(m, e->span, e->value - 1));
}

/* a and b and c is (a and b) and c: each of its parts is left out once. */
static void
edit_parts(struct mutator *m, struct expr **at)
{
	struct expr *e = *at;
	if (e->kid[0]->kind == EXPR_BINARY && e->kid[0]->op == e->op) {
		edit_parts(m, &e->kid[0]);
	} else {
		offer_without(m, at, e->kid[1], e->kid[0]);
		edit(m, &e->kid[0], true);
	}
	offer_without(m, at, e->kid[0], e->kid[1]);
	edit(m, &e->kid[1], true);
}

static bool
is_number(const struct expr *e)
{
	return e->kind == EXPR_LITERAL && e->type->kind == TYPE_INT;
}

/* In N - 1 it is enough to change the 1. */
static void
edit_sum(struct mutator *m, struct expr **at)
{
	struct expr *e = *at;
	offer_others(m, at);
	if (e->kid[0]->kind != EXPR_NAME || !is_number(e->kid[1]))
		edit(m, &e->kid[0], false);
	if (e->kid[1]->kind != EXPR_NAME || !is_number(e->kid[0]))
		edit(m, &e->kid[1], false);
}

static void
edit_binary(struct mutator *m, struct expr **at)
{
	struct expr *e = *at;
	switch ((int)e->op) {
	case OP_AND:
	case OP_OR:
		offer_others(m, at);
		edit_parts(m, at);
		return;
	case OP_IMPLIES:
		offer_without(m, at, e->kid[1], e->kid[0]);
		edit(m, &e->kid[0], true);
		edit(m, &e->kid[1], true);
		return;
	case OP_MATCHES:
		offer(m, MUTATION_NEGATE, at, negation(m, e));
		edit(m, &e->kid[0], false);
		return;
	case OP_ADD:
	case OP_SUB:
		edit_sum(m, at);
		return;
	case OP_CONCAT:
		offer(m, MUTATION_REPLACE, at, swapped(m, e));
		break;
	default:
		offer_others(m, at);
		break;
	}
	edit(m, &e->kid[0], false);
	edit(m, &e->kid[1], false);
}

static void
edit_pattern(struct mutator *m, struct pattern *p)
{
	for (size_t i = 0; p && i < p->n; i++) {
		if (!p->arg[i])
			continue;
		offer_without(m, &p->arg[i], NULL, p->arg[i]);
		if (!m->made)
			edit(m, &p->arg[i], false);
	}
}

/* Names that a pattern binds are not to be left out: they may be read. */
static void
edit_generators(struct mutator *m, struct expr *e)
{
	for (size_t i = 0; i < e->ngenerators && !m->made; i++) {
		struct generator *g = &e->generator[i];
		bool condition = !g->name && !g->pattern;
		if (condition)
			offer_without(m, &g->domain, truth(m, g->span, true), g->domain);
		edit(m, &g->domain, condition);
	}
}

static void
edit_kids(struct mutator *m, struct expr *e, bool is_bool)
{
	for (size_t i = 0; i < e->n; i++)
		edit(m, &e->kid[i], is_bool);
}

static void
edit_call(struct mutator *m, struct expr **at, bool is_bool)
{
	struct expr *e = *at;
	offer_others(m, at);
	offer_negation(m, at, is_bool);
	if (e->op == OP_OLD)
		offer(m, MUTATION_REPLACE, at, e->kid[0]);
	edit_kids(m, e, false);
}

static void
edit_quantifier(struct mutator *m, struct expr **at)
{
	struct expr *e = *at;
	offer_others(m, at);
	edit_generators(m, e);
	edit(m, &e->kid[0], e->op == OP_FORALL || e->op == OP_EXISTS || e->op == OP_COUNT);
}

static void
edit(struct mutator *m, struct expr **at, bool is_bool)
{
	struct expr *e = *at;
	if (m->made)
		return;
	switch (e->kind) {
	case EXPR_LITERAL:
		edit_literal(m, at);
		break;
	case EXPR_NAME:
		edit_name(m, at, is_bool);
		break;
	case EXPR_FIELD:
	case EXPR_INDEX:
		offer_negation(m, at, is_bool);
		if (e->n > 1)
			edit(m, &e->kid[1], false);
		break;
	case EXPR_PREFIX:
		if (e->op == OP_NOT)
			offer(m, MUTATION_NEGATE, at, e->kid[0]);
		else if (!is_number(e->kid[0]))
			offer(m, MUTATION_REPLACE, at, e->kid[0]);
		edit(m, &e->kid[0], false);
		break;
	case EXPR_BINARY:
		edit_binary(m, at);
		break;
	case EXPR_IF:
		edit(m, &e->kid[0], true);
		edit(m, &e->kid[1], is_bool);
		edit(m, &e->kid[2], is_bool);
		break;
	case EXPR_LET:
		edit(m, &e->kid[0], false);
		edit(m, &e->kid[1], is_bool);
		break;
	case EXPR_CALL:
		edit_call(m, at, is_bool);
		break;
	case EXPR_QUANTIFIER:
		edit_quantifier(m, at);
		break;
	case EXPR_COMPREHENSION:
		edit_generators(m, e);
		edit_kids(m, e, false);
		break;
	case EXPR_HISTORY:
		offer_others(m, at);
		edit_pattern(m, e->pattern);
		break;
	case EXPR_LIST:
	case EXPR_BRACES:
	case EXPR_PAIRS:
	case EXPR_RECORD:
		edit_kids(m, e, false);
		break;
	case EXPR_STRING:
	case EXPR_NONE:
	case EXPR_PICK:
		break;
	}
}

/* --- statements --- */

static void
edit_target(struct mutator *m, struct expr *target)
{
	for (; target->kind == EXPR_INDEX || target->kind == EXPR_FIELD; target = target->kid[0])
		if (target->kind == EXPR_INDEX)
			edit(m, &target->kid[1], false);
}

static void
edit_assignment(struct mutator *m, struct stmt **at)
{
	struct stmt *s = *at, *other = arena_new(m->nodes, struct stmt);
	*other = *s;
	other->op = s->op == OP_ADD ? OP_SUB : OP_ADD;
	if (s->op != OP_NONE)
		offer_stmt(m, MUTATION_REPLACE, at, other, false);
	edit_target(m, s->target);
	edit(m, &s->value, false);
}

static void edit_statement(struct mutator *, struct stmt **, bool drop);

/* A branch is taken anyway, or left out; without an else, leaving out the first is leaving out the whole. */
static void
edit_if(struct mutator *m, struct stmt **at)
{
	struct stmt *s = *at;
	if (!s->kid[1])
		offer_without(m, &s->value, truth(m, s->value->span, true), s->value);
	edit(m, &s->value, true);
	edit_statement(m, &s->kid[0], s->kid[1] != NULL);
	if (s->kid[1])
		edit_statement(m, &s->kid[1], true);
}

static void
edit_statement(struct mutator *m, struct stmt **at, bool drop)
{
	struct stmt *s = *at, *nothing = arena_new(m->nodes, struct stmt);
	*nothing = (struct stmt){.kind = STMT_BLOCK, .span = s->span};
	if (drop && s->kind != STMT_BLOCK)
		offer_stmt(m, MUTATION_DROP, at, nothing, true);
	if (m->made)
		return;
	switch (s->kind) {
	case STMT_ASSIGN:
		edit_assignment(m, at);
		break;
	case STMT_IF:
		edit_if(m, at);
		break;
	case STMT_FOR:
		edit(m, &s->generator->domain, false);
		edit_statement(m, &s->kid[0], false);
		break;
	case STMT_BLOCK:
		for (size_t i = 0; i < s->n; i++)
			edit_statement(m, &s->kid[i], drop || s->n > 1);
		break;
	}
}

/* --- the editor --- */

static bool
is_conjunction(const struct expr *e)
{
	return e->kind == EXPR_BINARY && e->op == OP_AND;
}

static void
edit_clause(struct spec_editor *editor, struct arena *nodes, const struct edited *in, struct expr **at)
{
	struct mutator *m = (struct mutator *)editor; /* it comes first */
	m->nodes = nodes;
	m->in = in;
	if (in->must_hold && !is_conjunction(*at) && (*at)->kind != EXPR_LITERAL)
		offer_without(m, at, truth(m, (*at)->span, true), *at);
	edit(m, at, in->is_bool);
}

static void
edit_statements(struct spec_editor *editor, struct arena *nodes, const struct edited *in, struct stmt **at)
{
	struct mutator *m = (struct mutator *)editor;
	m->nodes = nodes;
	m->in = in;
	edit_statement(m, at, true);
}

struct mutator
mutator_new(struct arena *a, int64_t wanted)
{
	return (struct mutator){.editor = {edit_clause, edit_statements}, .arena = a, .wanted = wanted};
}
