#include "lang/syntax.h"

static void print(struct text *, const struct expr *, int level, const struct substitution *);

static void
list(struct text *out, struct expr *const *kid, size_t n, const struct substitution *with)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			text_str(out, ", ");
		print(out, kid[i], 0, with);
	}
}

static void
print_key(struct text *out, const struct expr *e, const struct substitution *with)
{
	if (!with || !with->key || !with->key(out, e, with->arg))
		print(out, e, 0, with);
}

static void
print_pattern(struct text *out, const struct pattern *p, const struct substitution *with)
{
	text_str(out, p->op);
	if (p->any)
		return;
	text_char(out, '(');
	for (size_t i = 0; i < p->n; i++) {
		if (i)
			text_str(out, ", ");
		if (p->arg[i])
			print_key(out, p->arg[i], with);
		else
			text_char(out, '_');
	}
	text_char(out, ')');
}

/* Does the text begin like `x in S`, so that it would be read as a generator? */
static bool
looks_like_generator(const struct expr *e)
{
	for (; e->kind == EXPR_BINARY; e = e->kid[0]) {
		enum expr_kind first = e->kid[0]->kind;
		if (e->op == OP_IN && (first == EXPR_NAME || first == EXPR_CALL || first == EXPR_HISTORY))
			return true;
	}
	return false;
}

static void
condition(struct text *out, const struct expr *e, const struct substitution *with)
{
	bool parens = looks_like_generator(e);
	text_str(out, parens ? "(" : "");
	print(out, e, 0, with);
	text_str(out, parens ? ")" : "");
}

static void
generator(struct text *out, const struct generator *g, const struct substitution *with)
{
	if (!g->pattern && !g->name) {
		condition(out, g->domain, with);
		return;
	}
	if (g->pattern)
		print_pattern(out, g->pattern, with);
	else
		text_str(out, g->name);
	text_str(out, " in ");
	print(out, g->domain, LEVEL_RANGE, with);
}

static void
generators(struct text *out, const struct expr *e, const struct substitution *with)
{
	for (size_t i = 0; i < e->ngenerators; i++) {
		if (i)
			text_str(out, ", ");
		generator(out, &e->generator[i], with);
	}
}

static void
binary(struct text *out, const struct expr *e, const struct substitution *with)
{
	int level = op_table[e->op].level;
	bool right_assoc = e->op == OP_IMPLIES, no_assoc = level == LEVEL_COMPARE || level == LEVEL_RANGE;
	print(out, e->kid[0], right_assoc || no_assoc ? level + 1 : level, with);
	text_printf(out, e->op == OP_RANGE ? "%s" : " %s ", op_table[e->op].spelling);
	if (e->op == OP_MATCHES) {
		text_char(out, '/');
		for (size_t i = 0; i < e->length; i++) {
			text_str(out, e->text[i] == '/' ? "\\" : "");
			text_char(out, e->text[i]);
		}
		text_char(out, '/');
		return;
	}
	print(out, e->kid[1], right_assoc ? level : level + 1, with);
}

static void
comprehension(struct text *out, const struct expr *e, const struct substitution *with)
{
	text_char(out, e->braces ? '{' : '[');
	print(out, e->kid[0], 0, with);
	if (e->n > 1) {
		text_str(out, " -> ");
		print(out, e->kid[1], 0, with);
	}
	text_str(out, " | ");
	generators(out, e, with);
	text_char(out, e->braces ? '}' : ']');
}

static void
pairs(struct text *out, const struct expr *e, const struct substitution *with)
{
	text_char(out, '{');
	for (size_t i = 0; i < e->n; i += 2) {
		text_str(out, i ? ", " : "");
		print(out, e->kid[i], 0, with);
		text_str(out, " -> ");
		print(out, e->kid[i + 1], 0, with);
	}
	text_char(out, '}');
}

static void
record(struct text *out, const struct expr *e, const struct substitution *with)
{
	text_char(out, '(');
	for (size_t i = 0; i < e->n; i++) {
		text_printf(out, "%s%s = ", i ? ", " : "", e->names[i]);
		print(out, e->kid[i], 0, with);
	}
	text_char(out, ')');
}

static bool
has_condition(const struct expr *e)
{
	for (size_t i = 0; i < e->ngenerators; i++)
		if (!e->generator[i].name && !e->generator[i].pattern)
			return true;
	return false;
}

static void
pick(struct text *out, const struct expr *e, const struct substitution *with)
{
	text_str(out, "pick ");
	const struct expr *from = e->kid[0];
	if (from->kind == EXPR_COMPREHENSION && !from->braces && !has_condition(from)) {
		generators(out, from, with);
		text_str(out, " . ");
		print(out, from->kid[0], LEVEL_COMPARE, with);
	} else {
		print(out, from, LEVEL_RANGE, with);
	}
	if (e->n > 1) {
		text_str(out, " step ");
		print(out, e->kid[1], LEVEL_RANGE + 1, with);
	}
}

