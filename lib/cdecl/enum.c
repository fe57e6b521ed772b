/* Enums. */
#include "cdecl/private.h"

struct values {
	const struct ctype *type;
	__int128 next, low, high;
	bool again; /* the enum was defined before */
	size_t n;
};

static void
add_enumerator(struct parser *p, struct values *v, const struct token *at, __int128 value)
{
	struct span span = token_span(p, at);
	if (value > UINT64_MAX || value < INT64_MIN || (v->low < 0 && value > INT64_MAX) || (value < 0 && v->high > INT64_MAX)) {
		diag_error(p->diags, span, "the value of `%s` does not fit with the others into an integer type", at->name->text);
		value = 0;
	}
	v->low = value < v->low ? value : v->low;
	v->high = value > v->high ? value : v->high;
	v->next = value + 1;
	v->n++;
	const struct symbol *old = at->name->symbol;
	bool repeated = v->again && old && old->kind == SYMBOL_CONSTANT && old->constant->type == v->type;
	if (repeated && number_of(old->constant).value == value)
		return;
	declare_constant(p, at->name, span, (struct number){CTYPE_INT, value}, v->type);
}

static bool
parse_enumerator(struct parser *p, struct values *v)
{
	const struct token *at = p->token;
	struct number n = {CTYPE_INT, v->next};
	if (at->kind != TOK_NAME)
		return unexpected(p, "the name of a constant");
	advance(p);
	if (!skip_attributes(p))
		return false;
	if (accept(p, TOK_ASSIGN) && !parse_constant(p, &n, "the value of an enum constant")) {
		add_enumerator(p, v, at, v->next);
		return false;
	}
	add_enumerator(p, v, at, n.value);
	if (p->token->kind == TOK_COMMA || p->token->kind == TOK_RBRACE)
		return true;
	return unexpected(p, "`,` or `}` after the constant");
}

/* The smallest type from unsigned int or int on that holds all values, as gcc and clang choose it. */
static enum ctype_kind
integer_for(const struct values *v)
{
	if (v->low < 0)
		return v->low >= INT32_MIN && v->high <= INT32_MAX ? CTYPE_INT : CTYPE_LONG;
	return v->high <= UINT32_MAX ? CTYPE_UINT : CTYPE_ULONG;
}

static bool
parse_enumerators(struct parser *p, struct values *v)
{
	const struct token *brace = p->previous;
	size_t errors = p->diags->errors;
	while (p->token->kind != TOK_RBRACE && p->token->kind != TOK_END)
		if (!parse_enumerator(p, v))
			skip_member(p, TOK_COMMA);
		else
			accept(p, TOK_COMMA);
	if (v->n == 0 && p->diags->errors == errors && p->token->kind == TOK_RBRACE)
		diag_error(p->diags, token_span(p, brace), "an enum without constants");
	return accept(p, TOK_RBRACE) || diag_error(p->diags, token_span(p, brace), "this `{` is not closed");
}

static const struct ctype *
parse_body(struct parser *p, struct tag *tag, const struct token *at)
{
	struct cenum *e = &tag->enumeration;
	struct values v = {.type = &tag->type, .again = e->complete};
	struct parameter_scope *scope = p->scope;
	p->scope = NULL;
	advance(p);
	if (!v.again)
		e->span = token_span(p, at);
	bool closed = parse_enumerators(p, &v);
	p->scope = scope;
	if (!v.again)
		e->integer = integer_for(&v);
	else if (v.n != e->n_constants)
		diag_error(p->diags, token_span(p, at), "`%s` is defined a second time, with other constants", ctype_text(p, &tag->type));
	e->n_constants = v.n;
	e->complete = true;
	return closed && skip_attributes(p) ? &tag->type : NULL;
}

const struct ctype *
parse_enum(struct parser *p, bool *defines)
{
	const struct token *at = p->token;
	advance(p);
	if (!skip_attributes(p))
		return NULL;
	if (p->token->kind == TOK_NAME) {
		at = p->token;
		advance(p);
	} else if (p->token->kind != TOK_LBRACE) {
		unexpected(p, "the name of the enum or `{`");
		return NULL;
	}
	if (p->token->kind == TOK_COLON) {
		diag_error(p->diags, here(p), "an enum with a type of its own is not understood");
		return NULL;
	}
	struct tag *tag = declare_tag(p, at, CTYPE_ENUM);
	if (!tag)
		return NULL;
	*defines = p->token->kind == TOK_LBRACE;
	return *defines ? parse_body(p, tag, at) : &tag->type;
}
