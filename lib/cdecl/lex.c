#include "cdecl/private.h"

#include <ctype.h>

static const struct {
	const char *text;
	size_t n;
	enum token_kind kind;
} punctuators[] = {
#define X(kind, spelling) {spelling, sizeof spelling - 1, TOK_##kind},
	PUNCTUATORS(X)
#undef X
};

static const struct {
	const char *text;
	enum token_kind kind;
} keywords[] = {
#define X(kind, spelling) {spelling, KW_##kind},
	KEYWORDS(X)
#undef X
	{"__const", KW_CONST}, {"__const__", KW_CONST}, {"__volatile", KW_VOLATILE}, {"__volatile__", KW_VOLATILE},
	{"__restrict", KW_RESTRICT}, {"__restrict__", KW_RESTRICT}, {"__inline", KW_INLINE}, {"__inline__", KW_INLINE},
	{"__signed", KW_SIGNED}, {"__signed__", KW_SIGNED}, {"__attribute", KW_ATTRIBUTE}, {"asm", KW_ASM}, {"__asm", KW_ASM},
	{"__typeof__", KW_TYPEOF}, {"__typeof", KW_TYPEOF}, {"alignas", KW_ALIGNAS}, {"alignof", KW_ALIGNOF}, {"__alignof__", KW_ALIGNOF},
	{"static_assert", KW_STATIC_ASSERT}, {"thread_local", KW_THREAD}, {"__thread", KW_THREAD}, {"noreturn", KW_NORETURN},
	{"_Complex", KW_UNSUPPORTED_TYPE}, {"_Imaginary", KW_UNSUPPORTED_TYPE}, {"_Float128", KW_UNSUPPORTED_TYPE},
	{"__float128", KW_UNSUPPORTED_TYPE}, {"_Float16", KW_UNSUPPORTED_TYPE}, {"_BitInt", KW_UNSUPPORTED_TYPE},
	{"_Decimal32", KW_UNSUPPORTED_TYPE}, {"_Decimal64", KW_UNSUPPORTED_TYPE}, {"_Decimal128", KW_UNSUPPORTED_TYPE},
};

static uint32_t
source_offset(const struct parser *p, size_t at)
{
	const struct cdecl_input *in = p->input;
	if (in->offsets && at >= in->n)
		return in->n ? in->offsets[in->n - 1] + 1 : in->base;
	return in->offsets ? in->offsets[at] : in->base + (uint32_t)at;
}

struct span
text_span(const struct parser *p, size_t from, size_t to)
{
	uint32_t start = source_offset(p, p->place[from]);
	uint32_t end = to > from ? source_offset(p, p->place[to - 1]) + 1 : start;
	return (struct span){p->input->src, start, end};
}

struct span
token_span(const struct parser *p, const struct token *t)
{
	return text_span(p, t->from, t->to);
}

static void
skip_comment(struct lexer *l)
{
	struct parser *p = l->p;
	size_t start = l->at;
	if (p->text[start + 1] == '/') {
		while (l->at < p->n && p->text[l->at] != '\n')
			l->at++;
		return;
	}
	for (l->at += 2; l->at + 1 < p->n; l->at++) {
		if (p->text[l->at] == '*' && p->text[l->at + 1] == '/') {
			l->at += 2;
			return;
		}
	}
	l->at = p->n;
	diag_error(p->diags, text_span(p, start, start + 2), "this comment does not end");
	diag_hint(p->diags, "close it with */");
}

static bool
starts_comment(const struct lexer *l)
{
	const char *s = l->p->text + l->at;
	return l->at + 1 < l->p->n && s[0] == '/' && (s[1] == '/' || s[1] == '*');
}

/* To the end of the line, or of the line on which a comment ends that starts on it. */
void
lex_skip_line(struct lexer *l)
{
	while (l->at < l->p->n && l->p->text[l->at] != '\n') {
		if (starts_comment(l))
			skip_comment(l);
		else
			l->at++;
	}
}

/* Leaves l->at at a token, at the end, or in a line at its newline. */
static void
skip_space(struct lexer *l)
{
	const char *s = l->p->text;
	for (size_t n = l->p->n; l->at < n;) {
		char c = s[l->at];
		if (c == '\n' && l->in_line)
			return;
		if (c == '\n')
			l->line_start = true;
		if (c == ' ' || (c >= '\t' && c <= '\r'))
			l->at++;
		else if (starts_comment(l))
			skip_comment(l);
		else
			return;
	}
}

static bool
is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void
lex_name(struct lexer *l, struct token *t)
{
	struct parser *p = l->p;
	while (l->at < p->n && is_name_char(p->text[l->at]))
		l->at++;
	size_t n = l->at - t->from;
	if (n > CDECL_LONGEST_NAME) {
		n = CDECL_LONGEST_NAME;
		diag_error(p->diags, text_span(p, t->from, t->from + 1), "this name is too long: %zu bytes, at most %d are read", l->at - t->from, CDECL_LONGEST_NAME);
	}
	if (p->names->all.n >= CDECL_MOST_NAMES && !names_find(p->names, p->text + t->from, n)) {
		diag_error(p->diags, text_span(p, t->from, l->at), "there are more than %d different names before this one", CDECL_MOST_NAMES);
		diag_hint(p->diags, "copy only what the prototypes need");
		l->at = p->n;
		t->kind = TOK_END;
		return;
	}
	t->name = names_add(p->names, p->text + t->from, n);
	t->kind = t->name->keyword ? t->name->keyword : TOK_NAME;
}

