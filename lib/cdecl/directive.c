/* Preprocessor lines: the few that a copied header cannot do without. */
#include "cdecl/private.h"

static struct span
line_span(struct lexer *l, size_t from)
{
	size_t to = from;
	while (to < l->p->n && l->p->text[to] != '\n' && l->p->text[to] != '\r')
		to++;
	return text_span(l->p, from, to);
}

static bool
is_word(const struct lexer *l, const struct token *t, const char *word)
{
	return t->to - t->from == strlen(word) && memcmp(l->p->text + t->from, word, strlen(word)) == 0;
}

static void
not_understood(struct lexer *l, size_t hash, const char *why)
{
	diag_error(l->p->diags, line_span(l, hash), "%s", why);
	diag_hint(l->p->diags, "paste what `cc -E -P header.h` leaves of the header's own declarations");
}

/* `#define NAME` makes a name that means nothing; `#define NAME tokens` is a constant, evaluated by the parser. */
static void
define(struct lexer *l, size_t hash)
{
	struct parser *p = l->p;
	struct token name = lex_token(l);
	if (name.kind != TOK_NAME) {
		not_understood(l, hash, name.kind == TOK_END ? "#define without a name" : "#define of something that is not a name");
		return;
	}
	if (l->at < p->n && p->text[l->at] == '(') {
		not_understood(l, hash, "a macro with parameters is not understood");
		return;
	}
	name.name->defined = true;
	struct define d = {.name = name, .from = p->define_tokens.n, .before = p->tokens.n};
	struct token t;
	do {
		t = lex_token(l);
		vec_push(p->arena, &p->define_tokens, t);
	} while (t.kind != TOK_END);
	d.to = p->define_tokens.n;
	if (d.to - d.from == 1)
		name.name->vanishes = true;
	else
		vec_push(p->arena, &p->defines, d);
}

/* Goes past the lines that a condition leaves out, up to and with its #endif, or its #else if that may be. */
static void
skip_conditional(struct lexer *l, bool stop_at_else)
{
	unsigned inner = 0;
	while (l->at < l->p->n) {
		lex_skip_line(l);
		if (l->at >= l->p->n)
			break;
		l->at++;
		while (l->at < l->p->n && (l->p->text[l->at] == ' ' || l->p->text[l->at] == '\t'))
			l->at++;
		if (l->at >= l->p->n || l->p->text[l->at] != '#')
			continue;
		l->at++;
		struct token word = lex_token(l);
		if (is_word(l, &word, "if") || is_word(l, &word, "ifdef") || is_word(l, &word, "ifndef"))
			inner++;
		else if (is_word(l, &word, "endif") && inner-- == 0) {
			l->open_ifs--;
			return;
		} else if (is_word(l, &word, "else") && inner == 0 && stop_at_else)
			return;
	}
}

/* An include guard: the next line defines the name that was found missing. */
static bool
guards(struct lexer look, const struct token *name)
{
	lex_skip_line(&look);
	look.in_line = false;
	look.line_start = true;
	size_t errors = look.p->diags->errors;
	struct token t = lex_token(&look);
	if (t.kind != TOK_END || look.at >= look.p->n || look.p->diags->errors != errors)
		return false;
	look.at++;
	look.line_start = false;
	look.in_line = true;
	t = lex_token(&look);
	if (!is_word(&look, &t, "define"))
		return false;
	t = lex_token(&look);
	return t.name && t.name == name->name;
}

static void
strange_condition(struct lexer *l, size_t hash)
{
	if (l->open_ifs++ == 0)
		l->first_if = line_span(l, hash);
	not_understood(l, hash, "this condition is not understood; only include guards and __cplusplus are");
}

static void
conditional(struct lexer *l, size_t hash, bool wanted)
{
	struct token name = lex_token(l);
	bool cplusplus = is_word(l, &name, "__cplusplus");
	if (!cplusplus && (wanted || name.kind != TOK_NAME || !guards(*l, &name))) {
		strange_condition(l, hash);
		return;
	}
	if (l->open_ifs++ == 0)
		l->first_if = line_span(l, hash);
	if (cplusplus ? wanted : name.name->defined)
		skip_conditional(l, true);
}

static void
end_of_conditional(struct lexer *l, size_t hash, const char *word)
{
	if (l->open_ifs == 0)
		diag_error(l->p->diags, line_span(l, hash), "no #if belongs to this #%s", word);
	else if (strcmp(word, "else") == 0)
		skip_conditional(l, false);
	else
		l->open_ifs--;
}

static void
pragma(struct lexer *l, size_t hash)
{
	struct token word = lex_token(l);
	if (is_word(l, &word, "pack"))
		not_understood(l, hash, "#pragma pack changes the layout, which is not understood");
}

static void
directive(struct lexer *l, size_t hash)
{
	struct token word = lex_token(l);
	if (word.kind == TOK_END || word.kind == TOK_NUMBER || is_word(l, &word, "include") || is_word(l, &word, "include_next"))
		return;
	if (is_word(l, &word, "line"))
		return;
	if (is_word(l, &word, "define"))
		define(l, hash);
	else if (is_word(l, &word, "pragma"))
		pragma(l, hash);
	else if (is_word(l, &word, "ifdef"))
		conditional(l, hash, true);
	else if (is_word(l, &word, "ifndef"))
		conditional(l, hash, false);
	else if (is_word(l, &word, "if"))
		strange_condition(l, hash);
	else if (is_word(l, &word, "else"))
		end_of_conditional(l, hash, "else");
	else if (is_word(l, &word, "endif"))
		end_of_conditional(l, hash, "endif");
	else
		not_understood(l, hash, "this preprocessor line is not understood");
}

/* Reads one line that starts with #. */
void
lex_directive(struct lexer *l)
{
	size_t hash = l->at++;
	l->line_start = false;
	l->in_line = true;
	directive(l, hash);
	l->in_line = false;
	lex_skip_line(l);
	l->line_start = true;
}
