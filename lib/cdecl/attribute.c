/* Attributes mean nothing here, save for those that would change a layout or a call. */
#include "cdecl/private.h"

static const char *const refused[] = {
	"packed", "aligned", "mode", "vector_size", "scalar_storage_order", "transparent_union", "ms_abi", "ms_struct", "regparm", "warn_if_not_aligned",
};

/* The name of an attribute counts without the underscores that may surround it. */
static bool
is_refused(const char *s, size_t n)
{
	if (n > 4 && s[0] == '_' && s[1] == '_' && s[n - 1] == '_' && s[n - 2] == '_') {
		s += 2;
		n -= 4;
	}
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (strlen(refused[i]) == n && memcmp(refused[i], s, n) == 0)
			return true;
	return false;
}

static bool
refuse(struct parser *p, const struct token *t)
{
	diag_error(p->diags, token_span(p, t), "%s changes the layout or how a function is called, which is not understood", token_text(p, t));
	diag_hint(p->diags, "if no members are needed, declare the type opaque: `struct x;`");
	return false;
}

/* The inside of `__attribute__((...))` or `[[...]]`, at the second bracket; stops after its closing one. */
static void
skip_list(struct parser *p, enum token_kind open, enum token_kind close)
{
	bool starts = true;
	size_t depth = 0;
	do {
		const struct token *t = p->token;
		if (starts && t->name && is_refused(p->text + t->from, t->to - t->from))
			refuse(p, t);
		depth += t->kind == open || t->kind == TOK_LPAREN;
		depth -= t->kind == close || (t->kind == TOK_RPAREN && close != TOK_RPAREN && depth > 1);
		starts = depth == 1 && (t->kind == open || t->kind == TOK_COMMA || t->kind == TOK_COLON);
		advance(p);
	} while (depth && p->token->kind != TOK_END);
}

static bool
skip_one(struct parser *p, enum token_kind open, enum token_kind close)
{
	if (p->token->kind != open || peek(p)->kind != open)
		return unexpected(p, "two brackets");
	advance(p);
	skip_list(p, open, close);
	return expect(p, close, "after the attributes");
}

/* Attributes at this place, if there are any; false after a mistake in their syntax. */
bool
skip_attributes(struct parser *p)
{
	for (;;) {
		if (p->token->kind == KW_EXTENSION) {
			advance(p);
		} else if (p->token->kind == KW_ATTRIBUTE) {
			advance(p);
			if (!skip_one(p, TOK_LPAREN, TOK_RPAREN))
				return false;
		} else if (p->token->kind == TOK_LBRACKET && peek(p)->kind == TOK_LBRACKET) {
			if (!skip_one(p, TOK_LBRACKET, TOK_RBRACKET))
				return false;
		} else {
			return true;
		}
	}
}
