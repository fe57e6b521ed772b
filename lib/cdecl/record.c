/* Structs and unions. */
#include "cdecl/private.h"

const char *
tag_keyword(enum ctype_kind kind)
{
	return kind == CTYPE_ENUM ? "enum" : kind == CTYPE_UNION ? "union" : "struct";
}

static struct tag *
new_tag(struct parser *p, enum ctype_kind kind, const char *name, struct span span)
{
	struct tag *tag = arena_new(p->arena, struct tag);
	tag->type = (struct ctype){.kind = kind, .depth = 1};
	if (kind == CTYPE_ENUM) {
		tag->enumeration = (struct cenum){.tag = name, .integer = CTYPE_UINT, .span = span};
		tag->type.enumeration = &tag->enumeration;
		vec_push(p->arena, &p->table->enums, &tag->enumeration);
	} else {
		tag->record = (struct crecord){.tag = name, .is_union = kind == CTYPE_UNION, .span = span};
		tag->type.record = &tag->record;
		vec_push(p->arena, &p->table->records, &tag->record);
	}
	return tag;
}

struct tag *
declare_tag(struct parser *p, const struct token *at, enum ctype_kind kind)
{
	if (at->kind != TOK_NAME)
		return new_tag(p, kind, NULL, token_span(p, at));
	struct tag *tag = at->name->tag;
	if (!tag)
		return at->name->tag = new_tag(p, kind, at->name->text, token_span(p, at));
	enum ctype_kind old = tag->type.kind;
	if (old == kind)
		return tag;
	struct span first = old == CTYPE_ENUM ? tag->enumeration.span : tag->record.span;
	diag_error(p->diags, token_span(p, at), "`%s` is `%s %s` already", at->name->text, tag_keyword(old), at->name->text);
	if (p->diags->dropped == 0)
		diag_hint(p->diags, "see line %u", line_of(first));
	return NULL;
}

static bool
parse_width(struct parser *p, struct cmember *m)
{
	const struct token *first = p->token;
	struct number width;
	advance(p);
	if (!parse_constant(p, &width, "the width of a bit-field"))
		return false;
	struct span span = span_from(p, first);
	__int128 most = m->type->kind == CTYPE_BOOL ? 1 : (__int128)ctype_size(m->type) * 8;
	m->is_bitfield = true;
	m->width = 1;
	if (!ctype_is_integer(m->type)) {
		diag_error(p->diags, span, "a bit-field has to be an integer; `%s` is none", ctype_text(p, m->type));
		m->type = type_basic(CTYPE_INT);
	} else if (width.value < 0 || width.value > most)
		diag_error(p->diags, span, "the width of this bit-field has to be from 0 to %d", (int)most);
	else if (width.value == 0 && m->name)
		diag_error(p->diags, span, "only a bit-field without a name can have the width 0");
	else
		m->width = (unsigned)width.value;
	return true;
}

/* After a mistake the member is taken for an int. */
static void
check_member_type(struct parser *p, struct cmember *m)
{
	bool is_record = m->type->kind == CTYPE_STRUCT || m->type->kind == CTYPE_UNION;
	if (m->type->kind == CTYPE_FUNCTION) {
		diag_error(p->diags, m->span, "a member cannot be a function");
		diag_hint(p->diags, "it can be a pointer to one; or is the `}` of the struct missing above?");
	} else if (is_record && m->type->record->defining) {
		diag_error(p->diags, m->span, "`%s` cannot contain itself", ctype_text(p, m->type));
		diag_hint(p->diags, "a pointer can lead to another one: put a `*` before the name");
	} else if (ctype_is_void(m->type)) {
		diag_error(p->diags, m->span, "a member cannot be void");
		diag_hint(p->diags, "for any pointer write `void *`");
	} else if (m->type->kind != CTYPE_ARRAY && !ctype_is_complete(m->type)) {
		diag_error(p->diags, m->span, "`%s` is only declared here, so it cannot be a member", ctype_text(p, m->type));
		diag_hint(p->diags, "put its definition above, or use a pointer");
	} else if (record_depth(m->type) >= CDECL_MOST_DEPTH) {
		diag_error(p->diags, m->span, "structs stand too deeply in each other: more than %d levels", CDECL_MOST_DEPTH);
	} else {
		return;
	}
	m->type = type_basic(CTYPE_INT);
}

/* One declarator of a member declaration, or only `: width`. */
static bool
parse_member(struct parser *p, struct layout *layout, const struct specifiers *s)
{
	struct declared d = {.type = s->type, .span = here(p)};
	if (p->token->kind != TOK_COLON && !parse_declarator(p, s->type, PLACE_MEMBER, &d))
		return false;
	struct cmember m = {.name = d.name ? d.name->text : NULL, .type = d.type, .span = d.span};
	check_member_type(p, &m);
	if (p->token->kind == TOK_COLON && !parse_width(p, &m))
		return false;
	if (!skip_attributes(p))
		return false;
	layout_add(p, layout, &m);
	return true;
}

/* `struct { ... };` within a record: its members are members of the outer one. */
static void
add_anonymous(struct parser *p, struct layout *layout, const struct specifiers *s)
{
	bool is_record = s->type->kind == CTYPE_STRUCT || s->type->kind == CTYPE_UNION;
	if (is_record && !s->type->record->tag && s->defines) {
		struct cmember m = {.type = s->type, .span = s->type->record->span};
		check_member_type(p, &m);
		layout_add(p, layout, &m);
	} else if (!s->names_tag) {
		diag_error(p->diags, span_from(p, s->first), "this member has no name");
	}
}

