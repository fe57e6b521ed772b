/* Constant expressions: array lengths, enumerators, bit-field widths, #define. */
#include "cdecl/private.h"

#include <limits.h>

static bool parse_conditional(struct parser *, struct number *);

static bool
matters(const struct parser *p)
{
	return p->unevaluated == 0 && !p->varies;
}

static __int128
highest(enum ctype_kind kind)
{
	struct crange range = ctype_range(type_basic(kind));
	return range.max;
}

static __int128
lowest(enum ctype_kind kind)
{
	return ctype_range(type_basic(kind)).min;
}

static bool
fits(enum ctype_kind kind, __int128 value)
{
	return value >= lowest(kind) && value <= highest(kind);
}

/* A conversion, or the result of an operation on unsigned numbers: wraps. */
static __int128
wrapped(enum ctype_kind kind, __int128 value)
{
	if (kind == CTYPE_BOOL)
		return value != 0;
	unsigned bits = (unsigned)kind_size(kind) * CHAR_BIT;
	unsigned __int128 mask = ((unsigned __int128)1 << bits) - 1;
	__int128 low = (__int128)((unsigned __int128)value & mask);
	return low > highest(kind) ? low - ((__int128)mask + 1) : low;
}

static enum ctype_kind
promoted(enum ctype_kind kind)
{
	return kind < CTYPE_INT ? CTYPE_INT : kind;
}

/* C's usual arithmetic conversions. */
static enum ctype_kind
common_kind(enum ctype_kind a, enum ctype_kind b)
{
	enum ctype_kind high = a > b ? a : b, low = a > b ? b : a;
	bool loses = kind_is_signed(high) && !kind_is_signed(low) && kind_size(high) == kind_size(low);
	return loses ? high + 1 : high;
}

struct number
number_of(const struct cconstant *c)
{
	__int128 value = c->huge ? (__int128)(uint64_t)c->value : c->value;
	if (c->type->kind != CTYPE_ENUM)
		return (struct number){c->type->kind, value};
	if (fits(CTYPE_INT, value))
		return (struct number){CTYPE_INT, value};
	enum ctype_kind kind = c->type->enumeration->integer;
	while (!fits(kind, value)) /* an enum that is still being read */
		kind++;
	return (struct number){kind, value};
}

static int
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* A suffix of u and of l or ll, in either order. */
static bool
parse_suffix(const char *s, size_t n, bool *is_unsigned, unsigned *longs)
{
	*is_unsigned = false;
	*longs = 0;
	for (size_t i = 0; i < n; i++) {
		if ((s[i] == 'u' || s[i] == 'U') && !*is_unsigned) {
			*is_unsigned = true;
		} else if ((s[i] == 'l' || s[i] == 'L') && *longs == 0) {
			*longs = i + 1 < n && s[i + 1] == s[i] ? 2 : 1;
			i += *longs - 1;
		} else {
			return false;
		}
	}
	return true;
}

/* The first type that holds the value, of those that its suffix and base allow. */
static enum ctype_kind
literal_kind(uint64_t value, bool is_unsigned, unsigned longs, bool decimal)
{
	enum ctype_kind first = longs == 2 ? CTYPE_LLONG : longs == 1 ? CTYPE_LONG : CTYPE_INT;
	for (enum ctype_kind kind = first; kind <= CTYPE_ULLONG; kind++) {
		bool allowed = kind_is_signed(kind) ? !is_unsigned : is_unsigned || !decimal;
		if (allowed && fits(kind, value))
			return kind;
	}
	return CTYPE_ULLONG;
}

static bool
parse_number(struct parser *p, struct number *out)
{
	const struct token *t = p->token;
	const char *s = p->text + t->from;
	size_t n = t->to - t->from, i = 0;
	int base = 10;
	if (n > 1 && s[0] == '0') {
		bool hex = s[1] == 'x' || s[1] == 'X', binary = s[1] == 'b' || s[1] == 'B';
		base = hex ? 16 : binary ? 2 : 8;
		i = hex || binary ? 2 : 1;
	}
	size_t digits = base == 8 ? 1 : 0;
	uint64_t value = 0;
	bool overflow = false, is_unsigned;
	unsigned longs;
	for (; i < n && digit_value(s[i]) < base; i++, digits++)
		if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit_value(s[i]), &value))
			overflow = true;
	if (digits == 0 || !parse_suffix(s + i, n - i, &is_unsigned, &longs))
		return diag_error(p->diags, here(p), "%s is not an integer", token_text(p, t));
	if (overflow)
		return diag_error(p->diags, here(p), "%s does not fit into 64 bits", token_text(p, t));
	*out = (struct number){literal_kind(value, is_unsigned, longs, base == 10), value};
	advance(p);
	return true;
}

