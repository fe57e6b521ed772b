#include "lang/parser.h"

#include <string.h>

static struct expr *
make(struct parser *p, enum expr_kind kind, size_t from, size_t nkids)
{
	struct expr *e = arena_new(p->arena, struct expr);
	e->kind = kind;
	e->slot = -1;
	e->span = parser_span(p, from, p->now.to);
	e->n = nkids;
	e->kid = arena_array(p->arena, struct expr *, nkids ? nkids : 1);
	return e;
}

static int
deeper(int depth, const struct expr *e)
{
	return e && e->depth >= depth ? e->depth + 1 : depth;
}

static int
pattern_depth(int depth, const struct pattern *p)
{
	for (size_t i = 0; p && i < p->n; i++)
		depth = deeper(depth, p->arg[i]);
	return depth;
}

/* How deep the tree is below this expression. */
static int
depth_of(const struct expr *e)
{
	int depth = pattern_depth(1, e->pattern);
	for (size_t i = 0; i < e->n; i++)
		depth = deeper(depth, e->kid[i]);
	for (size_t i = 0; i < e->ngenerators; i++)
		depth = deeper(pattern_depth(depth, e->generator[i].pattern), e->generator[i].domain);
	return depth;
}

static struct expr *
finish(struct parser *p, struct expr *e, size_t from)
{
	e->span = parser_span(p, from, parser_end(p));
	e->depth = depth_of(e);
	if (e->depth > DEEPEST_TREE)
		parser_fail(p, p->now, "this expression is too long", "name its parts: let x = ... in ..., or functions:");
	return e;
}

static void
set_kids(struct expr *e, const expr_list *kids)
{
	e->n = kids->n;
	e->kid = kids->at;
}

static struct expr *
free_expression(struct parser *p)
{
	bool outer = p->no_in;
	p->no_in = false;
	struct expr *e = parser_expression(p, 0);
	p->no_in = outer;
	return e;
}

static void
add_expression(struct parser *p, expr_list *list)
{
	if (list->n == MOST_ELEMENTS)
		parser_fail(p, p->now, "this list is too long", NULL);
	struct expr *e = free_expression(p);
	vec_push(p->arena, list, e);
}

void
parser_expressions(struct parser *p, expr_list *list, enum mark close, const char *wanted)
{
	if (parser_accept(p, close))
		return;
	do {
		add_expression(p, list);
	} while (parser_accept(p, MARK_COMMA));
	parser_expect(p, close, wanted);
}

/* `name(args)` or `name`, with _ for any argument */
static struct pattern *
pattern(struct parser *p)
{
	struct pattern *pat = arena_new(p->arena, struct pattern);
	size_t from = p->now.from;
	pat->op = parser_name(p, "an operation");
	pat->any = !parser_accept(p, MARK_OPEN);
	expr_list args = {0};
	while (!pat->any && !p->failed && !parser_accept(p, MARK_CLOSE)) {
		struct expr *arg = NULL;
		if (!parser_accept(p, MARK_WILD))
			arg = free_expression(p);
		vec_push(p->arena, &args, arg);
		if (!parser_accept(p, MARK_COMMA) && !parser_at(p, MARK_CLOSE))
			parser_unexpected(p, "',' or ')'");
	}
	pat->n = args.n;
	pat->arg = args.at;
	pat->span = parser_span(p, from, parser_end(p));
	return pat;
}

/* `x in S` or `enter(n, _) in waiting(...)`; the tokens ahead have been seen to be a name. */
struct generator
parser_generator(struct parser *p)
{
	struct generator g = {.slot = -1};
	size_t from = p->now.from;
	struct token name = p->now;
	struct lexer back = p->before_now;
	parser_name(p, "a name");
	if (parser_at(p, MARK_OPEN)) {
		p->lexer = back;
		parser_next(p);
		g.pattern = pattern(p);
	} else {
		g.name = name.text;
	}
	parser_expect_op(p, OP_IN, "'in'");
	g.domain = parser_expression(p, LEVEL_RANGE);
	g.span = parser_span(p, from, parser_end(p));
	return g;
}

/* A lexer that says nothing: what is wrong ahead is told when it is reached. */
static struct lexer
lookahead(const struct parser *p)
{
	struct lexer ahead = p->lexer;
	ahead.diags = NULL;
	return ahead;
}

