/* Declarators: the name, and what `*`, `[...]` and `(...)` around it make of the type. */
#include "cdecl/private.h"

/* One `*`, `[n]` or `(...)`, in the order in which they are read from the name outwards. */
struct step {
	enum ctype_kind kind;
	unsigned qualifiers; /* of a pointer */
	size_t length;
	bool varies;
	struct cfunction *function;
	const struct token *at;
};

struct declarator {
	enum place place;
	struct name *name;
	const struct token *first, *name_token;
	VEC(struct step) steps;
};

static bool parse_inner(struct parser *, struct declarator *);

static unsigned
parse_qualifiers(struct parser *p)
{
	unsigned qualifiers = 0;
	for (;; advance(p)) {
		if (p->token->kind == KW_CONST)
			qualifiers |= CQUAL_CONST;
		else if (p->token->kind == KW_VOLATILE)
			qualifiers |= CQUAL_VOLATILE;
		else if (p->token->kind == KW_RESTRICT)
			qualifiers |= CQUAL_RESTRICT;
		else if (p->token->kind == KW_ATOMIC)
			qualifiers |= CQUAL_ATOMIC;
		else
			return qualifiers;
	}
}

static bool
push_step(struct parser *p, struct declarator *d, struct step step)
{
	if (d->steps.n >= CDECL_MOST_DEPTH)
		return diag_error(p->diags, token_span(p, step.at), "this type is nested too deeply: more than %d levels", CDECL_MOST_DEPTH);
	vec_push(p->arena, &d->steps, step);
	return true;
}

static bool
parse_length(struct parser *p, struct step *step)
{
	struct number n;
	const struct token *first = p->token;
	if (!parse_constant(p, &n, "the length of an array"))
		return false;
	step->varies = p->varies;
	if (p->varies)
		return true;
	if (n.value < 0)
		return diag_error(p->diags, span_from(p, first), "the length of an array cannot be negative");
	if (n.value > CDECL_LARGEST_TYPE)
		return diag_error(p->diags, span_from(p, first), "this array is too long: at most %d elements", CDECL_LARGEST_TYPE);
	step->length = (size_t)n.value;
	return true;
}

/* After the `[`; a parameter may have `static` and qualifiers there, which are its own business. */
static bool
parse_array(struct parser *p, struct declarator *d, const struct token *at)
{
	struct step step = {.kind = CTYPE_ARRAY, .at = at};
	if (d->place == PLACE_PARAMETER) {
		parse_qualifiers(p);
		if (accept(p, KW_STATIC))
			parse_qualifiers(p);
		if (p->token->kind == TOK_STAR && peek(p)->kind == TOK_RBRACKET) {
			step.varies = true;
			advance(p);
		}
	}
	if (p->token->kind != TOK_RBRACKET && !parse_length(p, &step))
		return false;
	return expect(p, TOK_RBRACKET, "after the length of the array") && push_step(p, d, step);
}

/* As a parameter, an array is a pointer to its first element, and a function a pointer to it. */
static const struct ctype *
decayed(struct parser *p, const struct ctype *type)
{
	if (type->kind == CTYPE_ARRAY)
		return type_pointer(p, type->array.element, 0);
	return type->kind == CTYPE_FUNCTION ? type_pointer(p, type, 0) : type;
}

static bool
has_parameter(const struct parameter_scope *scope, const char *name)
{
	for (size_t i = 0; i < scope->list.n; i++)
		if (scope->list.at[i].name == name)
			return true;
	return false;
}

static bool
add_parameter(struct parser *p, const struct specifiers *s, const struct declared *d)
{
	struct parameter_scope *scope = p->scope;
	struct cparameter parameter = {.name = d->name ? d->name->text : NULL, .type = decayed(p, d->type), .span = span_from(p, s->first)};
	if (d->type->kind == CTYPE_ARRAY) {
		parameter.was_array = true;
		parameter.array_length = d->type->array.length;
	}
	if (scope->list.n >= CDECL_MOST_PARAMETERS)
		return diag_error(p->diags, parameter.span, "this function has more than %d parameters", CDECL_MOST_PARAMETERS);
	if (ctype_is_void(d->type)) {
		diag_error(p->diags, parameter.span, "a parameter cannot be void");
		diag_hint(p->diags, "`(void)` alone means that there are none; for any pointer write `void *`");
		parameter.type = type_basic(CTYPE_INT);
	}
	if (d->name && has_parameter(scope, d->name->text))
		diag_error(p->diags, d->span, "there are two parameters `%s`", d->name->text);
	vec_push(p->arena, &scope->list, parameter);
	return true;
}

