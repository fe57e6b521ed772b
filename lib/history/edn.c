#include "history/edn.h"

#include "history/private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

static int
peek(struct edn_reader *r, size_t i)
{
	return i < r->end && i < LONGEST_PIECE ? stream_peek(r->stream, i) : -1;
}

static bool
wrong(struct edn_reader *r, size_t from, size_t to, const char *message, const char *hint)
{
	if (r->wrong)
		return false;
	r->wrong = message;
	r->hint = hint;
	r->from = from;
	r->to = to;
	return false;
}

/* A form that begins at `from` has no end. */
static bool
cut(struct edn_reader *r, size_t from, const char *message)
{
	if (r->i < LONGEST_PIECE)
		return wrong(r, from, from + 1, message, "what follows is missing: was the file cut off?");
	return wrong(r, from, from + 1, "this is longer than a mebibyte", NULL);
}

static bool
is_blank(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == ',';
}

static bool
ends_word(int c)
{
	return c < 0 || is_blank(c) || strchr("()[]{}\";", c);
}

static size_t
word_end(struct edn_reader *r, size_t i)
{
	while (!ends_word(peek(r, i)))
		i++;
	return i;
}

int
edn_skip(struct edn_reader *r)
{
	struct edn discarded;
	int c;
	while ((c = peek(r, r->i)) >= 0) {
		if (is_blank(c)) {
			r->i++;
		} else if (c == ';') {
			while ((c = peek(r, r->i)) >= 0 && c != '\n')
				r->i++;
		} else if (c == '#' && peek(r, r->i + 1) == '_') {
			r->i += 2;
			if (!edn_read(r, &discarded))
				return -1;
		} else {
			return c;
		}
	}
	return -1;
}

/* --- words --- */

static bool
read_number(struct edn_reader *r, struct edn *e)
{
	char *end;
	errno = 0;
	e->number = strtoll(e->text, &end, 10);
	e->kind = errno == 0 && (*end == 0 || strcmp(end, "N") == 0) ? EDN_INT : EDN_OTHER;
	for (const char *s = e->text; *s; s++)
		if (!strchr("+-.0123456789eEMN/", *s))
			return wrong(r, e->from, e->to, "this is no number", NULL);
	return true;
}

static bool
read_word(struct edn_reader *r, struct edn *e)
{
	size_t n = word_end(r, r->i) - r->i;
	if (n == 0)
		return wrong(r, r->i, r->i + 1, "there is a byte here that is no text", NULL);
	const char *s = arena_strndup(r->arena, r->stream->text + r->i, n);
	bool sign = (*s == '-' || *s == '+') && s[1] >= '0' && s[1] <= '9';
	r->i += n;
	e->to = (uint32_t)r->i;
	*e = (struct edn){.kind = EDN_SYMBOL, .from = e->from, .to = e->to, .text = s, .n = n};
	if (sign || (*s >= '0' && *s <= '9'))
		return read_number(r, e);
	if (strcmp(s, "nil") == 0)
		e->kind = EDN_NIL;
	else if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0)
		*e = (struct edn){.kind = EDN_BOOL, .from = e->from, .to = e->to, .number = *s == 't'};
	if (*s != ':')
		return true;
	e->kind = EDN_KEYWORD;
	e->text++;
	e->n--;
	return e->n > 0 || wrong(r, e->from, e->to, "a keyword has a name behind its colon", NULL);
}

static void
add_character(struct text *t, unsigned long c)
{
	if (c >= 0x800) {
		text_char(t, (char)(0xe0 | (c >> 12 & 0xf)));
		text_char(t, (char)(0x80 | (c >> 6 & 0x3f)));
		text_char(t, (char)(0x80 | (c & 0x3f)));
	} else if (c >= 0x80) {
		text_char(t, (char)(0xc0 | c >> 6));
		text_char(t, (char)(0x80 | (c & 0x3f)));
	} else {
		text_char(t, (char)c);
	}
}

/* Four digits behind a u. */
static bool
read_unicode(const char *s, size_t n, struct text *out)
{
	char digits[5] = {0}, *end;
	if (n < 4)
		return false;
	memcpy(digits, s, 4);
	unsigned long c = strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtoul(digits, &end, 16) : 0x10000;
	if (c < 0x10000)
		add_character(out, c);
	return c < 0x10000;
}

static bool
read_character(struct edn_reader *r, struct edn *e)
{
	static const struct {
		const char *name, *text;
	} named[] = {{"newline", "\n"}, {"return", "\r"}, {"space", " "}, {"tab", "\t"}, {"backspace", "\b"}, {"formfeed", "\f"}};
	struct text t = {0};
	if (peek(r, r->i + 1) < 0)
		return cut(r, r->i, "there is no character behind this");
	size_t end = word_end(r, r->i + 2), n = end - r->i - 1;
	const char *s = arena_strndup(r->arena, r->stream->text + r->i + 1, n);
	r->i = end;
	e->to = (uint32_t)end;
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (strcmp(s, named[i].name) == 0)
			text_str(&t, named[i].text);
	bool ok = t.n || (*s == 'u' && n == 5 && read_unicode(s + 1, 4, &t));
	if (!ok && utf8_length(s, n) == n)
		text_add(&t, s, n);
	if (!t.n && n != 1)
		return wrong(r, e->from, e->to, "this is no character", NULL);
	e->kind = EDN_CHAR;
	e->n = t.n ? t.n : n;
	e->text = t.n ? text_take(&t, r->arena) : s;
	return true;
}