/* The value of the escape after a backslash; *i is moved past it. */
static int
escape_value(const char *s, size_t n, size_t *i)
{
	static const char names[] = "abfnrtv'\"\\?e", values[] = "\a\b\f\n\r\t\v'\"\\?\033";
	int value = 0;
	size_t start = *i;
	if (s[start] == 'x') {
		for (++*i; *i < n && digit_value(s[*i]) < 16 && *i - start <= 2; ++*i)
			value = value * 16 + digit_value(s[*i]);
		return *i == start + 1 ? -1 : value;
	}
	for (; *i < n && digit_value(s[*i]) < 8 && *i - start < 3; ++*i)
		value = value * 8 + digit_value(s[*i]);
	if (*i > start)
		return value <= UCHAR_MAX ? value : -1;
	const char *name = memchr(names, s[start], sizeof names - 1);
	++*i;
	return name ? values[name - names] : -1;
}

static bool
parse_character(struct parser *p, struct number *out)
{
	const struct token *t = p->token;
	const char *s = p->text + t->from + 1;
	size_t n = t->to - t->from - 1, i = 0;
	if (n && s[n - 1] == '\'')
		n--;
	int value = n ? (unsigned char)s[i++] : -1;
	if (value == '\\')
		value = i < n ? escape_value(s, n, &i) : -1;
	if (value < 0 || i != n)
		return diag_error(p->diags, here(p), "%s is not a single character", token_text(p, t));
	*out = (struct number){CTYPE_INT, (char)value};
	advance(p);
	return true;
}

static bool
names_parameter(const struct parser *p, const struct name *name)
{
	for (const struct parameter_scope *scope = p->scope; scope; scope = scope->outer)
		for (size_t i = 0; i < scope->list.n; i++)
			if (scope->list.at[i].name == name->text)
				return true;
	return false;
}

static void
hint_constant(struct parser *p, const struct name *name)
{
	VEC(const char *) known = {0};
	if (p->diags->errors > 20)
		return;
	for (size_t i = 0; i < p->table->constants.n && i < 1000; i++)
		vec_push(p->arena, &known, p->table->constants.at[i]->name);
	const char *near = text_nearest(name->text, known.at, known.n);
	if (near)
		diag_hint(p->diags, "did you mean `%s`?", near);
	else
		diag_hint(p->diags, "add `#define %s ...` above, with its value", name->text);
}

static bool
parse_named(struct parser *p, struct number *out)
{
	const struct name *name = p->token->name;
	*out = (struct number){CTYPE_INT, 1};
	if (names_parameter(p, name)) {
		p->varies = true;
	} else if (name->symbol && name->symbol->kind == SYMBOL_CONSTANT) {
		*out = number_of(name->symbol->constant);
	} else {
		diag_error(p->diags, here(p), "`%s` is not a constant known here", name->text);
		hint_constant(p, name);
		return false;
	}
	advance(p);
	return true;
}

/* A length within the type may vary too: `int v[n * sizeof(char[n])]`. */
static const struct ctype *
parse_type_within(struct parser *p)
{
	bool varied = p->varies;
	const struct ctype *type = parse_type_name(p);
	p->varies = p->varies || varied;
	return type && expect(p, TOK_RPAREN, "after the type") ? type : NULL;
}

static bool
parse_sizeof(struct parser *p, struct number *out)
{
	const struct token *first = p->token;
	bool size = first->kind == KW_SIZEOF;
	advance(p);
	if (p->token->kind != TOK_LPAREN || !starts_type(peek(p)))
		return diag_error(p->diags, here(p), "%s needs the name of a type in parentheses", token_text(p, first));
	advance(p);
	const struct ctype *type = parse_type_within(p);
	if (!type)
		return false;
	if (!ctype_is_complete(type) && matters(p))
		return diag_error(p->diags, span_from(p, first), "the size of `%s` is not known here", ctype_text(p, type));
	*out = (struct number){CTYPE_ULONG, size ? ctype_size(type) : ctype_align(type)};
	return true;
}