/* Is this the start of `x in`, or of `op(...) in`? Looks ahead and steps back. */
static bool
at_generator(struct parser *p)
{
	if (p->now.kind != TOKEN_NAME)
		return false;
	struct lexer ahead = lookahead(p);
	struct token t = lex_next(&ahead);
	int open = 0;
	if (t.kind == TOKEN_MARK && t.mark == MARK_OPEN) {
		do {
			open += t.kind == TOKEN_MARK && t.mark == MARK_OPEN;
			open -= t.kind == TOKEN_MARK && t.mark == MARK_CLOSE;
			t = t.kind == TOKEN_OPERATOR && t.op == OP_MATCHES ? lex_pattern(&ahead) : lex_next(&ahead);
		} while (open > 0 && t.kind != TOKEN_END && t.kind != TOKEN_BAD);
	}
	return t.kind == TOKEN_OPERATOR && t.op == OP_IN;
}

static void
generators(struct parser *p, struct expr *e, bool conditions)
{
	VEC(struct generator) list = {0};
	do {
		struct generator g;
		if (!conditions || list.n == 0 || at_generator(p)) {
			g = parser_generator(p);
		} else {
			struct expr *condition = free_expression(p);
			g = (struct generator){.domain = condition, .span = condition->span, .slot = -1};
		}
		vec_push(p->arena, &list, g);
	} while (parser_accept(p, MARK_COMMA));
	e->generator = list.at;
	e->ngenerators = list.n;
}

static struct expr *
quantifier(struct parser *p, enum op op, size_t from)
{
	struct expr *e = make(p, EXPR_QUANTIFIER, from, 1);
	e->op = op;
	generators(p, e, false);
	if (p->now.kind == TOKEN_DOT)
		parser_next(p);
	else
		parser_unexpected(p, "' . '");
	e->kid[0] = parser_expression(p, 0);
	return finish(p, e, from);
}

static enum op
op_by_name(const char *name, enum op_class class)
{
	for (enum op op = 1; op < OP_COUNT_OF_OPS; op++)
		if (op_table[op].class == class && strcmp(op_table[op].spelling, name) == 0)
			return op;
	return OP_NONE;
}

static struct expr *
call(struct parser *p, struct token name)
{
	enum op history = op_by_name(name.text, CLASS_HISTORY);
	struct expr *e = make(p, history ? EXPR_HISTORY : EXPR_CALL, name.from, 0);
	e->text = name.text;
	parser_expect(p, MARK_OPEN, "'('");
	if (history) {
		e->op = history;
		if (!parser_at(p, MARK_CLOSE))
			e->pattern = pattern(p);
		parser_expect(p, MARK_CLOSE, "')'");
		return finish(p, e, name.from);
	}
	e->op = op_by_name(name.text, CLASS_FUNCTION);
	expr_list args = {0};
	parser_expressions(p, &args, MARK_CLOSE, "',' or ')'");
	set_kids(e, &args);
	return finish(p, e, name.from);
}

static struct expr *
name_or_call(struct parser *p)
{
	struct token name = p->now;
	enum op quantified = op_by_name(name.text, CLASS_QUANTIFIER);
	parser_next(p);
	if (quantified && p->now.kind == TOKEN_NAME)
		return quantifier(p, quantified, name.from);
	if (parser_at(p, MARK_OPEN))
		return call(p, name);
	struct expr *e = make(p, EXPR_NAME, name.from, 0);
	e->text = name.text;
	return finish(p, e, name.from);
}

/* [..] and {..}: a list, a comprehension, or pairs */
static struct expr *
collection(struct parser *p, bool braces)
{
	size_t from = p->now.from;
	enum mark close = braces ? MARK_BRACE_CLOSE : MARK_LIST_CLOSE;
	const char *wanted = braces ? "',' or '}'" : "',' or ']'";
	struct expr *e = make(p, braces ? EXPR_BRACES : EXPR_LIST, from, 0);
	e->braces = braces;
	parser_next(p);
	expr_list kids = {0};
	if (parser_accept(p, close))
		return finish(p, e, from);
	add_expression(p, &kids);
	if (braces && parser_accept(p, MARK_ARROW)) {
		e->kind = EXPR_PAIRS;
		add_expression(p, &kids);
	}
	if (parser_accept(p, MARK_BAR)) {
		e->kind = EXPR_COMPREHENSION;
		set_kids(e, &kids);
		generators(p, e, true);
		parser_expect(p, close, wanted);
		return finish(p, e, from);
	}
	while (parser_accept(p, MARK_COMMA)) {
		add_expression(p, &kids);
		if (e->kind != EXPR_PAIRS)
			continue;
		parser_expect(p, MARK_ARROW, "'->'");
		add_expression(p, &kids);
	}
	set_kids(e, &kids);
	parser_expect(p, close, wanted);
	return finish(p, e, from);
}

