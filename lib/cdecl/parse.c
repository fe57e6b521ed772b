/* Moving through the tokens, and the declarations of the file. */
#include "cdecl/private.h"

struct span
here(const struct parser *p)
{
	return token_span(p, p->token);
}

/* Where something is missing after what was just read. */
static struct span
after_previous(const struct parser *p)
{
	if (!p->previous)
		return here(p);
	uint32_t to = token_span(p, p->previous).to;
	return (struct span){p->input->src, to, to + 1};
}

/* From a token up to the one just read. */
struct span
span_from(const struct parser *p, const struct token *first)
{
	return span_join(token_span(p, first), p->previous && p->previous->to > first->to ? token_span(p, p->previous) : token_span(p, first));
}

const struct token *
peek(const struct parser *p)
{
	return p->token->kind == TOK_END ? p->token : p->token + 1;
}

const char *
token_text(struct parser *p, const struct token *t)
{
	enum { LONGEST = 40 };
	size_t n = t->to - t->from;
	if (t->kind == TOK_END)
		return t == p->line ? "the end of the line" : "the end of the prototypes";
	if (n <= LONGEST)
		return arena_printf(p->arena, "`%.*s`", (int)n, p->text + t->from);
	for (n = LONGEST; n > 0 && (p->text[t->from + n] & 0xc0) == 0x80;)
		n--;
	return arena_printf(p->arena, "`%.*s...`", (int)n, p->text + t->from);
}

/* Evaluates a #define when the parser comes to the place where it stands. */
static void
run_define(struct parser *p, const struct define *d)
{
	const struct token *token = p->token, *previous = p->previous;
	struct parameter_scope *scope = p->scope;
	unsigned unevaluated = p->unevaluated;
	bool varies = p->varies;
	struct number value = {CTYPE_INT, 1};
	p->line = &p->define_tokens.at[d->to - 1];
	p->token = &p->define_tokens.at[d->from];
	p->previous = &d->name;
	p->scope = NULL;
	p->unevaluated = 0;
	size_t errors = p->diags->errors;
	bool ok = parse_constant(p, &value, "what #define gives a name");
	if (ok && p->token->kind != TOK_END)
		unexpected(p, "an operator or the end of the line");
	if (p->diags->errors != errors)
		diag_hint(p->diags, "only integers can be defined; for more, paste what `cc -E -P header.h` leaves");
	declare_constant(p, d->name.name, token_span(p, &d->name), value, type_basic(value.kind));
	p->line = NULL;
	p->token = token;
	p->previous = previous;
	p->scope = scope;
	p->unevaluated = unevaluated;
	p->varies = varies;
}

static void
run_defines(struct parser *p)
{
	while (p->next_define < p->defines.n && p->defines.at[p->next_define].before <= (size_t)(p->token - p->tokens.at))
		run_define(p, &p->defines.at[p->next_define++]);
}

void
advance(struct parser *p)
{
	p->previous = p->token;
	if (p->token->kind != TOK_END)
		p->token++;
	if (!p->line)
		run_defines(p);
}

bool
accept(struct parser *p, enum token_kind kind)
{
	if (p->token->kind != kind)
		return false;
	advance(p);
	return true;
}

bool
unexpected(struct parser *p, const char *expected)
{
	return diag_error(p->diags, here(p), "expected %s instead of %s", expected, token_text(p, p->token));
}

static const char *
spelling(enum token_kind kind)
{
	switch ((int)kind) {
#define X(kind, spelling) case TOK_##kind: return spelling;
	PUNCTUATORS(X)
#undef X
	}
	return "";
}

bool
expect(struct parser *p, enum token_kind kind, const char *where)
{
	if (accept(p, kind))
		return true;
	return diag_error(p->diags, here(p), "expected `%s` %s instead of %s", spelling(kind), where, token_text(p, p->token));
}

/* Every enter is followed by a leave, whether it succeeds or not. */
bool
enter(struct parser *p)
{
	if (++p->nesting <= CDECL_MOST_DEPTH)
		return true;
	return diag_error(p->diags, here(p), "this is nested too deeply: more than %d levels", CDECL_MOST_DEPTH);
}

void
leave(struct parser *p)
{
	p->nesting--;
}

/* From an opening bracket past the closing one; stops at the end of the text. */
static void
skip_balanced(struct parser *p, enum token_kind open, enum token_kind close)
{
	size_t depth = 0;
	do {
		depth += p->token->kind == open;
		depth -= p->token->kind == close;
		advance(p);
	} while (depth && p->token->kind != TOK_END);
}

