#include "base/text.h"

#include "base/unicode.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of these a shell makes nothing else. */
#define SHELL_PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^"

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

static bool
is_seen(const char *s, size_t length)
{
	return length > 0 && !character_is_unprintable(utf8_character(s, length));
}

/* What would not be seen, or is no UTF-8 and has length 0, is written byte by byte. */
static void
add_printable(struct text *t, const char *s, size_t length, bool octal)
{
	if (is_seen(s, length)) {
		text_add(t, s, length);
		return;
	}
	for (size_t i = 0; i < (length ? length : 1); i++)
		text_printf(t, octal ? "\\%03o" : "\\x%02x", (unsigned char)s[i]);
}

void
text_printable(struct text *t, const char *s, size_t n)
{
	for (size_t i = 0, length; i < n; i += length ? length : 1) {
		length = utf8_length(s + i, n - i);
		add_printable(t, s + i, length, false);
	}
}

void
text_quoted(struct text *t, const char *s, size_t n)
{
	text_char(t, '"');
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		size_t len = utf8_length(s + i, n - i);
		if (c == '"' || c == '\\')
			text_printf(t, "\\%c", c);
		else if (c == '\n')
			text_str(t, "\\n");
		else if (c == '\t')
			text_str(t, "\\t");
		else
			add_printable(t, s + i, len, false);
		i += len ? len : 1;
	}
	text_char(t, '"');
}

void
text_shown(struct text *t, const char *s, size_t n)
{
	for (size_t i = 0, length; i < n; i += length ? length : 1) {
		length = utf8_length(s + i, n - i);
		if (s[i] != '\t' && s[i] != '\n' && (length == 0 || character_is_unprintable(utf8_character(s + i, length))))
			text_char(t, '?');
		else
			text_add(t, s + i, length);
	}
}

static bool
is_printable(const char *s, size_t n)
{
	for (size_t i = 0, length; i < n; i += length) {
		length = utf8_length(s + i, n - i);
		if (!is_seen(s + i, length))
			return false;
	}
	return true;
}

static bool
is_plain_word(const char *s)
{
	for (size_t i = 0; s[i]; i++)
		if (!strchr(SHELL_PLAIN, s[i]))
			return false;
	return *s != 0;
}

/* In $'' there are escapes; not every shell knows it, but then no shell knows another way to write such text in one line. */
static void
quote_unprintable(struct text *t, const char *s, size_t n)
{
	text_str(t, "$'");
	for (size_t i = 0, length; i < n; i += length ? length : 1) {
		length = utf8_length(s + i, n - i);
		if (s[i] == '\'' || s[i] == '\\')
			text_char(t, '\\');
		add_printable(t, s + i, length, true);
	}
	text_char(t, '\'');
}

void
text_shell(struct text *t, const char *s)
{
	size_t n = strlen(s);
	if (is_plain_word(s)) {
		text_str(t, s);
		return;
	}
	if (!is_printable(s, n)) {
		quote_unprintable(t, s, n);
		return;
	}
	text_char(t, '\'');
	for (; *s; s++)
		text_add(t, *s == '\'' ? "'\\''" : s, *s == '\'' ? 4 : 1);
	text_char(t, '\'');
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

static bool
same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Two neighbours that changed places are one edit. */
static size_t
edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	size_t rows[3][LONGEST_NAME + 1];
	for (size_t j = 0; j <= lb; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= la; i++) {
		size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
		row[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			row[j] = above[j - 1] + !same_letter(a[i - 1], b[j - 1]);
			if (above[j] + 1 < row[j])
				row[j] = above[j] + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]) && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
	}
	return rows[la % 3][lb];
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
		if (d < best_distance && 2 * d <= (len < lc ? len : lc)) { /* less than half is no likeness */
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
