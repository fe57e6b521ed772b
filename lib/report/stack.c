/* The stack of a call that failed: frames to functions and source lines, and how they read. */
#include "report/files.h"
#include "report/private.h"

#include <inttypes.h>
#include <string.h>

/* FIRST, LAST: lines that are shown of a deep stack, besides recursion. INLINED: lines that a frame may have. */
enum { FIRST = 24, LAST = 8, INLINED = 32, LONGEST_CYCLE = 8 };

struct telling {
	struct arena *arena;
	struct files files;
	VEC(struct backtrace_line) lines;
	uint64_t number;
};

static const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void
take_frame(struct telling *t, const struct stack_frame *f)
{
	struct place at[INLINED];
	size_t n = places_find_inlined(files_places(&t->files, f->file), t->arena, f->offset, at, INLINED);
	for (size_t i = 0; i < n; i++) {
		struct backtrace_line line = {.number = t->number++, .object = arena_printable(t->arena, file_name(f->file ? f->file : t->files.library)), .place = at[i]};
		line.elsewhere = f->file != NULL;
		vec_push(t->arena, &t->lines, line);
	}
}

struct backtrace
backtrace_tell(struct arena *a, const struct stack *s, const char *library)
{
	struct telling t = {.arena = a, .files = {.library = library}};
	struct backtrace b = {0};
	for (size_t i = 0; i < s->n; i++) {
		const struct stack_frame *f = &s->at[i];
		if (f->left_out)
			t.number += f->left_out;
		else
			take_frame(&t, f);
	}
	files_close(&t.files);
	b.n = t.lines.n;
	b.at = t.lines.at;
	for (size_t i = 0; i < b.n && !b.place.known; i++)
		if (!b.at[i].elsewhere)
			b.place = b.at[i].place;
	return b;
}

/* --- as text --- */

static bool
same_line(const struct backtrace_line *a, const struct backtrace_line *b)
{
	const struct place *p = &a->place, *q = &b->place;
	if (strcmp(a->object, b->object) != 0)
		return false;
	if (p->file && q->file && p->function && q->function)
		return p->line == q->line && strcmp(p->file, q->file) == 0 && strcmp(p->function, q->function) == 0;
	return p->offset == q->offset;
}

/* Where the lines that say the same as the n at i, over and over again, end. Those that were left out may break the beat. */
static size_t
end_of_turns(const struct backtrace *b, size_t i, size_t n)
{
	size_t j = i + n, beat = 0;
	for (; j < b->n; j++, beat++) {
		bool gap = b->at[j].number != b->at[j - 1].number + 1;
		for (size_t k = 0; gap && k < n && !same_line(&b->at[j], &b->at[i + beat % n]); k++)
			beat++;
		if (!same_line(&b->at[j], &b->at[i + beat % n]))
			break;
	}
	return j;
}

/* Where the recursion that begins at i ends, and its cycle; i if there is none. */
static size_t
end_of_recursion(const struct backtrace *b, size_t i, size_t *cycle)
{
	for (size_t n = 1; n <= LONGEST_CYCLE && i + n < b->n; n++) {
		size_t end = end_of_turns(b, i, n);
		*cycle = n;
		if (end >= i + 3 * n)
			return end;
	}
	return i;
}

static void
write_line(struct text *out, const struct backtrace_line *l)
{
	const struct place *p = &l->place;
	text_printf(out, "    #%" PRIu64 " ", l->number);
	if (p->file)
		text_printf(out, "%s%s%s:%d", p->function ? p->function : "", p->function ? " " : "", file_name(p->file), p->line);
	else if (p->function)
		text_printf(out, "%s+0x%" PRIx64, p->function, p->within);
	else
		text_printf(out, "%s+0x%" PRIx64, l->object, p->offset);
	text_printf(out, l->elsewhere && p->function ? " in %s\n" : "\n", l->object);
}

static void
write_more(struct text *out, uint64_t n)
{
	if (n)
		text_printf(out, "    ... %" PRIu64 " more\n", n);
}

void
write_backtrace(struct text *out, const struct backtrace *b)
{
	uint64_t next = 0;
	for (size_t i = 0; i < b->n;) {
		if (i >= FIRST && i + LAST < b->n) {
			i++;
			continue;
		}
		size_t cycle, end = end_of_recursion(b, i, &cycle), last = end > i ? i + cycle : i + 1;
		write_more(out, b->at[i].number - next);
		for (next = b->at[last - 1].number + 1; i < last; i++)
			write_line(out, &b->at[i]);
		i = end > i ? end : i;
	}
	if (b->n)
		write_more(out, b->at[b->n - 1].number + 1 - next);
}