/* Past the separator, or to the brace that closes the list. */
void
skip_member(struct parser *p, enum token_kind separator)
{
	while (p->token->kind != TOK_END && p->token->kind != TOK_RBRACE) {
		if (accept(p, separator))
			return;
		if (p->token->kind == TOK_LBRACE)
			skip_balanced(p, TOK_LBRACE, TOK_RBRACE);
		else
			advance(p);
	}
}

/* Words that only ever start a declaration of the file. */
static bool
starts_file_declaration(const struct token *t)
{
	return t->kind == KW_TYPEDEF || t->kind == KW_EXTERN || (t->kind == KW_STATIC && t->starts_line);
}

static void
skip_declaration(struct parser *p)
{
	while (p->token->kind != TOK_END && !starts_file_declaration(p->token)) {
		if (accept(p, TOK_SEMICOLON))
			return;
		if (p->token->kind == TOK_RBRACE && p->linkage_braces)
			return;
		bool braces = p->token->kind == TOK_LBRACE;
		if (!braces) {
			advance(p);
			continue;
		}
		skip_balanced(p, TOK_LBRACE, TOK_RBRACE);
		if (p->token->starts_line)
			return;
	}
}

bool
expect_semicolon(struct parser *p, const char *of, const char *name)
{
	if (accept(p, TOK_SEMICOLON))
		return true;
	bool forgotten = p->token->starts_line || p->token->kind == TOK_RBRACE || p->token->kind == TOK_END || starts_file_declaration(p->token);
	if (!forgotten && !starts_type(p->token))
		return unexpected(p, "`;`");
	if (name)
		diag_error(p->diags, after_previous(p), "`;` is missing after %s `%s`", of, name);
	else
		diag_error(p->diags, after_previous(p), "`;` is missing after %s", of);
	return true;
}

void
parse_static_assert(struct parser *p)
{
	const struct token *first = p->token;
	struct number value;
	advance(p);
	if (!expect(p, TOK_LPAREN, "after _Static_assert") || !parse_constant(p, &value, "what _Static_assert checks")) {
		skip_member(p, TOK_SEMICOLON);
		return;
	}
	struct span span = span_from(p, first);
	if (accept(p, TOK_COMMA))
		while (accept(p, TOK_STRING))
			;
	if (!expect(p, TOK_RPAREN, "after the assertion") || !expect_semicolon(p, "the assertion", NULL))
		skip_member(p, TOK_SEMICOLON);
	else if (value.value == 0)
		diag_error(p->diags, span, "this assertion does not hold for the compiler that built srtest");
}

static void
skip_initializer(struct parser *p)
{
	while (p->token->kind != TOK_END && p->token->kind != TOK_COMMA && p->token->kind != TOK_SEMICOLON) {
		if (p->token->kind == TOK_LBRACE)
			skip_balanced(p, TOK_LBRACE, TOK_RBRACE);
		else if (p->token->kind == TOK_LPAREN)
			skip_balanced(p, TOK_LPAREN, TOK_RPAREN);
		else
			advance(p);
	}
}

static void
declare_function_of(struct parser *p, const struct specifiers *s, const struct declared *d)
{
	if (s->storage == STORAGE_STATIC && p->token->kind != TOK_LBRACE) {
		diag_error(p->diags, d->span, "`%s` is static, so it cannot be called from outside its file", d->name->text);
		diag_hint(p->diags, "leave it out, or take `static` away if the implementation exports it");
	}
	declare_function(p, d->name, d->span, d->type, s->noreturn);
}

static void
declare_variable_of(struct parser *p, const struct declared *d)
{
	if (ctype_is_void(d->type)) {
		diag_error(p->diags, d->span, "the variable `%s` cannot be void", d->name->text);
		diag_hint(p->diags, "a pointer, as in `void *%s`?", d->name->text);
	}
	declare_variable(p, d->name, d->span, d->type);
}

static void
declare(struct parser *p, const struct specifiers *s, const struct declared *d)
{
	if (s->storage == STORAGE_TYPEDEF)
		declare_typedef(p, d->name, d->span, d->type);
	else if (d->type->kind == CTYPE_FUNCTION)
		declare_function_of(p, s, d);
	else
		declare_variable_of(p, d);
}

static void
refuse_body(struct parser *p, const struct declared *d)
{
	struct text t = {0};
	ctype_print(&t, d->type, d->name->text);
	diag_error(p->diags, d->span, "`%s` has a body; only its declaration belongs here", d->name->text);
	diag_hint(p->diags, "end it with a semicolon: %.*s;", t.n > 200 ? 200 : (int)t.n, t.s);
	text_free(&t);
	skip_balanced(p, TOK_LBRACE, TOK_RBRACE);
	accept(p, TOK_SEMICOLON);
}