static bool parse_unary(struct parser *, struct number *);

/* After the `(`. */
static bool
parse_cast(struct parser *p, struct number *out)
{
	const struct token *first = p->token;
	const struct ctype *type = parse_type_within(p);
	if (!type)
		return false;
	struct span span = span_from(p, first);
	if (!parse_unary(p, out))
		return false;
	if (!ctype_is_integer(type))
		return diag_error(p->diags, span, "a constant cannot be converted to `%s` here", ctype_text(p, type));
	enum ctype_kind kind = type->kind == CTYPE_ENUM ? type->enumeration->integer : type->kind;
	*out = (struct number){promoted(kind), wrapped(kind, out->value)};
	return true;
}

static bool
parse_parentheses(struct parser *p, struct number *out)
{
	bool cast = starts_type(peek(p));
	advance(p);
	if (cast)
		return parse_cast(p, out);
	return parse_conditional(p, out) && expect(p, TOK_RPAREN, "after the expression");
}

static bool
apply_unary(struct parser *p, const struct token *op, struct number *n)
{
	if (op->kind == TOK_NOT)
		*n = (struct number){CTYPE_INT, !n->value};
	if (op->kind == TOK_TILDE)
		n->value = wrapped(n->kind, ~n->value);
	if (op->kind != TOK_MINUS)
		return true;
	if (kind_is_signed(n->kind) && !fits(n->kind, -n->value) && matters(p))
		return diag_error(p->diags, token_span(p, op), "the result does not fit into `%s`", basic_name(n->kind));
	n->value = wrapped(n->kind, -n->value);
	return true;
}

static bool
parse_prefixed(struct parser *p, struct number *out)
{
	const struct token *t = p->token;
	switch ((int)t->kind) {
	case TOK_NUMBER:
		return parse_number(p, out);
	case TOK_CHARACTER:
		return parse_character(p, out);
	case TOK_NAME:
		return parse_named(p, out);
	case KW_SIZEOF:
	case KW_ALIGNOF:
		return parse_sizeof(p, out);
	case TOK_LPAREN:
		return parse_parentheses(p, out);
	case TOK_PLUS:
	case TOK_MINUS:
	case TOK_TILDE:
	case TOK_NOT:
		advance(p);
		return parse_unary(p, out) && apply_unary(p, t, out);
	}
	return unexpected(p, "an integer constant");
}

static bool
parse_unary(struct parser *p, struct number *out)
{
	bool ok = enter(p) && parse_prefixed(p, out);
	leave(p);
	return ok;
}

enum { PRECEDENCE_OR = 1, PRECEDENCE_AND };

static int
precedence(enum token_kind kind)
{
	switch ((int)kind) {
	case TOK_OR: return PRECEDENCE_OR;
	case TOK_AND: return PRECEDENCE_AND;
	case TOK_PIPE: return 3;
	case TOK_CARET: return 4;
	case TOK_AMPERSAND: return 5;
	case TOK_EQUAL: case TOK_UNEQUAL: return 6;
	case TOK_LESS: case TOK_GREATER: case TOK_LESS_EQUAL: case TOK_GREATER_EQUAL: return 7;
	case TOK_SHIFT_LEFT: case TOK_SHIFT_RIGHT: return 8;
	case TOK_PLUS: case TOK_MINUS: return 9;
	case TOK_STAR: case TOK_SLASH: case TOK_PERCENT: return 10;
	}
	return 0;
}

static bool
apply_shift(struct parser *p, const struct token *op, struct number *a, const struct number *b)
{
	enum ctype_kind kind = a->kind;
	__int128 width = (__int128)kind_size(kind) * CHAR_BIT;
	if (b->value < 0 || b->value >= width) {
		if (matters(p))
			return diag_error(p->diags, token_span(p, op), "a shift by %lld in a type of %d bits", (long long)b->value, (int)width);
		return true;
	}
	if (op->kind == TOK_SHIFT_RIGHT) {
		a->value >>= b->value;
		return true;
	}
	__int128 result = (__int128)((unsigned __int128)a->value << b->value);
	if (kind_is_signed(kind) && (!fits(kind, a->value) || !fits(kind, result)) && matters(p))
		return diag_error(p->diags, token_span(p, op), "the result does not fit into `%s`", basic_name(kind));
	a->value = wrapped(kind, result);
	return true;
}

