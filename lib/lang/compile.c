#include "lang/compiler.h"

#include "lang/regex.h"

size_t
compile_emit(struct compiler *c, enum insn_op op, size_t a, size_t b)
{
	vec_push(c->arena, &c->insns, (struct insn){(uint16_t)op, (uint16_t)a, (int32_t)b});
	vec_push(c->arena, &c->spans, c->span);
	return c->insns.n - 1;
}

void
compile_land(struct compiler *c, size_t jump)
{
	c->insns.at[jump].b = (int32_t)c->insns.n;
}

void
compile_push(struct compiler *c, word w)
{
	vec_push(c->arena, &c->constants, w);
	compile_emit(c, I_PUSH, 0, c->constants.n - 1);
}

static size_t
type_number(struct compiler *c, const struct type *t)
{
	for (size_t i = 0; i < c->types.n; i++)
		if (c->types.at[i] == t)
			return i;
	vec_push(c->arena, &c->types, t);
	return c->types.n - 1;
}

void
compile_typed(struct compiler *c, enum insn_op op, size_t a, const struct type *t)
{
	compile_emit(c, op, a, type_number(c, t));
}

void
compile_ensure(struct compiler *c, const struct type *from, const struct type *to)
{
	if (!to || type_within(from, to))
		return;
	compile_typed(c, to->kind == TYPE_INT ? I_CHECK_INT : I_CHECK, 0, to);
}

static void
value_in(struct compiler *c, const struct expr *e, const struct type *wanted)
{
	compile_value(c, e);
	struct span outer = c->span;
	c->span = e->span;
	compile_ensure(c, e->type, wanted);
	c->span = outer;
}

bool
compile_is_type(const struct expr *e)
{
	return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_TYPE;
}

bool
compile_is_range(const struct expr *e)
{
	return e->kind == EXPR_BINARY && e->op == OP_RANGE;
}

void
compile_bounds(struct compiler *c, const struct type *t)
{
	compile_push(c, t->kind == TYPE_INT ? t->min : 0);
	compile_push(c, t->kind == TYPE_INT ? t->max : (word)t->count - 1);
}

/* --- names and parts --- */

static void
type_values(struct compiler *c, const struct type *t)
{
	word *at = arena_array(c->arena, word, t->count);
	for (uint64_t i = 0; i < t->count; i++)
		at[i] = type_nth(c->heap, t, i);
	size_t n = words_sort(t, at, t->count, true);
	compile_push(c, heap_block(c->heap, at, n));
}

static void
name(struct compiler *c, const struct expr *e)
{
	const struct symbol *s = e->symbol;
	if (!s)
		compile_emit(c, I_LOCAL, 0, (size_t)e->slot);
	else if (s->kind == SYMBOL_CONSTANT)
		compile_push(c, s->value);
	else if (s->kind == SYMBOL_TYPE)
		type_values(c, s->type);
	else
		compile_emit(c, e->old ? I_LOAD_OLD : I_LOAD, s->seg, (size_t)s->index);
}

static void
string(struct compiler *c, const struct expr *e)
{
	word *at = arena_array(c->arena, word, e->length + 1);
	for (size_t i = 0; i < e->length; i++)
		at[i] = (unsigned char)e->text[i];
	compile_push(c, heap_block(c->heap, at, e->length));
}

static void
element(struct compiler *c, const struct expr *e)
{
	const struct type *t = e->kid[0]->type;
	compile_value(c, e->kid[0]);
	compile_value(c, e->kid[1]);
	if (t->kind == TYPE_SEQ)
		compile_emit(c, I_SEQ_AT, 0, 0);
	else
		compile_typed(c, I_MAP_AT, 0, t);
}

static void
parts(struct compiler *c, const struct expr *e)
{
	if (e->n == 0) {
		compile_push(c, empty_block());
		return;
	}
	for (size_t i = 0; i < e->n; i++)
		compile_value(c, e->kid[i]);
	compile_typed(c, I_MAKE, e->n, e->type);
}