static void
lex_number(struct lexer *l, struct token *t)
{
	const char *s = l->p->text;
	t->kind = TOK_NUMBER;
	while (l->at < l->p->n && (is_name_char(s[l->at]) || s[l->at] == '.'))
		l->at++;
}

static bool
lex_quoted(struct lexer *l, struct token *t)
{
	const char *s = l->p->text;
	char quote = s[l->at++];
	t->kind = quote == '"' ? TOK_STRING : TOK_CHARACTER;
	while (l->at < l->p->n && s[l->at] != quote && s[l->at] != '\n')
		l->at += s[l->at] == '\\' && l->at + 1 < l->p->n && s[l->at + 1] != '\n' ? 2 : 1;
	if (l->at >= l->p->n || s[l->at] != quote)
		return diag_error(l->p->diags, text_span(l->p, t->from, t->from + 1), "the closing %c is missing on this line", quote);
	l->at++;
	return true;
}

static bool
lex_punctuator(struct lexer *l, struct token *t)
{
	for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
		size_t n = punctuators[i].n;
		if (n > l->p->n - l->at || memcmp(l->p->text + l->at, punctuators[i].text, n) != 0)
			continue;
		t->kind = punctuators[i].kind;
		l->at += n;
		return true;
	}
	return false;
}

static bool
is_strange(char c)
{
	return (unsigned char)c < ' ' || (unsigned char)c > '~' || c == '@' || c == '`' || c == '\\' || c == '#';
}

/* One message for a run of them. */
static void
skip_strange(struct lexer *l)
{
	struct parser *p = l->p;
	size_t from = l->at++;
	while (l->at < p->n && is_strange(p->text[l->at]) && !isspace((unsigned char)p->text[l->at]))
		l->at++;
	diag_error(p->diags, text_span(p, from, l->at), "this is not part of C");
	if (p->text[from] == '#')
		diag_hint(p->diags, "a preprocessor line starts with #, on a line of its own");
}

/* The next token, or TOK_END at the end of the text or line; directives are its caller's business. */
struct token
lex_token(struct lexer *l)
{
	for (;;) {
		skip_space(l);
		const char *s = l->p->text;
		struct token t = {.starts_line = l->line_start, .from = (uint32_t)l->at, .to = (uint32_t)l->at};
		if (l->at >= l->p->n || s[l->at] == '\n' || (s[l->at] == '#' && l->line_start))
			return t;
		l->line_start = false;
		bool digit = isdigit((unsigned char)s[l->at]) || (s[l->at] == '.' && l->at + 1 < l->p->n && isdigit((unsigned char)s[l->at + 1]));
		if (digit)
			lex_number(l, &t);
		else if (is_name_char(s[l->at]))
			lex_name(l, &t);
		else if (s[l->at] == '"' || s[l->at] == '\'') {
			if (!lex_quoted(l, &t))
				continue;
		} else if (!lex_punctuator(l, &t)) {
			skip_strange(l);
			continue;
		}
		t.to = (uint32_t)l->at;
		if (t.kind == TOK_NAME && t.name->vanishes && !l->in_line)
			continue;
		return t;
	}
}

/* Takes out each backslash with the line end after it, and remembers where everything stood. */
static void
join_lines(struct parser *p)
{
	const struct cdecl_input *in = p->input;
	char *text = arena_alloc(p->arena, in->n + 1);
	uint32_t *place = arena_array(p->arena, uint32_t, in->n + 1);
	size_t n = 0;
	for (size_t i = 0; i < in->n; i++) {
		size_t newline = i + 1 < in->n && in->text[i + 1] == '\r' ? i + 2 : i + 1;
		if (in->text[i] == '\\' && newline < in->n && in->text[newline] == '\n') {
			i = newline;
			continue;
		}
		place[n] = (uint32_t)i;
		text[n++] = in->text[i];
	}
	place[n] = (uint32_t)in->n;
	p->text = text;
	p->place = place;
	p->n = n;
}

/* What is wrong with the text as a whole is said once; nothing is read of it then. */
static bool
check_text(struct parser *p)
{
	const struct cdecl_input *in = p->input;
	struct span start = {in->src, source_offset(p, 0), source_offset(p, 0)};
	if (in->n > CDECL_MOST_TEXT) {
		diag_error(p->diags, start, "the prototypes are too long: %zu bytes, at most %d are read", in->n, CDECL_MOST_TEXT);
		diag_hint(p->diags, "copy only what the functions that are called need");
		return false;
	}
	const char *nul = in->n ? memchr(in->text, 0, in->n) : NULL;
	size_t bad = nul ? (size_t)(nul - in->text) : utf8_check(in->text, in->n);
	if (bad == in->n)
		return true;
	uint32_t at = source_offset(p, bad);
	return diag_error(p->diags, (struct span){in->src, at, at + 1}, nul ? "a NUL byte in the prototypes" : "the prototypes are not valid UTF-8 from here on");
}

bool
lex_all(struct parser *p)
{
	if (!check_text(p))
		return false;
	join_lines(p);
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		names_add(p->names, keywords[i].text, strlen(keywords[i].text))->keyword = keywords[i].kind;
	struct lexer l = {.p = p, .line_start = true};
	for (;;) {
		struct token t = lex_token(&l);
		if (t.kind == TOK_END && l.at < p->n) {
			lex_directive(&l);
			continue;
		}
		vec_push(p->arena, &p->tokens, t);
		if (t.kind == TOK_END)
			break;
	}
	if (l.open_ifs)
		diag_error(p->diags, l.first_if, "no #endif ends this");
	return true;
}