static bool
parse_member_declaration(struct parser *p, struct layout *layout)
{
	struct specifiers s;
	if (!parse_specifiers(p, PLACE_MEMBER, &s))
		return false;
	if (p->token->kind == TOK_SEMICOLON || p->token->kind == TOK_RBRACE || (s.defines && starts_type(p->token))) {
		add_anonymous(p, layout, &s);
		return expect_semicolon(p, "the member", NULL);
	}
	const struct token *name;
	do {
		name = p->token;
		if (!parse_member(p, layout, &s))
			return false;
	} while (accept(p, TOK_COMMA));
	return expect_semicolon(p, "the member", name->kind == TOK_NAME ? name->name->text : NULL);
}

static void
parse_member_list(struct parser *p, struct layout *layout)
{
	while (p->token->kind != TOK_RBRACE && p->token->kind != TOK_END) {
		if (p->token->kind == KW_STATIC_ASSERT)
			parse_static_assert(p);
		else if (!accept(p, TOK_SEMICOLON) && !parse_member_declaration(p, layout))
			skip_member(p, TOK_SEMICOLON);
	}
}

/* Two members of one name; those of anonymous records count as the outer one's. */
static void
check_names(struct parser *p, const struct crecord *r, const struct crecord *outer)
{
	for (size_t i = 0; i < r->n_members; i++) {
		const struct cmember *m = &r->members[i];
		bool is_record = m->type->kind == CTYPE_STRUCT || m->type->kind == CTYPE_UNION;
		if (!m->name && is_record)
			check_names(p, m->type->record, outer);
		if (!m->name)
			continue;
		struct name *name = names_find(p->names, m->name, strlen(m->name));
		if (name->member_of == outer)
			diag_error(p->diags, m->span, "there are two members `%s` in one %s", m->name, outer->is_union ? "union" : "struct");
		name->member_of = outer;
	}
}

/* After the `{`; false if no `}` belongs to it. */
static bool
parse_members(struct parser *p, struct crecord *r)
{
	const struct token *brace = p->previous;
	struct parameter_scope *scope = p->scope;
	struct layout layout = {.record = r};
	p->scope = NULL;
	r->defining = true;
	size_t errors = p->diags->errors;
	parse_member_list(p, &layout);
	bool empty = layout.members.n == 0 && p->diags->errors == errors && p->token->kind == TOK_RBRACE;
	r->defining = false;
	p->scope = scope;
	layout_finish(p, &layout);
	check_names(p, r, r);
	if (empty) {
		diag_error(p->diags, token_span(p, brace), "a %s without members", r->is_union ? "union" : "struct");
		diag_hint(p->diags, "for a type whose members nobody needs to know write `%s %s;`", r->is_union ? "union" : "struct", r->tag ? r->tag : "x");
	}
	return accept(p, TOK_RBRACE) || diag_error(p->diags, token_span(p, brace), "this `{` is not closed");
}

static bool
same_members(const struct crecord *a, const struct crecord *b)
{
	bool same = a->n_members == b->n_members && a->size == b->size;
	for (size_t i = 0; same && i < a->n_members; i++) {
		const struct cmember *m = &a->members[i], *n = &b->members[i];
		bool same_name = m->name == n->name; /* names are kept once */
		same = same_name && m->offset == n->offset && m->bit == n->bit && m->width == n->width && ctype_same(m->type, n->type);
	}
	return same;
}

/* A second definition is read into a record of its own and compared. */
static bool
parse_again(struct parser *p, const struct ctype *t, const struct token *at)
{
	struct crecord *again = arena_new(p->arena, struct crecord);
	*again = (struct crecord){.tag = t->record->tag, .is_union = t->record->is_union, .span = token_span(p, at)};
	bool inside = t->record->defining;
	size_t errors = p->diags->errors;
	if (!parse_members(p, again))
		return false;
	if (p->diags->errors != errors || (!inside && same_members(t->record, again)))
		return true;
	diag_error(p->diags, again->span, "`%s` is defined a second time, with other members", ctype_text(p, t));
	if (p->diags->dropped == 0)
		diag_hint(p->diags, "the first definition is on line %u", line_of(t->record->span));
	return true;
}

static const struct ctype *
parse_body(struct parser *p, struct tag *tag, const struct token *at)
{
	struct crecord *r = &tag->record;
	advance(p);
	if (!enter(p)) {
		leave(p);
		return NULL;
	}
	bool again = r->complete || r->defining;
	if (!again)
		r->span = token_span(p, at);
	bool closed = again ? parse_again(p, &tag->type, at) : parse_members(p, r);
	leave(p);
	return closed && skip_attributes(p) ? &tag->type : NULL;
}

const struct ctype *
parse_record(struct parser *p, bool *defines)
{
	enum ctype_kind kind = p->token->kind == KW_UNION ? CTYPE_UNION : CTYPE_STRUCT;
	const struct token *at = p->token;
	advance(p);
	if (!skip_attributes(p))
		return NULL;
	if (p->token->kind == TOK_NAME) {
		at = p->token;
		advance(p);
	} else if (p->token->kind != TOK_LBRACE) {
		unexpected(p, kind == CTYPE_UNION ? "the name of the union or `{`" : "the name of the struct or `{`");
		return NULL;
	}
	struct tag *tag = declare_tag(p, at, kind);
	if (!tag)
		return NULL;
	*defines = p->token->kind == TOK_LBRACE;
	return *defines ? parse_body(p, tag, at) : &tag->type;
}