/* (name = e, ...) is a record, (e) is e */
static struct expr *
parenthesis(struct parser *p)
{
	size_t from = p->now.from;
	parser_next(p);
	struct lexer ahead = lookahead(p);
	struct token second = p->now.kind == TOKEN_NAME ? lex_next(&ahead) : (struct token){0};
	bool record = second.kind == TOKEN_MARK && second.mark == MARK_EQUALS;
	if (!record) {
		struct expr *e = free_expression(p);
		parser_expect(p, MARK_CLOSE, "')'");
		return e;
	}
	struct expr *e = make(p, EXPR_RECORD, from, 0);
	expr_list kids = {0};
	VEC(const char *) names = {0};
	do {
		const char *name = parser_name(p, "a field's name");
		vec_push(p->arena, &names, name);
		parser_expect(p, MARK_EQUALS, "'='");
		add_expression(p, &kids);
	} while (parser_accept(p, MARK_COMMA));
	parser_expect(p, MARK_CLOSE, "',' or ')'");
	set_kids(e, &kids);
	e->names = names.at;
	return finish(p, e, from);
}

static struct expr *
literal(struct parser *p, const struct type *type, word value)
{
	struct expr *e = make(p, EXPR_LITERAL, p->now.from, 0);
	e->type = type;
	e->value = value;
	parser_next(p);
	return e;
}

static struct expr *
conditional(struct parser *p)
{
	size_t from = p->now.from;
	struct expr *e = make(p, EXPR_IF, from, 3);
	parser_next(p);
	e->kid[0] = free_expression(p);
	parser_expect_word(p, WORD_THEN, "'then'");
	e->kid[1] = free_expression(p);
	parser_expect_word(p, WORD_ELSE, "'else'");
	e->kid[2] = parser_expression(p, 0);
	return finish(p, e, from);
}

static struct expr *
let(struct parser *p)
{
	size_t from = p->now.from;
	struct expr *e = make(p, EXPR_LET, from, 2);
	parser_next(p);
	e->text = parser_name(p, "a name");
	parser_expect(p, MARK_EQUALS, "'='");
	bool outer = p->no_in;
	p->no_in = true;
	e->kid[0] = parser_expression(p, 0);
	p->no_in = outer;
	parser_expect_op(p, OP_IN, "'in'");
	e->kid[1] = parser_expression(p, 0);
	return finish(p, e, from);
}

/* pick a..b step k, pick {a, b}, pick x in S . e */
static struct expr *
pick(struct parser *p)
{
	size_t from = p->now.from;
	struct expr *e = make(p, EXPR_PICK, from, 2);
	parser_next(p);
	if (at_generator(p)) {
		size_t inner = p->now.from;
		struct expr *all = make(p, EXPR_COMPREHENSION, inner, 1);
		generators(p, all, false);
		if (p->now.kind == TOKEN_DOT)
			parser_next(p);
		else
			parser_fail(p, p->now, "' . ' is expected here", "pick x in S . e draws an x and gives e; pick S draws from S");
		all->kid[0] = parser_expression(p, LEVEL_COMPARE);
		e->kid[0] = finish(p, all, inner);
	} else {
		e->kid[0] = parser_expression(p, LEVEL_RANGE);
	}
	e->n = 1;
	if (parser_accept_word(p, WORD_STEP)) {
		e->n = 2;
		e->kid[1] = parser_expression(p, LEVEL_RANGE + 1);
	}
	return finish(p, e, from);
}

static struct expr *
prefix(struct parser *p)
{
	size_t from = p->now.from;
	enum op op = p->now.op == OP_SUB ? OP_NEG : OP_NOT;
	struct expr *e = make(p, EXPR_PREFIX, from, 1);
	e->op = op;
	parser_next(p);
	if (op == OP_NEG && p->now.kind == TOKEN_NUMBER && p->now.value == INT64_MIN) {
		struct expr *smallest = literal(p, &type_int, INT64_MIN);
		return finish(p, smallest, from);
	}
	e->kid[0] = parser_expression(p, op_table[op].level);
	return finish(p, e, from);
}

