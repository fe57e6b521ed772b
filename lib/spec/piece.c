#include "spec/piece.h"

#include <ctype.h>
#include <string.h>

struct snippet
piece_of(const struct snippet *in, size_t from, size_t to)
{
	return (struct snippet){in->src, in->text + from, to - from, in->offsets + from, 0};
}

static bool
blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

struct snippet
piece_trimmed(struct snippet in)
{
	size_t from = 0, to = in.n;
	while (from < to && blank(in.text[from]))
		from++;
	while (to > from && blank(in.text[to - 1]))
		to--;
	return piece_of(&in, from, to);
}

size_t
piece_word(const struct snippet *in, size_t at)
{
	size_t i = at;
	while (i < in->n && word_char(in->text[i]))
		i++;
	return i - at;
}

bool
piece_has(const struct snippet *in, size_t from, size_t n, const char *wanted)
{
	return strlen(wanted) == n && memcmp(in->text + from, wanted, n) == 0;
}

bool
piece_is(const struct snippet *in, const char *text)
{
	return piece_has(in, 0, in->n, text);
}

struct span
piece_span(const struct snippet *in)
{
	return snippet_span(in, 0, in->n);
}

size_t
piece_find(const struct snippet *in, size_t from, char wanted)
{
	size_t open = 0;
	for (size_t i = from; i < in->n; i++) {
		char c = in->text[i];
		if (open == 0 && c == wanted)
			return i;
		if (c == '"' || c == '\'')
			for (i++; i < in->n && in->text[i] != c; i++)
				i += in->text[i] == '\\';
		else if (c == '(' || c == '[' || c == '{')
			open++;
		else if ((c == ')' || c == ']' || c == '}') && open-- == 0)
			break;
	}
	return in->n;
}

static bool
is_reserved(const struct snippet *in, size_t from, size_t n)
{
	char name[32] = "";
	if (n < sizeof name)
		memcpy(name, in->text + from, n);
	return name_is_reserved(name);
}

size_t
piece_length(const struct snippet *in)
{
	for (size_t i = piece_find(in, 0, 'l'); i < in->n; i = piece_find(in, i + 1, 'l')) {
		size_t before = i;
		if (i == 0 || word_char(in->text[i - 1]) || in->n - i < 6 || !piece_has(in, i, 6, "length") || piece_word(in, i) != 6)
			continue;
		while (before > 0 && blank(in->text[before - 1]))
			before--;
		size_t start = before;
		while (start > 0 && word_char(in->text[start - 1]))
			start--;
		bool operand = before > 0 && (start < before || strchr(")]}\"'", in->text[before - 1]));
		if (operand && !is_reserved(in, start, before - start))
			return i;
	}
	return in->n;
}

bool
piece_directs(const struct snippet *in, size_t n)
{
	if (piece_has(in, 0, n, "in"))
		return true;
	if (!piece_has(in, 0, n, "out") && !piece_has(in, 0, n, "inout"))
		return false;
	struct snippet rest = piece_trimmed(piece_of(in, n, in->n));
	size_t next = piece_word(&rest, 0);
	return next > 0 && !is_reserved(&rest, 0, next);
}

size_t
piece_split(const struct snippet *in, struct snippet *parts, size_t most)
{
	size_t n = 0;
	if (piece_trimmed(*in).n == 0)
		return 0;
	for (size_t from = 0; from <= in->n; n++) {
		size_t to = piece_find(in, from, ',');
		if (n < most)
			parts[n] = piece_trimmed(piece_of(in, from, to));
		from = to + 1;
	}
	return n;
}
