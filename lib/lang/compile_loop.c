#include "lang/compiler.h"

/* Pushes the values that a pattern compares; returns the number of the pattern. */
static size_t
match(struct compiler *c, const struct pattern *p)
{
	struct match m = {.op = p ? p->op_index : -1, .n = p ? p->n : 0};
	bool *compared = arena_array(c->arena, bool, m.n + 1);
	for (size_t i = 0; i < m.n; i++) {
		compared[i] = p->arg[i] && p->slot[i] < 0;
		if (compared[i])
			compile_value(c, p->arg[i]);
	}
	m.compared = compared;
	vec_push(c->arena, &c->matches, m);
	return c->matches.n - 1;
}

void
compile_history(struct compiler *c, const struct expr *e)
{
	size_t m = match(c, e->pattern);
	compile_emit(c, I_HISTORY, e->op, m);
}

void
compile_history_empty(struct compiler *c, const struct expr *e)
{
	size_t m = match(c, e->pattern);
	compile_emit(c, I_HISTORY_EMPTY, e->op, m);
}

/* --- loops --- */

static size_t
innermost_top(const struct loops *l)
{
	return l->at[l->n - 1].top;
}

/* The rest of the pattern: the operation, values that must match, names that are bound. */
static void
filter_call(struct compiler *c, struct loops *loops, const struct generator *g)
{
	const struct pattern *p = g->pattern;
	size_t top = innermost_top(loops);
	compile_emit(c, I_CALL_IS, (size_t)g->slot, (size_t)p->op_index);
	compile_emit(c, I_JUMP_FALSE, 0, top);
	for (size_t i = 0; i < p->n; i++) {
		if (!p->arg[i])
			continue;
		compile_emit(c, I_CALL_ARG, (size_t)g->slot, i);
		if (p->slot[i] >= 0) {
			compile_emit(c, I_SET_LOCAL, 0, (size_t)p->slot[i]);
			continue;
		}
		compile_value(c, p->arg[i]);
		compile_emit(c, I_EQ, 0, 0);
		compile_emit(c, I_JUMP_FALSE, 0, top);
	}
}

static void
enter_loop(struct compiler *c, struct loops *loops, enum insn_op next, size_t slot)
{
	struct loop *l = &loops->at[loops->n++];
	l->top = c->insns.n;
	l->next = compile_emit(c, next, slot, 0);
}

static void
open_elements(struct compiler *c, struct loops *loops, const struct expr *domain, size_t slot)
{
	const struct type *t = domain->type;
	const struct type *all = compile_is_type(domain) ? t->elem : t->kind == TYPE_MAP && t->total ? t->key : NULL;
	if (all && domain->kind != EXPR_NAME) { /* nothing in it may fail unseen */
		compile_value(c, domain);
		compile_emit(c, I_POP, 0, 0);
	}
	if (compile_is_range(domain)) {
		compile_value(c, domain->kid[0]);
		compile_value(c, domain->kid[1]);
		compile_emit(c, I_FOR_RANGE, 0, slot);
		enter_loop(c, loops, I_NEXT_RANGE, slot);
	} else if (all && all->flat) {
		compile_bounds(c, all);
		compile_emit(c, I_FOR_RANGE, 0, slot);
		enter_loop(c, loops, I_NEXT_RANGE, slot);
	} else if (all) {
		compile_typed(c, I_FOR_TYPE, slot, all);
		enter_loop(c, loops, I_NEXT_TYPE, slot);
		compile_typed(c, I_POP, 1, all); /* carries the type; never executed */
	} else {
		compile_value(c, domain);
		if (t->kind == TYPE_MAP)
			compile_typed(c, I_DOM, 0, t);
		compile_emit(c, I_FOR_BLOCK, 0, slot);
		enter_loop(c, loops, I_NEXT_BLOCK, slot);
	}
}

void
compile_open_loop(struct compiler *c, struct loops *loops, const struct generator *g)
{
	if (g->pattern) {
		compile_history(c, g->domain);
		compile_emit(c, I_FOR_CALLS, 0, (size_t)g->slot);
		enter_loop(c, loops, I_NEXT_CALLS, (size_t)g->slot);
		filter_call(c, loops, g);
	} else if (g->name) {
		open_elements(c, loops, g->domain, (size_t)g->slot);
	} else {
		compile_value(c, g->domain);
		compile_emit(c, I_JUMP_FALSE, 0, innermost_top(loops));
	}
}

void
compile_close_loops(struct compiler *c, struct loops *loops)
{
	while (loops->n > 0) {
		struct loop *l = &loops->at[--loops->n];
		compile_emit(c, I_JUMP, 0, l->top);
		compile_land(c, l->next);
	}
}

static void
open_loops(struct compiler *c, struct loops *loops, const struct expr *e)
{
	for (size_t i = 0; i < e->ngenerators; i++)
		compile_open_loop(c, loops, &e->generator[i]);
}

void
compile_quantifier(struct compiler *c, const struct expr *e)
{
	struct loops loops = {0};
	size_t slot = (size_t)e->slot, leave = 0;
	compile_push(c, e->op == OP_FORALL);
	compile_emit(c, I_SET_LOCAL, 0, slot);
	compile_push(c, 0);
	compile_emit(c, I_SET_LOCAL, 0, slot + 1);
	open_loops(c, &loops, e);
	compile_value(c, e->kid[0]);
	size_t top = innermost_top(&loops);
	switch ((int)e->op) {
	case OP_FORALL:
	case OP_EXISTS:
		compile_emit(c, e->op == OP_FORALL ? I_JUMP_TRUE : I_JUMP_FALSE, 0, top);
		compile_push(c, e->op == OP_EXISTS);
		compile_emit(c, I_SET_LOCAL, 0, slot);
		leave = compile_emit(c, I_JUMP, 0, 0);
		break;
	case OP_COUNT:
	case OP_SUM:
		compile_emit(c, I_ADD_LOCAL, 0, slot);
		break;
	case OP_MIN:
	case OP_MAX:
		compile_emit(c, I_BEST, e->op == OP_MAX, slot);
		break;
	}
	compile_close_loops(c, &loops);
	if (leave)
		compile_land(c, leave);
	compile_emit(c, e->op == OP_MIN || e->op == OP_MAX ? I_BEST_OF : I_LOCAL, 0, slot);
}

void
compile_comprehension(struct compiler *c, const struct expr *e)
{
	struct loops loops = {0};
	size_t mark = (size_t)e->slot;
	compile_emit(c, I_COLLECT, 0, mark);
	open_loops(c, &loops, e);
	for (size_t i = 0; i < e->n; i++) {
		compile_value(c, e->kid[i]);
		if (e->type->kind == TYPE_MAP && i == 0)
			compile_ensure(c, e->kid[0]->type, e->type->key);
		compile_emit(c, I_GATHER, 0, 0);
	}
	compile_close_loops(c, &loops);
	compile_typed(c, I_COLLECTED, mark, e->type);
}
