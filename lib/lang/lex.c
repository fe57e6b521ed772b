#include "lang/lex.h"

#include <ctype.h>
#include <string.h>

struct span
snippet_span(const struct snippet *in, size_t from, size_t to)
{
	if (from > in->n)
		from = in->n;
	if (to > in->n)
		to = in->n;
	uint32_t first = in->offsets ? in->offsets[from] : in->base + (uint32_t)from;
	uint32_t last = to <= from ? first : in->offsets ? in->offsets[to - 1] + 1 : in->base + (uint32_t)to;
	return (struct span){in->src, first, last};
}

static const struct {
	const char *spelling;
	enum mark mark;
} marks[] = {
	/* longer ones first */
	{":=", MARK_ASSIGN}, {"+=", MARK_ADD_ASSIGN}, {"-=", MARK_SUB_ASSIGN}, {"->", MARK_ARROW}, {"(", MARK_OPEN}, {")", MARK_CLOSE},
	{"[", MARK_LIST_OPEN}, {"]", MARK_LIST_CLOSE}, {"{", MARK_BRACE_OPEN}, {"}", MARK_BRACE_CLOSE}, {",", MARK_COMMA},
	{";", MARK_SEMICOLON}, {"|", MARK_BAR}, {"=", MARK_EQUALS}, {":", MARK_COLON}, {".", MARK_FIELD}, {"∅", MARK_EMPTY_SET},
};

static const struct {
	const char *spelling;
	enum keyword word;
} words[] = {
	{"true", WORD_TRUE}, {"false", WORD_FALSE}, {"none", WORD_NONE_VALUE}, {"if", WORD_IF}, {"then", WORD_THEN},
	{"else", WORD_ELSE}, {"let", WORD_LET}, {"for", WORD_FOR}, {"do", WORD_DO}, {"pick", WORD_PICK}, {"step", WORD_STEP},
	{"of", WORD_OF}, {"to", WORD_TO},
};

/* What people write out of habit, and what is written here. */
static const struct {
	const char *spelling, *hint;
} habits[] = {
	{"&&", "write: and"}, {"||", "write: or"}, {"<>", "write: !="}, {"=<", "write: <="}, {"**", "there is no power operator"}, {"%", "write: mod (or div)"}, {"/", "write: div"},
	{"!", "write: not"}, {"&", "write: and, or inter(a, b) for sets"}, {"#", "write: len(x)"}, {"?", "write: if c then a else b"},
	{"~", "write: not"}, {"^", "write: != for exclusive or"}, {"@", NULL}, {"$", NULL}, {"`", NULL},
	{"∪", "write: a + b"}, {"∩", "write: inter(a, b)"}, {"⊆", "write: subset(a, b)"}, {"∖", "write: a - b"}, {"⟨", "write: [a, b]"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool
starts(const struct lexer *l, const char *s)
{
	size_t n = strlen(s);
	return l->in->n - l->at >= n && memcmp(l->in->text + l->at, s, n) == 0;
}

static struct token
bad(struct lexer *l, size_t from, size_t to, const char *message, const char *hint)
{
	if (l->diags)
		diag_error(l->diags, snippet_span(l->in, from, to), "%s", message);
	if (l->diags && hint)
		diag_hint(l->diags, "%s", hint);
	return (struct token){.kind = TOKEN_BAD, .from = from, .to = to};
}

static struct token
take(struct lexer *l, struct token t, size_t n)
{
	t.from = l->at;
	t.to = l->at += n;
	return t;
}

static bool
name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool
blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
blank_at(const struct lexer *l, size_t i)
{
	return i >= l->in->n || blank(l->in->text[i]);
}

static int
digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : 99;
}

static struct token
number(struct lexer *l)
{
	const char *s = l->in->text;
	size_t from = l->at, i = from;
	int base = 10;
	if (s[i] == '0' && i + 1 < l->in->n && (s[i + 1] == 'x' || s[i + 1] == 'X')) {
		base = 16;
		i += 2;
	}
	uint64_t value = 0;
	bool overflow = false;
	size_t first = i;
	for (; i < l->in->n && (digit(s[i]) < base || (s[i] == '_' && i > first)); i++)
		if (s[i] != '_')
			overflow = overflow || __builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit(s[i]), &value);
	overflow = overflow || value > (uint64_t)INT64_MAX + 1;
	size_t end = i;
	while (end < l->in->n && name_char(s[end]))
		end++;
	l->at = end;
	if (end > i || i == first)
		return bad(l, from, end, "this is not a number", "a name starts with a letter, a number has only digits (or 0x and hexadecimal digits)");
	if (overflow)
		return bad(l, from, end, "this number is larger than an int can hold", "the largest is 9223372036854775807");
	return (struct token){.kind = TOKEN_NUMBER, .from = from, .to = end, .value = (word)value};
}