static bool
parse_parameter(struct parser *p)
{
	struct specifiers s;
	struct declared d;
	return parse_specifiers(p, PLACE_PARAMETER, &s) && parse_declarator(p, s.type, PLACE_PARAMETER, &d) && skip_attributes(p) && add_parameter(p, &s, &d);
}

/* Up to and with the closing parenthesis. */
static bool
parse_parameter_list(struct parser *p, struct cfunction *f)
{
	f->unspecified = p->token->kind == TOK_RPAREN;
	if (p->token->kind == KW_VOID && peek(p)->kind == TOK_RPAREN)
		advance(p);
	if (accept(p, TOK_RPAREN))
		return true;
	do {
		if (p->token->kind == TOK_ELLIPSIS && p->scope->list.n) {
			advance(p);
			f->variadic = true;
			return expect(p, TOK_RPAREN, "after `...`, which comes last,");
		}
		if (!parse_parameter(p))
			return false;
	} while (accept(p, TOK_COMMA));
	if (accept(p, TOK_RPAREN))
		return true;
	return unexpected(p, "`,` or `)` after the parameter");
}

static bool
parse_function(struct parser *p, struct declarator *d, const struct token *at)
{
	struct cfunction *f = arena_new(p->arena, struct cfunction);
	struct parameter_scope scope = {.outer = p->scope};
	p->scope = &scope;
	bool ok = enter(p) && parse_parameter_list(p, f);
	leave(p);
	p->scope = scope.outer;
	f->parameters = scope.list.at;
	f->n_parameters = scope.list.n;
	f->span = token_span(p, at);
	return ok && push_step(p, d, (struct step){.kind = CTYPE_FUNCTION, .function = f, .at = at});
}

static bool
parse_suffixes(struct parser *p, struct declarator *d)
{
	for (;;) {
		const struct token *at = p->token;
		if (at->kind == TOK_LBRACKET && peek(p)->kind == TOK_LBRACKET)
			return true;
		if (accept(p, TOK_LBRACKET)) {
			if (!parse_array(p, d, at))
				return false;
		} else if (accept(p, TOK_LPAREN)) {
			if (!parse_function(p, d, at))
				return false;
		} else {
			return true;
		}
	}
}

/* In `int (*f)` the parenthesis groups, in `int (int)` it holds parameters. */
static bool
groups(const struct parser *p, const struct declarator *d)
{
	if (p->token->kind != TOK_LPAREN)
		return false;
	const struct token *next = peek(p);
	bool named = d->place == PLACE_FILE || d->place == PLACE_MEMBER;
	return named || !(next->kind == TOK_RPAREN || next->kind == TOK_ELLIPSIS || starts_type(next));
}

static bool
parse_direct(struct parser *p, struct declarator *d)
{
	if (groups(p, d)) {
		advance(p);
		if (!skip_attributes(p) || !parse_inner(p, d) || !expect(p, TOK_RPAREN, "after the declarator"))
			return false;
	} else if (p->token->kind == TOK_NAME && d->place != PLACE_TYPE_NAME) {
		d->name = p->token->name;
		d->name_token = p->token;
		advance(p);
	} else if (d->place == PLACE_FILE || d->place == PLACE_MEMBER) {
		return unexpected(p, "a name");
	}
	return skip_attributes(p) && parse_suffixes(p, d);
}

/* The stars before a name count from the inside: the last one read applies first. */
static bool
parse_inner(struct parser *p, struct declarator *d)
{
	VEC(struct step) stars = {0};
	while (p->token->kind == TOK_STAR && stars.n <= CDECL_MOST_DEPTH) {
		struct step star = {.kind = CTYPE_POINTER, .at = p->token};
		advance(p);
		star.qualifiers = parse_qualifiers(p);
		if (!skip_attributes(p))
			return false;
		star.qualifiers |= parse_qualifiers(p);
		vec_push(p->arena, &stars, star);
	}
	bool ok = stars.n <= CDECL_MOST_DEPTH ? enter(p) && parse_direct(p, d) : enter(p);
	leave(p);
	while (ok && stars.n)
		ok = push_step(p, d, stars.at[--stars.n]);
	return ok;
}

