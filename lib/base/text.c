#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
reserve(struct text *t, size_t more)
{
	if (t->cap - t->n > more)
		return;
	while (t->cap - t->n <= more)
		t->cap = t->cap ? t->cap * 2 : 64;
	t->s = mem_grow(t->s, t->cap);
}

void
text_add(struct text *t, const char *s, size_t n)
{
	reserve(t, n);
	if (n)
		memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = 0;
}

void
text_str(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void
text_char(struct text *t, char c)
{
	text_add(t, &c, 1);
}

void
text_fill(struct text *t, char c, size_t n)
{
	reserve(t, n);
	memset(t->s + t->n, c, n);
	t->n += n;
	t->s[t->n] = 0;
}

void
text_printf(struct text *t, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	reserve(t, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(t->s + t->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	t->n += (size_t)n;
}

void
text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){0};
}

char *
text_take(struct text *t, struct arena *a)
{
	char *s = arena_strndup(a, t->s, t->n);
	text_free(t);
	return s;
}

void
text_quoted(struct text *t, const char *s, size_t n)
{
	text_char(t, '"');
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		size_t len = c < 0x80 ? 1 : utf8_length(s + i, n - i);
		if (c == '"' || c == '\\')
			text_printf(t, "\\%c", c);
		else if (c == '\n')
			text_str(t, "\\n");
		else if (c == '\t')
			text_str(t, "\\t");
		else if (len == 0 || c < 0x20 || c == 0x7f)
			text_printf(t, "\\x%02x", c);
		else
			text_add(t, s + i, len);
		i += len ? len : 1;
	}
	text_char(t, '"');
}

const char *
arena_printable(struct arena *a, const char *s)
{
	struct text t = {0};
	size_t n = strlen(s);
	text_quoted(&t, s, n);
	const char *printable = t.n == n + 2 ? arena_strdup(a, s) : arena_strndup(a, t.s, t.n);
	text_free(&t);
	return printable;
}

size_t
utf8_length(const char *str, size_t n)
{
	const unsigned char *s = (const unsigned char *)str;
	if (n == 0)
		return 0;
	size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
	if (len == 0 || len > n)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
	bool surrogate = s[0] == 0xed && s[1] > 0x9f;
	bool too_large = s[0] == 0xf4 && s[1] > 0x8f;
	return overlong || surrogate || too_large ? 0 : len;
}

size_t
utf8_check(const char *s, size_t n)
{
	for (size_t i = 0, len; i < n; i += len)
		if ((len = utf8_length(s + i, n - i)) == 0)
			return i;
	return n;
}

enum { LONGEST_NAME = 64 };

static size_t
edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	size_t row[LONGEST_NAME + 1];
	for (size_t j = 0; j <= lb; j++)
		row[j] = j;
	for (size_t i = 1; i <= la; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			size_t best = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[lb];
}

const char *
text_nearest(const char *name, const char *const *candidates, size_t n)
{
	const char *best = NULL;
	size_t len = strlen(name), best_distance = len / 3 + 2;
	if (len > LONGEST_NAME)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t lc = strlen(candidates[i]);
		if (lc > LONGEST_NAME)
			continue;
		size_t d = edit_distance(name, len, candidates[i], lc);
		if (d < best_distance && d < lc) {
			best = candidates[i];
			best_distance = d;
		}
	}
	return best;
}

bool
text_is_name(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return false;
	return true;
}