static bool
word_is(const struct lexer *l, size_t n, const char *spelling)
{
	return strlen(spelling) == n && memcmp(l->in->text + l->at, spelling, n) == 0;
}

/* `not in` is one operator, with any blanks between. */
static size_t
not_in_length(const struct lexer *l)
{
	const char *s = l->in->text;
	size_t i = l->at + 3;
	while (i < l->in->n && blank(s[i]))
		i++;
	bool is = l->in->n - i >= 2 && i > l->at + 3 && s[i] == 'i' && s[i + 1] == 'n' && (i + 2 == l->in->n || !name_char(s[i + 2]));
	return is ? i + 2 - l->at : 0;
}

/* The names of functions, histories and other quantifiers are free for variables: a parenthesis or a name behind them tells. */
static bool
op_is_reserved(enum op op)
{
	return op_table[op].class == CLASS_BINARY || op_table[op].class == CLASS_PREFIX || op == OP_FORALL || op == OP_EXISTS;
}

static struct token
name_or_word(struct lexer *l)
{
	size_t n = 0;
	while (l->at + n < l->in->n && name_char(l->in->text[l->at + n]))
		n++;
	if (word_is(l, n, "not") && not_in_length(l))
		return take(l, (struct token){.kind = TOKEN_OPERATOR, .op = OP_NOT_IN}, not_in_length(l));
	if (word_is(l, n, "_"))
		return take(l, (struct token){.kind = TOKEN_MARK, .mark = MARK_WILD}, 1);
	for (enum op op = 1; op < OP_COUNT_OF_OPS; op++)
		if (op_is_reserved(op) && word_is(l, n, op_table[op].spelling))
			return take(l, (struct token){.kind = TOKEN_OPERATOR, .op = op}, n);
	for (size_t i = 0; i < COUNT(words); i++)
		if (word_is(l, n, words[i].spelling))
			return take(l, (struct token){.kind = TOKEN_WORD, .word = words[i].word}, n);
	struct token t = {.kind = TOKEN_NAME, .text = arena_strndup(l->arena, l->in->text + l->at, n), .length = n};
	return take(l, t, n);
}

bool
name_is_reserved(const char *s)
{
	for (enum op op = 1; op < OP_COUNT_OF_OPS; op++)
		if (op_is_reserved(op) && strcmp(op_table[op].spelling, s) == 0)
			return true;
	for (size_t i = 0; i < COUNT(words); i++)
		if (strcmp(words[i].spelling, s) == 0)
			return true;
	return strcmp(s, "_") == 0;
}

/* Decodes one character of a literal at *i; returns -1 and adds a diagnostic if the escape is unknown. */
static int
escaped(struct lexer *l, size_t *i)
{
	const char *s = l->in->text;
	if (s[*i] != '\\')
		return (unsigned char)s[(*i)++];
	size_t from = (*i)++;
	char c = *i < l->in->n ? s[(*i)++] : 0;
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case '0': return 0;
	case '\\': case '\'': case '"': return c;
	case 'x':
		if (l->in->n - *i >= 2 && digit(s[*i]) < 16 && digit(s[*i + 1]) < 16) {
			*i += 2;
			return digit(s[*i - 2]) * 16 + digit(s[*i - 1]);
		}
		break;
	}
	bad(l, from, *i, "unknown escape", "known are \\n \\t \\r \\0 \\\\ \\' \\\" and \\xHH");
	return -1;
}

static struct token
character(struct lexer *l)
{
	size_t from = l->at, i = from + 1;
	int c = i < l->in->n ? escaped(l, &i) : 0;
	bool closed = i < l->in->n && l->in->text[i] == '\'' && i > from + 1;
	l->at = closed ? i + 1 : l->in->n;
	if (c < 0)
		return (struct token){.kind = TOKEN_BAD};
	if (!closed)
		return bad(l, from, i, "a character is one byte between single quotes", "a string stands in double quotes");
	return (struct token){.kind = TOKEN_CHAR, .from = from, .to = l->at, .value = c};
}

static struct token
string(struct lexer *l)
{
	size_t from = l->at, i = from + 1;
	struct text t = {0};
	while (i < l->in->n && l->in->text[i] != '"') {
		int c = escaped(l, &i);
		if (c < 0) {
			text_free(&t);
			l->at = l->in->n;
			return (struct token){.kind = TOKEN_BAD};
		}
		text_char(&t, (char)c);
	}
	size_t n = t.n;
	const char *s = text_take(&t, l->arena);
	if (i >= l->in->n) {
		l->at = l->in->n;
		return bad(l, from, from + 1, "this string has no end", "close it with \"");
	}
	l->at = i + 1;
	return (struct token){.kind = TOKEN_STRING, .from = from, .to = l->at, .text = s, .length = n};
}