static struct expr *
primary(struct parser *p)
{
	struct token t = p->now;
	struct expr *e;
	switch (t.kind) {
	case TOKEN_NUMBER:
		if (t.value < 0) /* 2^63 without a minus before it */
			parser_fail(p, t, "this number is larger than an int can hold", "the largest is 9223372036854775807");
		return literal(p, &type_int, t.value);
	case TOKEN_CHAR:
		return literal(p, &type_char, t.value);
	case TOKEN_STRING:
		e = make(p, EXPR_STRING, t.from, 0);
		e->text = t.text;
		e->length = t.length;
		parser_next(p);
		return e;
	case TOKEN_NAME:
		return name_or_call(p);
	case TOKEN_OPERATOR:
		if (t.op == OP_FORALL || t.op == OP_EXISTS) {
			parser_next(p);
			return quantifier(p, t.op, t.from);
		}
		if (t.op == OP_NOT || t.op == OP_SUB)
			return prefix(p);
		break;
	case TOKEN_WORD:
		if (t.word == WORD_TRUE || t.word == WORD_FALSE)
			return literal(p, &type_bool, t.word == WORD_TRUE);
		if (t.word == WORD_NONE_VALUE) {
			e = make(p, EXPR_NONE, t.from, 0);
			parser_next(p);
			return e;
		}
		if (t.word == WORD_IF)
			return conditional(p);
		if (t.word == WORD_LET)
			return let(p);
		if (t.word == WORD_PICK)
			return pick(p);
		break;
	case TOKEN_MARK:
		if (t.mark == MARK_OPEN)
			return parenthesis(p);
		if (t.mark == MARK_LIST_OPEN || t.mark == MARK_BRACE_OPEN)
			return collection(p, t.mark == MARK_BRACE_OPEN);
		if (t.mark == MARK_EMPTY_SET) {
			parser_next(p);
			return finish(p, make(p, EXPR_BRACES, t.from, 0), t.from);
		}
		break;
	case TOKEN_END:
	case TOKEN_BAD:
	case TOKEN_DOT:
		break;
	}
	parser_unexpected(p, "an expression");
	return make(p, EXPR_NONE, t.from, 0);
}

struct expr *
parser_operand(struct parser *p)
{
	size_t from = p->now.from;
	struct expr *e = primary(p);
	while (!p->failed) {
		if (parser_at(p, MARK_LIST_OPEN)) {
			parser_next(p);
			struct expr *index = make(p, EXPR_INDEX, from, 2);
			index->kid[0] = e;
			index->kid[1] = free_expression(p);
			parser_expect(p, MARK_LIST_CLOSE, "']'");
			e = finish(p, index, from);
		} else if (parser_at(p, MARK_FIELD)) {
			parser_next(p);
			struct expr *field = make(p, EXPR_FIELD, from, 1);
			field->kid[0] = e;
			field->text = parser_name(p, "a field's name");
			e = finish(p, field, from);
		} else {
			break;
		}
	}
	return e;
}

/* Is the token an infix operator that binds at least as tight as `level`? */
static bool
infix(const struct parser *p, int level)
{
	if (p->failed || p->now.kind != TOKEN_OPERATOR || op_table[p->now.op].class != CLASS_BINARY)
		return false;
	if (p->no_in && (p->now.op == OP_IN || p->now.op == OP_NOT_IN))
		return false;
	return op_table[p->now.op].level >= level;
}

/* left matches /pattern/ */
static struct expr *
matches(struct parser *p, struct expr *left)
{
	struct expr *e = make(p, EXPR_BINARY, p->now.from, 1);
	e->op = OP_MATCHES;
	e->kid[0] = left;
	struct token t = lex_pattern(&p->lexer);
	if (t.kind == TOKEN_BAD)
		p->failed = true;
	e->text = t.text;
	e->length = t.length;
	if (!p->failed)
		parser_next(p);
	return e;
}

static struct expr *
binary(struct parser *p, struct expr *left)
{
	enum op op = p->now.op;
	struct expr *e = make(p, EXPR_BINARY, p->now.from, 2);
	e->op = op;
	e->kid[0] = left;
	parser_next(p);
	e->kid[1] = parser_expression(p, op == OP_IMPLIES ? op_table[op].level : op_table[op].level + 1);
	return e;
}

static bool
at_level(const struct parser *p, int level)
{
	return infix(p, level) && op_table[p->now.op].level == level;
}

struct expr *
parser_expression(struct parser *p, int level)
{
	size_t from = p->now.from;
	if (p->depth >= DEEPEST_NESTING)
		parser_fail(p, p->now, "this expression is nested too deeply", "name its parts: let x = ... in ..., or functions:");
	if (p->failed)
		return make(p, EXPR_NONE, from, 0);
	p->depth++;
	struct expr *left = parser_operand(p);
	while (infix(p, level)) {
		int mine = op_table[p->now.op].level;
		left = p->now.op == OP_MATCHES ? matches(p, left) : binary(p, left);
		finish(p, left, from);
		if (mine == LEVEL_COMPARE && at_level(p, mine))
			parser_fail(p, p->now, "comparisons do not chain", "write: a <= b and b <= c");
		if (mine == LEVEL_RANGE && at_level(p, mine))
			parser_fail(p, p->now, "ranges do not chain", "write: a..b");
	}
	p->depth--;
	return left;
}