/* How tight the outermost construct of an expression binds. */
static int
level_of(const struct expr *e)
{
	switch (e->kind) {
	case EXPR_BINARY:
	case EXPR_PREFIX:
		return op_table[e->op].level;
	case EXPR_IF:
	case EXPR_LET:
	case EXPR_QUANTIFIER:
	case EXPR_PICK:
		return -1; /* reaches as far as it can: always in parentheses inside something else */
	case EXPR_LITERAL:
		return e->value < 0 ? op_table[OP_NEG].level : LEVEL_POSTFIX;
	case EXPR_STRING:
	case EXPR_NONE:
	case EXPR_NAME:
	case EXPR_FIELD:
	case EXPR_INDEX:
	case EXPR_CALL:
	case EXPR_LIST:
	case EXPR_BRACES:
	case EXPR_PAIRS:
	case EXPR_RECORD:
	case EXPR_COMPREHENSION:
	case EXPR_HISTORY:
		return LEVEL_POSTFIX;
	}
	return LEVEL_POSTFIX;
}

static void
bare(struct text *out, const struct expr *e, const struct substitution *with)
{
	switch (e->kind) {
	case EXPR_LITERAL:
		value_print(out, e->type, e->value);
		break;
	case EXPR_STRING:
		text_quoted(out, e->text, e->length);
		break;
	case EXPR_NONE:
		text_str(out, "none");
		break;
	case EXPR_NAME:
		if (!with || !with->print(out, e, with->arg))
			text_str(out, e->text);
		break;
	case EXPR_FIELD:
		print(out, e->kid[0], LEVEL_POSTFIX, with);
		text_printf(out, ".%s", e->text);
		break;
	case EXPR_INDEX:
		print(out, e->kid[0], LEVEL_POSTFIX, with);
		text_char(out, '[');
		print_key(out, e->kid[1], with);
		text_char(out, ']');
		break;
	case EXPR_PREFIX:
		text_str(out, e->op == OP_NOT ? "not " : "-");
		print(out, e->kid[0], op_table[e->op].level, with);
		break;
	case EXPR_BINARY:
		binary(out, e, with);
		break;
	case EXPR_IF:
		text_str(out, "if ");
		print(out, e->kid[0], 0, with);
		text_str(out, " then ");
		print(out, e->kid[1], 0, with);
		text_str(out, " else ");
		print(out, e->kid[2], 0, with);
		break;
	case EXPR_LET:
		text_printf(out, "let %s = ", e->text);
		print(out, e->kid[0], LEVEL_RANGE, with);
		text_str(out, " in ");
		print(out, e->kid[1], 0, with);
		break;
	case EXPR_CALL:
		text_printf(out, "%s(", e->text);
		list(out, e->kid, e->n, with);
		text_char(out, ')');
		break;
	case EXPR_QUANTIFIER:
		text_printf(out, "%s ", op_table[e->op].spelling);
		generators(out, e, with);
		text_str(out, " . ");
		print(out, e->kid[0], 0, with);
		break;
	case EXPR_LIST:
	case EXPR_BRACES:
		text_char(out, e->kind == EXPR_LIST ? '[' : '{');
		list(out, e->kid, e->n, with);
		text_char(out, e->kind == EXPR_LIST ? ']' : '}');
		break;
	case EXPR_PAIRS:
		pairs(out, e, with);
		break;
	case EXPR_RECORD:
		record(out, e, with);
		break;
	case EXPR_COMPREHENSION:
		comprehension(out, e, with);
		break;
	case EXPR_HISTORY:
		text_printf(out, "%s(", op_table[e->op].spelling);
		if (e->pattern)
			print_pattern(out, e->pattern, with);
		text_char(out, ')');
		break;
	case EXPR_PICK:
		pick(out, e, with);
		break;
	}
}

static void
print(struct text *out, const struct expr *e, int level, const struct substitution *with)
{
	int mine = level_of(e);
	bool parens = level > 0 && mine < level;
	if (parens)
		text_char(out, '(');
	bare(out, e, with);
	if (parens)
		text_char(out, ')');
}

void
expr_print(struct text *out, const struct expr *e, const struct substitution *with)
{
	print(out, e, 0, with);
}

void
expr_print_side(struct text *out, const struct expr *e)
{
	print(out, e, LEVEL_COMPARE + 1, NULL);
}

void
stmt_print(struct text *out, const struct stmt *s)
{
	switch (s->kind) {
	case STMT_ASSIGN:
		expr_print(out, s->target, NULL);
		text_str(out, s->op == OP_ADD ? " += " : s->op == OP_SUB ? " -= " : " := ");
		expr_print(out, s->value, NULL);
		break;
	case STMT_IF:
		text_str(out, "if ");
		expr_print(out, s->value, NULL);
		text_str(out, " then ");
		stmt_print(out, s->kid[0]);
		if (s->kid[1]) {
			text_str(out, " else ");
			stmt_print(out, s->kid[1]);
		}
		break;
	case STMT_FOR:
		text_str(out, "for ");
		generator(out, s->generator, NULL);
		text_str(out, " do ");
		stmt_print(out, s->kid[0]);
		break;
	case STMT_BLOCK:
		text_char(out, '{');
		for (size_t i = 0; i < s->n; i++) {
			text_str(out, i ? "; " : " ");
			stmt_print(out, s->kid[i]);
		}
		text_str(out, " }");
		break;
	}
}