static bool
operator_token(struct lexer *l, struct token *t)
{
	enum op best = OP_NONE;
	size_t length = 0;
	for (enum op op = 1; op < OP_COUNT_OF_OPS; op++) {
		const struct op_info *info = &op_table[op];
		if (info->class == CLASS_FUNCTION || info->class == CLASS_HISTORY || op == OP_NEG)
			continue;
		const char *spellings[] = {info->spelling, info->sign};
		for (int i = 0; i < 2; i++) {
			const char *s = spellings[i];
			if (s && !isalpha((unsigned char)s[0]) && starts(l, s) && strlen(s) > length) {
				best = op;
				length = strlen(s);
			}
		}
	}
	if (best)
		*t = take(l, (struct token){.kind = TOKEN_OPERATOR, .op = best}, length);
	return best;
}

static bool
mark_token(struct lexer *l, struct token *t)
{
	for (size_t i = 0; i < COUNT(marks); i++) {
		if (starts(l, marks[i].spelling)) {
			*t = take(l, (struct token){.kind = TOKEN_MARK, .mark = marks[i].mark}, strlen(marks[i].spelling));
			return true;
		}
	}
	return false;
}

static bool
dot_token(struct lexer *l, struct token *t)
{
	bool spaced = starts(l, ".") && l->at > 0 && blank(l->in->text[l->at - 1]) && blank_at(l, l->at + 1);
	if (!spaced && !starts(l, "•"))
		return false;
	*t = take(l, (struct token){.kind = TOKEN_DOT}, spaced ? 1 : strlen("•"));
	return true;
}

/* `:=`, `+=`, `-=` and `->` win over the operators they start with; so does a longer operator over `=`. */
static bool
long_mark(const struct lexer *l)
{
	return starts(l, ":=") || starts(l, "+=") || starts(l, "-=") || starts(l, "->");
}

struct token
lex_next(struct lexer *l)
{
	const struct snippet *in = l->in;
	while (l->at < in->n && blank(in->text[l->at]))
		l->at++;
	if (l->at >= in->n)
		return (struct token){.kind = TOKEN_END, .from = in->n, .to = in->n};
	char c = in->text[l->at];
	struct token t;
	if (isdigit((unsigned char)c))
		return number(l);
	if (isalpha((unsigned char)c) || c == '_')
		return name_or_word(l);
	if (c == '\'')
		return character(l);
	if (c == '"')
		return string(l);
	if (dot_token(l, &t))
		return t;
	if (long_mark(l) && mark_token(l, &t))
		return t;
	bool habit = starts(l, "||") || starts(l, "**") || starts(l, "<>") || starts(l, "=<");
	if (!habit && (operator_token(l, &t) || mark_token(l, &t)))
		return t;
	size_t from = l->at;
	for (size_t i = 0; i < COUNT(habits); i++) {
		if (starts(l, habits[i].spelling)) {
			l->at = in->n;
			return bad(l, from, from + strlen(habits[i].spelling), "this sign is not part of the language", habits[i].hint);
		}
	}
	size_t length = utf8_length(in->text + from, in->n - from);
	l->at = in->n;
	return bad(l, from, from + (length ? length : 1), "this character is not part of the language", NULL);
}

struct token
lex_pattern(struct lexer *l)
{
	const struct snippet *in = l->in;
	while (l->at < in->n && blank(in->text[l->at]))
		l->at++;
	size_t from = l->at;
	if (from >= in->n || in->text[from] != '/')
		return bad(l, from, from + 1, "a pattern is expected here", "write it between slashes: text matches /ab+c/");
	struct text t = {0};
	size_t i = from + 1;
	for (; i < in->n && in->text[i] != '/'; i++) {
		if (in->text[i] == '\\' && i + 1 < in->n && in->text[i + 1] == '/')
			i++;
		else if (in->text[i] == '\\' && i + 1 < in->n)
			text_char(&t, in->text[i++]);
		text_char(&t, in->text[i]);
	}
	size_t n = t.n;
	const char *s = text_take(&t, l->arena);
	l->at = i < in->n ? i + 1 : i;
	if (i >= in->n)
		return bad(l, from, from + 1, "this pattern has no end", "close it with /");
	if (memchr(s, 0, n))
		return bad(l, from, l->at, "a pattern cannot hold the character 0 itself", "write: \\x00");
	return (struct token){.kind = TOKEN_STRING, .from = from, .to = l->at, .text = s, .length = n};
}