/* --- operators and functions --- */

static void
logic(struct compiler *c, const struct expr *e)
{
	compile_value(c, e->kid[0]);
	if (e->op == OP_IMPLIES)
		compile_emit(c, I_NOT, 0, 0);
	size_t jump = compile_emit(c, e->op == OP_AND ? I_AND_THEN : I_OR_ELSE, 0, 0);
	compile_value(c, e->kid[1]);
	compile_land(c, jump);
}

static void
membership(struct compiler *c, const struct expr *e)
{
	const struct expr *in = e->kid[1];
	compile_value(c, e->kid[0]);
	if (compile_is_range(in)) {
		compile_value(c, in->kid[0]);
		compile_value(c, in->kid[1]);
		compile_emit(c, I_IN_RANGE, 0, 0);
	} else if (compile_is_type(in) && in->type->elem->kind == TYPE_INT) {
		compile_bounds(c, in->type->elem);
		compile_emit(c, I_IN_RANGE, 0, 0);
	} else if (compile_is_type(in)) {
		compile_typed(c, I_FITS, 0, in->type->elem);
	} else {
		compile_value(c, in);
		compile_typed(c, I_IN, 0, in->type);
	}
	if (e->op == OP_NOT_IN)
		compile_emit(c, I_NOT, 0, 0);
}

static void
matches(struct compiler *c, const struct expr *e)
{
	compile_value(c, e->kid[0]);
	void *regex = regex_compile(c->arena, e->text, e->length, &(struct regex_error){0});
	vec_push(c->arena, &c->regexes, regex);
	compile_emit(c, I_MATCHES, 0, c->regexes.n - 1);
}

/* The type that holds the values of both operands. */
static const struct type *
both(struct compiler *c, const struct expr *e)
{
	return type_join(c->arena, e->kid[0]->type, e->kid[1]->type);
}

static void
collection_operator(struct compiler *c, const struct expr *e)
{
	const struct type *a = e->kid[0]->type, *b = e->kid[1]->type;
	compile_value(c, e->kid[0]);
	compile_value(c, e->kid[1]);
	if (a->kind == TYPE_MAP && e->op == OP_SUB)
		compile_typed(c, I_WITHOUT, 0, a);
	else if (a->kind == TYPE_MAP || b->kind == TYPE_MAP)
		compile_typed(c, I_OVERRIDE, 0, e->type);
	else
		compile_typed(c, e->op == OP_ADD ? I_UNION : I_MINUS, 0, both(c, e));
}

static void
binary(struct compiler *c, const struct expr *e)
{
	static const uint8_t insn_of[OP_COUNT_OF_OPS] = {
		[OP_EQ] = I_EQ, [OP_NE] = I_NE, [OP_LT] = I_LT, [OP_LE] = I_LE, [OP_GT] = I_GT, [OP_GE] = I_GE, [OP_ADD] = I_ADD,
		[OP_SUB] = I_SUB, [OP_MUL] = I_MUL, [OP_DIV] = I_DIV, [OP_MOD] = I_MOD, [OP_CONCAT] = I_CONCAT, [OP_RANGE] = I_RANGE_SET,
	};
	if (e->op == OP_AND || e->op == OP_OR || e->op == OP_IMPLIES) {
		logic(c, e);
	} else if (e->op == OP_IN || e->op == OP_NOT_IN) {
		membership(c, e);
	} else if (e->op == OP_MATCHES) {
		matches(c, e);
	} else if ((e->op == OP_EQ || e->op == OP_NE) && e->kid[0]->kind == EXPR_HISTORY) {
		compile_history_empty(c, e->kid[0]);
		if (e->op == OP_NE)
			compile_emit(c, I_NOT, 0, 0);
	} else if ((e->op == OP_ADD || e->op == OP_SUB) && e->type->kind != TYPE_INT) {
		collection_operator(c, e);
	} else {
		compile_value(c, e->kid[0]);
		compile_value(c, e->kid[1]);
		compile_emit(c, insn_of[e->op], 0, 0);
	}
}