static bool
refuse_asm(struct parser *p)
{
	diag_error(p->diags, here(p), "an assembler name or assembler code is not understood");
	diag_hint(p->diags, "leave it out, and declare the function under the name that the implementation exports");
	return false;
}

/* One declarator and what follows it; *more says whether a comma came after. */
static bool
parse_declarator_of_file(struct parser *p, const struct specifiers *s, bool *more)
{
	struct declared d;
	*more = false;
	if (!parse_declarator(p, s->type, PLACE_FILE, &d))
		return false;
	if (p->token->kind == KW_ASM)
		return refuse_asm(p);
	if (!skip_attributes(p))
		return false;
	declare(p, s, &d);
	if (p->token->kind == TOK_LBRACE && d.type->kind == CTYPE_FUNCTION) {
		refuse_body(p, &d);
		return true;
	}
	if (p->token->kind == TOK_ASSIGN)
		skip_initializer(p);
	*more = accept(p, TOK_COMMA);
	return *more || expect_semicolon(p, "the declaration of", d.name->text);
}

static bool
parse_tag_only(struct parser *p, const struct specifiers *s)
{
	if (s->storage == STORAGE_TYPEDEF)
		diag_error(p->diags, here(p), "this typedef gives the type no name");
	else if (!s->names_tag)
		diag_error(p->diags, span_from(p, s->first), "this declares nothing");
	advance(p);
	return true;
}

static bool
parse_declaration(struct parser *p)
{
	struct specifiers s;
	if (!parse_specifiers(p, PLACE_FILE, &s))
		return false;
	if (p->token->kind == TOK_SEMICOLON)
		return parse_tag_only(p, &s);
	bool stands_alone = s.names_tag && s.defines && s.storage == STORAGE_NONE && p->token->kind != TOK_STAR && p->token->kind != TOK_NAME;
	if (stands_alone && p->token->kind != TOK_LPAREN)
		return expect_semicolon(p, "the closing brace", NULL);
	for (bool more = true; more;)
		if (!parse_declarator_of_file(p, &s, &more))
			return false;
	return true;
}

/* `extern "C"`, with braces or without. */
static bool
parse_linkage(struct parser *p)
{
	advance(p);
	advance(p);
	if (p->token->kind != TOK_LBRACE)
		return parse_declaration(p);
	advance(p);
	p->linkage_braces++;
	return true;
}

static bool
parse_closing_brace(struct parser *p)
{
	if (p->linkage_braces)
		p->linkage_braces--;
	else
		diag_error(p->diags, here(p), "this brace closes nothing");
	advance(p);
	accept(p, TOK_SEMICOLON);
	return true;
}

static bool
parse_file_item(struct parser *p)
{
	switch ((int)p->token->kind) {
	case TOK_SEMICOLON:
		advance(p);
		return true;
	case TOK_RBRACE:
		return parse_closing_brace(p);
	case KW_ASM:
		return refuse_asm(p);
	case KW_STATIC_ASSERT:
		parse_static_assert(p);
		return true;
	case KW_EXTERN:
		if (peek(p)->kind == TOK_STRING)
			return parse_linkage(p);
	}
	return parse_declaration(p);
}

static void
parse_file(struct parser *p)
{
	while (p->token->kind != TOK_END) {
		const struct token *start = p->token;
		if (parse_file_item(p))
			continue;
		if (p->token == start)
			advance(p);
		skip_declaration(p);
	}
	if (p->linkage_braces)
		diag_error(p->diags, here(p), "the brace of extern \"C\" { is not closed");
}

struct cdecl_input
cdecl_input_range(const struct source *src, uint32_t from, uint32_t to)
{
	uint32_t length = (uint32_t)src->length;
	to = to < length ? to : length;
	from = from < to ? from : to;
	return (struct cdecl_input){.src = src, .text = src->text + from, .n = to - from, .base = from};
}

bool
cdecl_parse(struct arena *a, struct diags *d, const struct cdecl_input *input, struct cdecl_table *table)
{
	*table = (struct cdecl_table){.names = names_new(a)};
	struct parser p = {.arena = a, .diags = d, .input = input, .table = table, .names = table->names};
	static const uint32_t nowhere[1];
	p.place = nowhere;
	size_t errors = d->errors;
	declare_builtins(&p);
	if (!lex_all(&p))
		return false;
	p.token = p.tokens.at;
	run_defines(&p);
	parse_file(&p);
	check_functions(&p);
	return d->errors == errors;
}
