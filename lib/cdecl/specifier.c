/* Declaration specifiers: what stands before the declarator, in any order. */
#include "cdecl/private.h"

/* Two bits for each of the keywords from void to unsigned. */
#define ONE(keyword) (1u << 2 * (KW_##keyword - KW_VOID))

static const struct {
	unsigned words;
	enum ctype_kind kind;
} combinations[] = {
	{ONE(VOID), CTYPE_VOID},
	{ONE(BOOL), CTYPE_BOOL},
	{ONE(CHAR), CTYPE_CHAR},
	{ONE(SIGNED) + ONE(CHAR), CTYPE_SCHAR},
	{ONE(UNSIGNED) + ONE(CHAR), CTYPE_UCHAR},
	{ONE(SHORT), CTYPE_SHORT},
	{ONE(SHORT) + ONE(INT), CTYPE_SHORT},
	{ONE(SIGNED) + ONE(SHORT), CTYPE_SHORT},
	{ONE(SIGNED) + ONE(SHORT) + ONE(INT), CTYPE_SHORT},
	{ONE(UNSIGNED) + ONE(SHORT), CTYPE_USHORT},
	{ONE(UNSIGNED) + ONE(SHORT) + ONE(INT), CTYPE_USHORT},
	{ONE(INT), CTYPE_INT},
	{ONE(SIGNED), CTYPE_INT},
	{ONE(SIGNED) + ONE(INT), CTYPE_INT},
	{ONE(UNSIGNED), CTYPE_UINT},
	{ONE(UNSIGNED) + ONE(INT), CTYPE_UINT},
	{ONE(LONG), CTYPE_LONG},
	{ONE(LONG) + ONE(INT), CTYPE_LONG},
	{ONE(SIGNED) + ONE(LONG), CTYPE_LONG},
	{ONE(SIGNED) + ONE(LONG) + ONE(INT), CTYPE_LONG},
	{ONE(UNSIGNED) + ONE(LONG), CTYPE_ULONG},
	{ONE(UNSIGNED) + ONE(LONG) + ONE(INT), CTYPE_ULONG},
	{2 * ONE(LONG), CTYPE_LLONG},
	{2 * ONE(LONG) + ONE(INT), CTYPE_LLONG},
	{ONE(SIGNED) + 2 * ONE(LONG), CTYPE_LLONG},
	{ONE(SIGNED) + 2 * ONE(LONG) + ONE(INT), CTYPE_LLONG},
	{ONE(UNSIGNED) + 2 * ONE(LONG), CTYPE_ULLONG},
	{ONE(UNSIGNED) + 2 * ONE(LONG) + ONE(INT), CTYPE_ULLONG},
	{ONE(FLOAT), CTYPE_FLOAT},
	{ONE(DOUBLE), CTYPE_DOUBLE},
	{ONE(LONG) + ONE(DOUBLE), CTYPE_LDOUBLE},
};

/* What was gathered so far; a type comes from keywords (words) or from elsewhere (type). */
struct gathered {
	enum place place;
	unsigned words, qualifiers;
	const struct token *first_word, *last_word;
	bool ended;
};

static bool
is_basic_word(enum token_kind kind)
{
	return kind >= KW_VOID && kind <= KW_UNSIGNED;
}

static bool
is_typedef(const struct token *t)
{
	return t->kind == TOK_NAME && t->name->symbol && t->name->symbol->kind == SYMBOL_TYPEDEF;
}

static unsigned
qualifier_of(enum token_kind kind)
{
	switch ((int)kind) {
	case KW_CONST: return CQUAL_CONST;
	case KW_VOLATILE: return CQUAL_VOLATILE;
	case KW_RESTRICT: return CQUAL_RESTRICT;
	case KW_ATOMIC: return CQUAL_ATOMIC;
	}
	return 0;
}

/* A word after which a name before it cannot have been the type. */
static bool
brings_type(const struct token *t)
{
	bool tag = t->kind == KW_STRUCT || t->kind == KW_UNION || t->kind == KW_ENUM;
	bool storage = t->kind == KW_EXTERN || t->kind == KW_STATIC || t->kind == KW_TYPEDEF || t->kind == KW_INLINE;
	return is_basic_word(t->kind) || tag || storage || is_typedef(t);
}