static void
extreme(struct compiler *c, const struct expr *e)
{
	compile_value(c, e->kid[0]);
	if (e->n == 1) {
		compile_emit(c, e->op == OP_SUM_OF ? I_SUM_OF : e->op == OP_MIN_OF ? I_MIN_OF : I_MAX_OF, 0, 0);
		return;
	}
	for (size_t i = 1; i < e->n; i++) {
		compile_value(c, e->kid[i]);
		compile_emit(c, e->op == OP_MIN_OF ? I_MIN2 : I_MAX2, 0, 0);
	}
}

static void
size(struct compiler *c, const struct expr *e)
{
	const struct expr *of = e->kid[0];
	if (of->kind == EXPR_HISTORY && e->op == OP_EMPTY) {
		compile_history_empty(c, of);
	} else if (of->kind == EXPR_HISTORY) {
		compile_history(c, of);
		compile_emit(c, I_COUNT_BITS, 0, 0);
	} else {
		compile_value(c, of);
		compile_emit(c, e->op == OP_LEN ? I_LEN : I_EMPTY, of->type->kind == TYPE_MAP && !of->type->total ? 2 : 1, 0);
	}
}

static void
builtin(struct compiler *c, const struct expr *e)
{
	static const uint8_t insn_of[OP_COUNT_OF_OPS] = {
		[OP_HEAD] = I_HEAD, [OP_TAIL] = I_TAIL, [OP_LAST] = I_LAST, [OP_FRONT] = I_FRONT, [OP_TAKE] = I_TAKE, [OP_DROP] = I_DROP,
		[OP_REVERSE] = I_REVERSE, [OP_INTER] = I_INTER, [OP_SUBSET] = I_SUBSET, [OP_OCCURS] = I_OCCURS, [OP_ELEMS] = I_ELEMS,
		[OP_DOM] = I_DOM, [OP_ABS] = I_ABS, [OP_SOME] = I_SOME, [OP_THE] = I_THE,
	};
	if (e->op == OP_LEN || e->op == OP_EMPTY) {
		size(c, e);
		return;
	}
	if (e->op == OP_BAG) {
		parts(c, e);
		return;
	}
	if (e->op == OP_SUM_OF || e->op == OP_MIN_OF || e->op == OP_MAX_OF) {
		extreme(c, e);
		return;
	}
	for (size_t i = 0; i < e->n; i++)
		compile_value(c, e->kid[i]);
	if (e->op == OP_OLD || e->op == OP_ORD)
		return;
	if (e->op == OP_CHR)
		compile_emit(c, I_CHECK_CHR, 0, 0);
	else if (e->op == OP_INTER || e->op == OP_SUBSET)
		compile_typed(c, insn_of[e->op], 0, both(c, e));
	else
		compile_typed(c, insn_of[e->op], 0, e->kid[0]->type);
}

static void
call(struct compiler *c, const struct expr *e)
{
	if (e->op) {
		builtin(c, e);
		return;
	}
	const struct function *f = e->symbol->function;
	for (size_t i = 0; i < e->n; i++)
		value_in(c, e->kid[i], f->params[i].type);
	vec_push(c->arena, &c->functions, f);
	if (f->code->need > c->callee_need)
		c->callee_need = f->code->need;
	compile_emit(c, I_CALL, e->n, c->functions.n - 1);
}

static void
conditional(struct compiler *c, const struct expr *e)
{
	compile_value(c, e->kid[0]);
	size_t no = compile_emit(c, I_JUMP_FALSE, 0, 0);
	compile_value(c, e->kid[1]);
	size_t end = compile_emit(c, I_JUMP, 0, 0);
	compile_land(c, no);
	compile_value(c, e->kid[2]);
	compile_land(c, end);
}