static bool
apply_comparison(enum token_kind op, struct number *a, const struct number *b, bool *done)
{
	*done = true;
	switch ((int)op) {
	case TOK_EQUAL: return a->value == b->value;
	case TOK_UNEQUAL: return a->value != b->value;
	case TOK_LESS: return a->value < b->value;
	case TOK_GREATER: return a->value > b->value;
	case TOK_LESS_EQUAL: return a->value <= b->value;
	case TOK_GREATER_EQUAL: return a->value >= b->value;
	case TOK_AND: return a->value && b->value;
	case TOK_OR: return a->value || b->value;
	}
	return *done = false;
}

/* Both sides have the same kind here, and the right one of a division is not 0. */
static __int128
arithmetic(enum token_kind op, __int128 a, __int128 b)
{
	switch ((int)op) {
	case TOK_PLUS: return a + b;
	case TOK_MINUS: return a - b;
	case TOK_STAR: return (__int128)((unsigned __int128)a * (unsigned __int128)b);
	case TOK_SLASH: return a / b;
	case TOK_PERCENT: return a % b;
	case TOK_AMPERSAND: return a & b;
	case TOK_CARET: return a ^ b;
	}
	return a | b;
}

static bool
apply_binary(struct parser *p, const struct token *op, struct number *a, struct number *b)
{
	if (op->kind == TOK_SHIFT_LEFT || op->kind == TOK_SHIFT_RIGHT)
		return apply_shift(p, op, a, b);
	enum ctype_kind kind = common_kind(a->kind, b->kind);
	a->value = wrapped(kind, a->value);
	b->value = wrapped(kind, b->value);
	bool done, truth = apply_comparison(op->kind, a, b, &done);
	if (done) {
		*a = (struct number){CTYPE_INT, truth};
		return true;
	}
	a->kind = kind;
	if ((op->kind == TOK_SLASH || op->kind == TOK_PERCENT) && b->value == 0)
		return matters(p) ? diag_error(p->diags, token_span(p, op), "division by zero") : true;
	__int128 value = arithmetic(op->kind, a->value, b->value);
	if (kind_is_signed(kind) && !fits(kind, value) && matters(p)) {
		diag_error(p->diags, token_span(p, op), "the result does not fit into `%s`", basic_name(kind));
		diag_hint(p->diags, "make a side larger or unsigned, as in 1ul");
		return false;
	}
	a->value = wrapped(kind, value);
	return true;
}

static bool
parse_binary(struct parser *p, struct number *out, int least)
{
	if (!parse_unary(p, out))
		return false;
	for (;;) {
		const struct token *op = p->token;
		int level = precedence(op->kind);
		if (level == 0 || level < least)
			return true;
		advance(p);
		struct number right;
		bool skipped = (level == PRECEDENCE_AND && !out->value) || (level == PRECEDENCE_OR && out->value);
		p->unevaluated += skipped;
		bool ok = parse_binary(p, &right, level + 1);
		p->unevaluated -= skipped;
		if (!ok || !apply_binary(p, op, out, &right))
			return false;
	}
}

static bool
parse_choice(struct parser *p, struct number *out, bool chosen)
{
	p->unevaluated += !chosen;
	bool ok = parse_conditional(p, out);
	p->unevaluated -= !chosen;
	return ok;
}

static bool
parse_conditional(struct parser *p, struct number *out)
{
	if (!parse_binary(p, out, 1))
		return false;
	if (p->token->kind != TOK_QUESTION)
		return true;
	advance(p);
	bool truth = out->value != 0;
	struct number yes, no;
	bool ok = enter(p) && parse_choice(p, &yes, truth) && expect(p, TOK_COLON, "of `?`") && parse_choice(p, &no, !truth);
	leave(p);
	if (!ok)
		return false;
	enum ctype_kind kind = common_kind(yes.kind, no.kind);
	*out = (struct number){kind, wrapped(kind, truth ? yes.value : no.value)};
	return true;
}

/* `what` names the expression in messages: "the length of an array". */
bool
parse_constant(struct parser *p, struct number *out, const char *what)
{
	p->varies = false;
	if (p->token->kind == TOK_STRING || p->token->kind == TOK_END)
		return diag_error(p->diags, here(p), "%s has to be an integer constant", what);
	return parse_conditional(p, out);
}
