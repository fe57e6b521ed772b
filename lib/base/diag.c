#include "base/diag.h"

#include "base/unicode.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DIAGS = 100, WIDEST_LINE = 160 };

/* A clause that is checked in several places complains in each of them. */
static bool
said_already(const struct diags *d, enum severity severity, struct span span, const char *message)
{
	for (size_t i = 0; i < d->list.n && span.src; i++) {
		const struct diag *other = &d->list.at[i];
		if (other->severity == severity && other->span.src == span.src && other->span.from == span.from && strcmp(other->message, message) == 0)
			return true;
	}
	return false;
}

static void
add(struct diags *d, enum severity severity, struct span span, const char *fmt, va_list ap)
{
	const char *message = arena_vprintf(&d->arena, fmt, ap);
	d->repeated = said_already(d, severity, span, message);
	if (d->repeated)
		return;
	if (severity == SEVERITY_ERROR)
		d->errors++;
	if (severity == SEVERITY_WARNING)
		d->warnings++;
	if (d->list.n >= MOST_DIAGS) {
		d->dropped++;
		return;
	}
	vec_push(&d->arena, &d->list, (struct diag){severity, span, message, NULL});
}

#define ADD(severity) \
	do { \
		va_list ap; \
		va_start(ap, fmt); \
		add(d, (severity), span, fmt, ap); \
		va_end(ap); \
	} while (0)

bool
diag_error(struct diags *d, struct span span, const char *fmt, ...)
{
	ADD(SEVERITY_ERROR);
	return false;
}

void
diag_warning(struct diags *d, struct span span, const char *fmt, ...)
{
	ADD(SEVERITY_WARNING);
}

void
diag_note(struct diags *d, struct span span, const char *fmt, ...)
{
	ADD(SEVERITY_NOTE);
}

void
diag_hint(struct diags *d, const char *fmt, ...)
{
	if (d->list.n == 0 || d->dropped || d->repeated)
		return;
	va_list ap;
	va_start(ap, fmt);
	d->list.at[d->list.n - 1].hint = arena_vprintf(&d->arena, fmt, ap);
	va_end(ap);
}

void
diags_free(struct diags *d)
{
	arena_free(&d->arena);
	*d = (struct diags){0};
}

struct position
source_position(const struct source *s, size_t offset)
{
	struct position p = {(unsigned)s->lines + 1, (unsigned)s->columns + 1};
	if (offset > s->length)
		offset = s->length;
	for (size_t i = 0; i < offset; i++) {
		if (s->text[i] == '\n')
			p = (struct position){p.line + 1, 1};
		else if ((s->text[i] & 0xc0) != 0x80)
			p.column++;
	}
	return p;
}

struct source *
source_text(struct arena *a, const char *name, const char *text, size_t length)
{
	struct source *s = arena_new(a, struct source);
	size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* the byte order mark of some editors */
	*s = (struct source){.name = name, .text = text + mark, .length = length - mark};
	return s;
}

static struct source *
read_open(struct arena *a, struct diags *d, const char *name, int fd, size_t limit)
{
	struct span nowhere = {source_text(a, name, "", 0), 0, 0};
	struct stat st;
	if (fstat(fd, &st) < 0) {
		diag_error(d, nowhere, "cannot be read: %s", strerror(errno));
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		diag_error(d, nowhere, "is %s, not a file", S_ISDIR(st.st_mode) ? "a directory" : "a pipe or a device");
		return NULL;
	}
	if ((unsigned long long)st.st_size > limit) {
		diag_error(d, nowhere, "is too large: %lld bytes, at most %zu are read", (long long)st.st_size, limit);
		return NULL;
	}
	size_t size = (size_t)st.st_size, have = 0;
	char *text = arena_alloc(a, size + 1);
	while (have < size) {
		ssize_t got = read(fd, text + have, size - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			diag_error(d, nowhere, "cannot be read: %s", strerror(errno));
			return NULL;
		}
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return source_text(a, name, text, have);
}

struct source *
source_read(struct arena *a, struct diags *d, const char *path, size_t limit)
{
	const char *name = arena_printable(a, path);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		diag_error(d, (struct span){source_text(a, name, "", 0), 0, 0}, "cannot be opened: %s", strerror(errno));
		return NULL;
	}
	struct source *s = read_open(a, d, name, fd, limit);
	close(fd);
	return s;
}