static void
pick(struct compiler *c, const struct expr *e)
{
	const struct expr *from = e->kid[0];
	if (compile_is_range(from)) {
		compile_value(c, from->kid[0]);
		compile_value(c, from->kid[1]);
		if (e->n > 1)
			compile_value(c, e->kid[1]);
		else
			compile_push(c, 1);
		compile_emit(c, I_PICK_RANGE, 0, 0);
	} else if (compile_is_type(from)) {
		compile_typed(c, I_PICK_TYPE, 0, from->type->elem);
	} else {
		compile_value(c, from);
		compile_typed(c, I_PICK_IN, 0, from->type);
	}
}

void
compile_value(struct compiler *c, const struct expr *e)
{
	struct span outer = c->span;
	c->span = e->span;
	switch (e->kind) {
	case EXPR_LITERAL:
		compile_push(c, e->value);
		break;
	case EXPR_STRING:
		string(c, e);
		break;
	case EXPR_NONE:
		compile_push(c, empty_block());
		break;
	case EXPR_NAME:
		name(c, e);
		break;
	case EXPR_FIELD:
		compile_value(c, e->kid[0]);
		compile_emit(c, I_FIELD, 0, (size_t)e->index);
		break;
	case EXPR_INDEX:
		element(c, e);
		break;
	case EXPR_PREFIX:
		compile_value(c, e->kid[0]);
		compile_emit(c, e->op == OP_NOT ? I_NOT : I_NEG, 0, 0);
		break;
	case EXPR_BINARY:
		binary(c, e);
		break;
	case EXPR_IF:
		conditional(c, e);
		break;
	case EXPR_LET:
		compile_value(c, e->kid[0]);
		compile_emit(c, I_SET_LOCAL, 0, (size_t)e->slot);
		compile_value(c, e->kid[1]);
		break;
	case EXPR_CALL:
		call(c, e);
		break;
	case EXPR_QUANTIFIER:
		compile_quantifier(c, e);
		break;
	case EXPR_LIST:
	case EXPR_BRACES:
	case EXPR_PAIRS:
	case EXPR_RECORD:
		parts(c, e);
		break;
	case EXPR_COMPREHENSION:
		compile_comprehension(c, e);
		break;
	case EXPR_HISTORY:
		compile_history(c, e);
		break;
	case EXPR_PICK:
		pick(c, e);
		break;
	}
	c->span = outer;
}

/* --- statements --- */

/* What an assignment puts into its place: an expression, or a container with one part changed. */
struct change {
	const struct expr *value;
	const struct expr *part; /* the INDEX or FIELD that is changed inside */
	const struct change *inner;
};

static void
changed(struct compiler *c, const struct change *change, const struct type *wanted)
{
	if (change->value) {
		value_in(c, change->value, wanted);
		return;
	}
	const struct expr *part = change->part, *whole = part->kid[0];
	compile_value(c, whole);
	if (part->kind == EXPR_FIELD) {
		changed(c, change->inner, part->type);
		compile_emit(c, I_PUT_FIELD, 0, (size_t)part->index);
		return;
	}
	if (whole->type->kind == TYPE_MAP)
		value_in(c, part->kid[1], whole->type->total ? NULL : whole->type->key);
	else
		compile_value(c, part->kid[1]);
	changed(c, change->inner, part->type);
	if (whole->type->kind == TYPE_SEQ)
		compile_emit(c, I_SEQ_PUT, 0, 0);
	else
		compile_typed(c, I_MAP_PUT, 0, whole->type);
}

static void
store(struct compiler *c, const struct expr *target, const struct change *change)
{
	if (target->kind != EXPR_NAME) {
		struct change outer = {.part = target, .inner = change};
		store(c, target->kid[0], &outer);
		return;
	}
	changed(c, change, target->symbol->type);
	compile_emit(c, I_STORE, target->symbol->seg, (size_t)target->symbol->index);
}