bool
starts_type(const struct token *t)
{
	bool tag = t->kind == KW_STRUCT || t->kind == KW_UNION || t->kind == KW_ENUM;
	bool strange = t->kind == KW_TYPEOF || t->kind == KW_UNSUPPORTED_TYPE || t->kind == KW_EXTENSION;
	return is_basic_word(t->kind) || tag || strange || qualifier_of(t->kind) || is_typedef(t);
}

static bool
two_types(struct parser *p)
{
	return diag_error(p->diags, here(p), "%s is a second type in one declaration", token_text(p, p->token));
}

static bool
take_basic_word(struct parser *p, struct specifiers *s, struct gathered *g)
{
	unsigned shift = 2 * (unsigned)(p->token->kind - KW_VOID);
	if (s->type)
		return two_types(p);
	if ((g->words >> shift & 3) == 3)
		return diag_error(p->diags, here(p), "%s is repeated too often", token_text(p, p->token));
	if (!g->words)
		g->first_word = p->token;
	g->last_word = p->token;
	g->words += 1u << shift;
	advance(p);
	return true;
}

static bool
take_storage(struct parser *p, struct specifiers *s, enum storage storage, const struct gathered *g)
{
	bool allowed = g->place == PLACE_FILE || (g->place == PLACE_PARAMETER && p->token->kind == KW_REGISTER);
	if (!allowed)
		return diag_error(p->diags, here(p), "%s cannot stand here", token_text(p, p->token));
	if (s->storage == STORAGE_TYPEDEF || (s->storage != STORAGE_NONE && storage == STORAGE_TYPEDEF))
		return diag_error(p->diags, here(p), "typedef cannot be combined with extern, static and the like");
	if (s->storage == STORAGE_NONE || s->storage == STORAGE_OTHER)
		s->storage = storage;
	advance(p);
	return true;
}

static bool
take_tag(struct parser *p, struct specifiers *s, const struct gathered *g)
{
	if (s->type || g->words)
		return two_types(p);
	s->type = p->token->kind == KW_ENUM ? parse_enum(p, &s->defines) : parse_record(p, &s->defines);
	s->names_tag = true;
	return s->type != NULL;
}

static const struct ctype *
alias_type(struct parser *p, const struct ctypedef *alias)
{
	struct ctype *t = arena_new(p->arena, struct ctype);
	*t = *alias->type;
	t->alias = alias;
	return t;
}

static void
report_macro(struct parser *p)
{
	struct name *name = p->token->name;
	if (!name->reported) {
		diag_error(p->diags, here(p), "`%s` is not known here, and a type follows", name->text);
		diag_hint(p->diags, "if it is a macro that stands for nothing, add `#define %s` above", name->text);
	}
	name->reported = true;
}

/* A name is the type if none came yet. Otherwise, or at `f(void);`, it is left to the declarator. */
static bool
take_name(struct parser *p, struct specifiers *s, struct gathered *g)
{
	const struct token *t = p->token;
	g->ended = s->type || g->words;
	if (g->ended)
		return true;
	bool known = is_typedef(t);
	if (!known && brings_type(peek(p))) {
		report_macro(p);
		advance(p);
		return true;
	}
	bool is_type = known || g->place != PLACE_FILE || peek(p)->kind == TOK_NAME || peek(p)->kind == TOK_STAR || qualifier_of(peek(p)->kind);
	if (!is_type) {
		g->ended = true;
		return true;
	}
	if (!known)
		report_unknown_type(p, t);
	s->type = is_typedef(t) ? alias_type(p, t->name->symbol->alias) : type_basic(CTYPE_INT);
	advance(p);
	return true;
}

static bool
refuse(struct parser *p, const char *what)
{
	return diag_error(p->diags, here(p), "%s is not understood%s", token_text(p, p->token), what);
}

static bool
take_atomic_type(struct parser *p, struct specifiers *s, struct gathered *g)
{
	if (s->type || g->words)
		return two_types(p);
	advance(p);
	advance(p);
	bool ok = enter(p) && (s->type = parse_type_name(p)) != NULL && expect(p, TOK_RPAREN, "after the type");
	leave(p);
	g->qualifiers |= CQUAL_ATOMIC;
	return ok;
}