struct span
span_whole(const struct source *s)
{
	return (struct span){s, 0, (uint32_t)s->length};
}

struct span
span_join(struct span a, struct span b)
{
	if (!a.src)
		return b;
	if (a.src != b.src)
		return a;
	return (struct span){a.src, a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to};
}

static const struct {
	const char *word, *color;
} severities[] = {
	[SEVERITY_ERROR] = {"error", "\033[1;31m"},
	[SEVERITY_WARNING] = {"warning", "\033[1;35m"},
	[SEVERITY_NOTE] = {"note", "\033[1;36m"},
};

/* Prints one character of the source, or a stand-in of the same width if it would disturb the terminal. */
static size_t
add_char(struct text *out, const char *s, size_t n)
{
	size_t len = utf8_length(s, n);
	if (len == 0 || character_is_unprintable(utf8_character(s, len)))
		text_char(out, *s == '\t' ? ' ' : '?');
	else
		text_add(out, s, len);
	return len ? len : 1;
}

void
span_print(struct text *out, struct span span, bool color)
{
	const char *text = span.src->text;
	size_t length = span.src->length, from = span.from < length ? span.from : length;
	size_t start = from, end = from;
	while (start > 0 && text[start - 1] != '\n')
		start--;
	while (end < length && text[end] != '\n' && text[end] != '\r')
		end++;
	if (from - start > WIDEST_LINE / 2) {
		start = from - WIDEST_LINE / 2;
		while ((text[start] & 0xc0) == 0x80)
			start++;
	}
	if (end - start > WIDEST_LINE) {
		end = start + WIDEST_LINE;
		while (end > from && end < length && (text[end] & 0xc0) == 0x80)
			end--;
	}
	text_str(out, "  ");
	for (size_t i = start; i < end;)
		i += add_char(out, text + i, end - i);
	text_str(out, "\n  ");
	size_t before = 0, under = 0;
	for (size_t i = start; i < from; i++)
		before += (text[i] & 0xc0) != 0x80;
	for (size_t i = from; i < span.to && i < end; i++)
		under += (text[i] & 0xc0) != 0x80;
	text_fill(out, ' ', before);
	text_printf(out, "%s^", color ? "\033[1;32m" : "");
	text_fill(out, '~', under > 1 ? under - 1 : 0);
	text_printf(out, "%s\n", color ? "\033[0m" : "");
}

static void
print_line(FILE *f, struct span span, bool color)
{
	struct text t = {0};
	span_print(&t, span, color);
	fputs(t.s, f);
	text_free(&t);
}

static void
print_one(const struct diag *d, FILE *f, bool color)
{
	const struct source *src = d->span.src;
	if (src && (src->length || src->lines || src->columns)) {
		struct position p = source_position(src, d->span.from);
		fprintf(f, "%s:%u:%u: ", src->name, p.line, p.column);
	} else {
		fprintf(f, "%s: ", src ? src->name : "srtest");
	}
	if (color)
		fprintf(f, "%s%s:\033[0m %s\n", severities[d->severity].color, severities[d->severity].word, d->message);
	else
		fprintf(f, "%s: %s\n", severities[d->severity].word, d->message);
	if (src && src->length)
		print_line(f, d->span, color);
	if (d->hint)
		fprintf(f, "  hint: %s\n", d->hint);
}

static int
by_place(const void *left, const void *right)
{
	const struct diag *a = *(const struct diag *const *)left, *b = *(const struct diag *const *)right;
	if (a->span.src == b->span.src && a->span.src && a->span.from != b->span.from)
		return a->span.from < b->span.from ? -1 : 1;
	return a < b ? -1 : a > b;
}

void
diags_print(struct diags *d, FILE *f, bool color)
{
	size_t n = d->list.n;
	const struct diag **order = mem_alloc(n * sizeof *order);
	for (size_t i = 0; i < n; i++)
		order[i] = &d->list.at[i];
	bool notes = false;
	for (size_t i = 0; i < n; i++)
		notes = notes || order[i]->severity == SEVERITY_NOTE;
	if (!notes) /* a note follows what it explains */
		qsort(order, n, sizeof *order, by_place);
	for (size_t i = 0; i < n; i++)
		print_one(order[i], f, color);
	if (d->dropped)
		fprintf(f, "srtest: %zu more not shown\n", d->dropped);
	free(order);
}