static void
statement(struct compiler *c, const struct stmt *s)
{
	struct span outer = c->span;
	c->span = s->span;
	size_t no, end;
	struct loops loops = {0};
	switch (s->kind) {
	case STMT_ASSIGN:
		store(c, s->target, &(struct change){.value = s->sum ? s->sum : s->value});
		break;
	case STMT_IF:
		compile_value(c, s->value);
		no = compile_emit(c, I_JUMP_FALSE, 0, 0);
		statement(c, s->kid[0]);
		end = compile_emit(c, I_JUMP, 0, 0);
		compile_land(c, no);
		if (s->kid[1])
			statement(c, s->kid[1]);
		compile_land(c, end);
		break;
	case STMT_FOR:
		compile_open_loop(c, &loops, s->generator);
		statement(c, s->kid[0]);
		compile_close_loops(c, &loops);
		break;
	case STMT_BLOCK:
		for (size_t i = 0; i < s->n; i++)
			statement(c, s->kid[i]);
		break;
	}
	c->span = outer;
}

/* --- whole clauses --- */

static struct code *
finish(struct compiler *c)
{
	compile_emit(c, I_RETURN, 0, 0);
	struct code *code = arena_new(c->arena, struct code);
	*code = (struct code){
		.insn = c->insns.at, .span = c->spans.at, .n = c->insns.n, .constant = c->constants.at, .type = c->types.at,
		.match = c->matches.at, .function = c->functions.at, .regex = c->regexes.at, .locals = c->locals,
		.need = (size_t)c->locals + c->insns.n + 8 + c->callee_need,
	};
	return code;
}

struct code *
compile_expr(struct arena *a, struct heap *h, const struct expr *e, const struct type *wanted, int locals)
{
	struct compiler c = {.arena = a, .heap = h, .locals = locals, .span = e->span};
	value_in(&c, e, wanted);
	return finish(&c);
}

/* One value for every key of a total map, and of the maps in it. */
static void
filled(struct compiler *c, const struct expr *e, const struct type *wanted)
{
	if (wanted->kind != TYPE_MAP || !wanted->total || type_meets(e->type, wanted)) {
		value_in(c, e, wanted);
		return;
	}
	filled(c, e, wanted->elem);
	compile_typed(c, I_FILL, 0, wanted);
}

struct code *
compile_init(struct arena *a, struct heap *h, const struct expr *e, const struct type *wanted, int locals)
{
	struct compiler c = {.arena = a, .heap = h, .locals = locals, .span = e->span};
	filled(&c, e, wanted);
	return finish(&c);
}

struct code *
compile_part(struct arena *a, struct heap *h, const struct expr *part, const struct code *whole)
{
	return compile_expr(a, h, part, NULL, whole->locals);
}

struct code *
compile_stmt(struct arena *a, struct heap *h, const struct stmt *s, int locals)
{
	struct compiler c = {.arena = a, .heap = h, .locals = locals, .span = s->span};
	statement(&c, s);
	compile_push(&c, 0);
	return finish(&c);
}

struct code *
compile_function(struct arena *a, struct heap *h, const struct function *f)
{
	return compile_expr(a, h, f->body, f->type, f->locals);
}

bool
code_reads(const struct code *code, enum seg seg, int index, int field)
{
	for (const struct insn *i = code->insn; i < code->insn + code->n; i++) {
		if ((i->op != I_LOAD && i->op != I_LOAD_OLD) || i->a != seg || i->b != index)
			continue;
		bool part = i + 1 < code->insn + code->n && i[1].op == I_FIELD;
		if (field < 0 || !part || i[1].b == field)
			return true;
	}
	return false;
}

static bool
adds(enum insn_op op)
{
	static const enum insn_op all[] = {
		I_PUSH, I_LOAD, I_LOAD_OLD, I_STORE, I_POP, I_RETURN, I_ADD, I_SUB, I_MUL, I_NEG, I_CHECK_INT, I_CHECK, I_CHECK_CHR, I_FIELD, I_PUT_FIELD, I_CONCAT, I_MAKE, I_UNION, I_SOME, I_THE,
		I_LEN,
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] == op)
			return true;
	return false;
}

bool
code_only_adds(const struct code *code)
{
	for (const struct insn *i = code->insn; i < code->insn + code->n; i++)
		if (!adds((enum insn_op)i->op))
			return false;
	return true;
}