static bool
unescape(struct edn_reader *r, const char *s, size_t n, struct text *out)
{
	static const char codes[] = "ntrbf\"\\", means[] = "\n\t\r\b\f\"\\";
	for (size_t i = 0; i < n; i++) {
		const char *code = s[i] == '\\' ? memchr(codes, s[i + 1], sizeof codes - 1) : NULL;
		size_t at = r->i + 1 + i;
		if (s[i] != '\\')
			text_char(out, s[i]);
		else if (code)
			text_char(out, means[code - codes]);
		else if (s[i + 1] != 'u' || !read_unicode(s + i + 2, n - i - 2, out))
			return wrong(r, at, at + 2, "there is no such escape", NULL);
		if (s[i] == '\\')
			i += s[i + 1] == 'u' ? 5 : 1;
	}
	return true;
}

static bool
read_string(struct edn_reader *r, struct edn *e)
{
	size_t end = r->i + 1;
	int c;
	while ((c = peek(r, end)) >= 0 && c != '"')
		end += c == '\\' ? 2 : 1;
	if (c < 0) {
		r->i = end;
		return cut(r, e->from, "this string has no end");
	}
	struct text t = {0};
	bool ok = unescape(r, r->stream->text + r->i + 1, end - r->i - 1, &t);
	e->kind = EDN_STRING;
	e->n = t.n;
	e->text = t.n ? text_take(&t, r->arena) : "";
	text_free(&t);
	r->i = end + 1;
	e->to = (uint32_t)r->i;
	return ok;
}

/* --- collections --- */

static bool
read_elements(struct edn_reader *r, struct edn *e, char close)
{
	VEC(struct edn) at = {0};
	int c;
	while ((c = edn_skip(r)) >= 0 && c != ')' && c != ']' && c != '}') {
		struct edn next;
		if (!edn_read(r, &next))
			return false;
		vec_push(r->arena, &at, next);
	}
	if (c < 0)
		return cut(r, e->from, "this has no end");
	if (c != close)
		return wrong(r, r->i, r->i + 1, "this closes what is not open", NULL);
	r->i++;
	e->at = at.at;
	e->n = at.n;
	e->to = (uint32_t)r->i;
	return e->kind != EDN_MAP || e->n % 2 == 0 || wrong(r, e->from, e->to, "a map has a value for each key", NULL);
}

static bool
read_tagged(struct edn_reader *r, struct edn *e)
{
	int c = peek(r, r->i + 1);
	uint32_t from = e->from;
	if (c == '{') {
		e->kind = EDN_SET;
		r->i += 2;
		return read_elements(r, e, '}');
	}
	size_t end = word_end(r, r->i + 1);
	if (end == r->i + 1)
		return c < 0 ? cut(r, from, "there is nothing behind this") : wrong(r, from, from + 1, "there is no tag behind this", NULL);
	r->i = end;
	if (c == '#') { /* ##Inf, ##NaN */
		*e = (struct edn){.kind = EDN_OTHER, .from = from, .to = (uint32_t)end};
		return true;
	}
	if (edn_skip(r) < 0)
		return cut(r, from, "there is nothing behind this tag");
	bool ok = edn_read(r, e);
	e->from = from;
	return ok;
}

static bool
read_form(struct edn_reader *r, struct edn *e)
{
	int c = edn_skip(r);
	*e = (struct edn){.from = (uint32_t)r->i, .to = (uint32_t)r->i + 1};
	switch (c) {
	case -1:
		return cut(r, r->i, "something is missing here");
	case '(':
	case '[':
		e->kind = EDN_LIST;
		r->i++;
		return read_elements(r, e, c == '(' ? ')' : ']');
	case '{':
		e->kind = EDN_MAP;
		r->i++;
		return read_elements(r, e, '}');
	case ')':
	case ']':
	case '}':
		return wrong(r, r->i, r->i + 1, "this closes what is not open", NULL);
	case '"':
		return read_string(r, e);
	case '\\':
		return read_character(r, e);
	case '#':
		return read_tagged(r, e);
	}
	return read_word(r, e);
}

bool
edn_read(struct edn_reader *r, struct edn *e)
{
	if (r->depth == DEEPEST)
		return wrong(r, r->i, r->i + 1, "this is nested too deep", NULL);
	r->depth++;
	bool ok = read_form(r, e);
	r->depth--;
	return ok && !r->wrong;
}

bool
edn_is(const struct edn *e, const char *text)
{
	return (e->kind == EDN_STRING || e->kind == EDN_KEYWORD || e->kind == EDN_SYMBOL) && e->n == strlen(text) && memcmp(e->text, text, e->n) == 0;
}