static bool
take(struct parser *p, struct specifiers *s, struct gathered *g)
{
	enum token_kind kind = p->token->kind;
	g->ended = s->defines && p->token->kind != TOK_NAME && brings_type(p->token); /* a semicolon was forgotten */
	if (g->ended)
		return true;
	if (is_basic_word(kind))
		return take_basic_word(p, s, g);
	if (kind == KW_ATOMIC && peek(p)->kind == TOK_LPAREN)
		return take_atomic_type(p, s, g);
	if (qualifier_of(kind)) {
		g->qualifiers |= qualifier_of(kind);
		advance(p);
		return true;
	}
	switch ((int)kind) {
	case TOK_NAME:
		return take_name(p, s, g);
	case KW_STRUCT:
	case KW_UNION:
	case KW_ENUM:
		return take_tag(p, s, g);
	case KW_TYPEDEF:
		return take_storage(p, s, STORAGE_TYPEDEF, g);
	case KW_EXTERN:
		return take_storage(p, s, STORAGE_EXTERN, g);
	case KW_STATIC:
		return take_storage(p, s, STORAGE_STATIC, g);
	case KW_THREAD:
	case KW_AUTO:
	case KW_REGISTER:
		return take_storage(p, s, STORAGE_OTHER, g);
	case KW_NORETURN:
		s->noreturn = true;
		advance(p);
		return true;
	case KW_INLINE:
		advance(p);
		return true;
	case KW_ATTRIBUTE:
	case KW_EXTENSION:
		return skip_attributes(p);
	case TOK_LBRACKET:
		g->ended = peek(p)->kind != TOK_LBRACKET;
		return skip_attributes(p);
	case KW_ALIGNAS:
		return refuse(p, ": it changes the layout");
	case KW_TYPEOF:
		return refuse(p, ": write the type itself");
	case KW_UNSUPPORTED_TYPE:
		return refuse(p, " as a type");
	}
	g->ended = true;
	return true;
}

static bool
combine_words(struct parser *p, struct specifiers *s, const struct gathered *g)
{
	for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++)
		if (combinations[i].words == g->words)
			s->type = type_basic(combinations[i].kind);
	if (s->type)
		return true;
	struct span span = span_join(token_span(p, g->first_word), token_span(p, g->last_word));
	return diag_error(p->diags, span, "these words do not make a type of C together");
}

static bool
no_type(struct parser *p, const struct specifiers *s, enum place place)
{
	static const char *const expected[] = {
		[PLACE_FILE] = "a declaration", [PLACE_MEMBER] = "a member", [PLACE_PARAMETER] = "a parameter", [PLACE_TYPE_NAME] = "a type",
	};
	if (p->token == s->first && p->token->kind != TOK_NAME)
		return unexpected(p, expected[place]);
	if (p->token->kind != TOK_NAME)
		return unexpected(p, "a type");
	diag_error(p->diags, here(p), "`%s` is declared without a type", p->token->name->text);
	diag_hint(p->diags, "put its type before it, as in `int %s`", p->token->name->text);
	return false;
}

static bool
check_qualifiers(struct parser *p, const struct specifiers *s, unsigned qualifiers)
{
	if ((qualifiers & CQUAL_RESTRICT) && s->type->kind != CTYPE_POINTER)
		return diag_error(p->diags, span_from(p, s->first), "restrict belongs to pointers; `%s` is none", ctype_text(p, s->type));
	bool scalar = ctype_is_integer(s->type) || ctype_is_floating(s->type) || s->type->kind == CTYPE_POINTER;
	if ((qualifiers & CQUAL_ATOMIC) && !scalar)
		return diag_error(p->diags, span_from(p, s->first), "_Atomic is only understood of numbers and pointers");
	return true;
}

bool
parse_specifiers(struct parser *p, enum place place, struct specifiers *s)
{
	*s = (struct specifiers){.first = p->token};
	struct gathered g = {.place = place};
	while (!g.ended)
		if (!take(p, s, &g))
			return false;
	if (g.words && !combine_words(p, s, &g))
		return false;
	if (!s->type)
		return no_type(p, s, place);
	if (!check_qualifiers(p, s, g.qualifiers))
		return false;
	s->type = type_qualified(p, s->type, g.qualifiers);
	return true;
}