static bool
check_element(struct parser *p, const struct ctype *element, const struct step *step)
{
	struct span span = token_span(p, step->at);
	if (element->kind == CTYPE_VOID || element->kind == CTYPE_FUNCTION) {
		diag_error(p->diags, span, "there are no arrays of %s", element->kind == CTYPE_VOID ? "void" : "functions");
		diag_hint(p->diags, element->kind == CTYPE_VOID ? "an array of bytes is `unsigned char [n]`, one of pointers `void *[n]`" : "an array of pointers to functions is `int (*f[n])(int)`");
		return false;
	}
	bool varies_inside = element->kind == CTYPE_ARRAY && p->scope;
	if (!ctype_is_complete(element) && !varies_inside)
		return diag_error(p->diags, span, "an array of `%s`, whose size is not known here", ctype_text(p, element));
	if (step->length && ctype_size(element) > CDECL_LARGEST_TYPE / step->length)
		return diag_error(p->diags, span, "this array is too large: at most %d bytes", CDECL_LARGEST_TYPE);
	return true;
}

static bool
check_result(struct parser *p, const struct ctype *result, const struct step *step)
{
	if (result->kind != CTYPE_ARRAY && result->kind != CTYPE_FUNCTION)
		return true;
	diag_error(p->diags, token_span(p, step->at), "a function cannot return %s", result->kind == CTYPE_ARRAY ? "an array" : "a function");
	diag_hint(p->diags, "it can return a pointer to one");
	return false;
}

static const struct ctype *
function_type(struct parser *p, const struct ctype *result, struct cfunction *f)
{
	struct ctype *t = arena_new(p->arena, struct ctype);
	f->result = result;
	unsigned depth = result->depth;
	for (size_t i = 0; i < f->n_parameters; i++)
		depth = f->parameters[i].type->depth > depth ? f->parameters[i].type->depth : depth;
	*t = (struct ctype){.kind = CTYPE_FUNCTION, .depth = depth + 1, .function = f};
	return t;
}

/* Returns NULL after saying why there is no such type. */
static const struct ctype *
apply_step(struct parser *p, const struct ctype *type, const struct step *step)
{
	switch ((int)step->kind) {
	case CTYPE_POINTER:
		type = type_pointer(p, type, step->qualifiers);
		break;
	case CTYPE_ARRAY:
		type = check_element(p, type, step) ? type_array(p, type, step->length) : NULL;
		break;
	case CTYPE_FUNCTION:
		type = check_result(p, type, step) ? function_type(p, type, step->function) : NULL;
		break;
	}
	if (!type || type->depth <= CDECL_MOST_DEPTH)
		return type;
	diag_error(p->diags, token_span(p, step->at), "this type is nested too deeply: more than %d levels", CDECL_MOST_DEPTH);
	return NULL;
}

/* Reads a declarator around the base type. A type that cannot be is reported, and int takes its place. */
bool
parse_declarator(struct parser *p, const struct ctype *base, enum place place, struct declared *out)
{
	struct declarator d = {.place = place, .first = p->token};
	if (!parse_inner(p, &d))
		return false;
	const struct ctype *type = base;
	for (size_t i = d.steps.n; type && i-- > 0;)
		type = apply_step(p, type, &d.steps.at[i]);
	out->name = d.name;
	out->span = d.name ? token_span(p, d.name_token) : span_from(p, d.first);
	out->type = type ? type : type_basic(CTYPE_INT);
	return true;
}

/* As in sizeof and casts; NULL after a mistake. */
const struct ctype *
parse_type_name(struct parser *p)
{
	struct specifiers s;
	struct declared d;
	return parse_specifiers(p, PLACE_TYPE_NAME, &s) && parse_declarator(p, s.type, PLACE_TYPE_NAME, &d) ? d.type : NULL;
}
