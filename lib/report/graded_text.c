#include "report/graded_private.h"

#include "base/text.h"
#include "base/unicode.h"

#include <inttypes.h>
#include <string.h>

/* LEAST and MOST bound the column of the names; what is longer sticks out. */
enum { LEAST = 10, MOST = 40 };

static size_t
name_width(struct arena *a, const struct graded_class *c)
{
	size_t most = LEAST;
	for (size_t i = 0; i < c->n; i++) {
		size_t n = text_columns(arena_printable(a, c->at[i].name));
		most = n > most ? n : most;
	}
	return most < MOST ? most : MOST;
}

static void
write_mark(struct text *out, const struct graded_round *r)
{
	static const char *const marks[] = {[ROUND_PASSED] = "ok", [ROUND_FAILED] = NULL, [ROUND_UNDECIDED] = "?", [ROUND_NOT_RUN] = "-"};
	struct text mark = {0};
	text_str(&mark, r->outcome == ROUND_FAILED ? r->class : marks[r->outcome]);
	write_graded_share(&mark, r);
	text_printf(out, "  %-9s", mark.s);
	text_free(&mark);
}

/* What a student would be told, or what compilers said: lines below the one of the submission. */
static void
write_words(struct text *out, const char *s)
{
	for (size_t n; s && *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		text_str(out, n ? "    " : "");
		for (size_t i = 0, k; i < n; i += k + (i + k < n)) {
			const char *tab = memchr(s + i, '\t', n - i);
			k = tab ? (size_t)(tab - s) - i : n - i;
			text_printable(out, s + i, k);
			text_str(out, tab ? "\t" : "");
		}
		text_char(out, '\n');
	}
}

static uint64_t
tests_of(const struct graded *g)
{
	uint64_t n = 0;
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		n += g->rounds[i].tests;
	return n;
}

static void
write_line(struct text *out, struct arena *a, const struct report_style *style, const struct graded_class *c, const struct graded *g, size_t width)
{
	static const char *const colors[] = {[TESTED_PASS] = "\033[32m", [TESTED_FAIL] = "\033[31m", [TESTED_UNDECIDED] = "\033[33m", [TESTED_ERROR] = "\033[33m"};
	const char *name = arena_printable(a, g->name);
	size_t columns = text_columns(name);
	text_str(out, name);
	text_fill(out, ' ', columns < width ? width - columns : 0);
	text_printf(out, "  %s%-9s%s", style->color ? colors[g->verdict] : "", graded_verdict(g->verdict), style->color ? "\033[0m" : "");
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		write_mark(out, &g->rounds[i]);
	if (c->spec->grading.given)
		text_printf(out, "  %6g", graded_points(c->spec, g));
	if (g->reason && (g->verdict == TESTED_UNDECIDED || g->verdict == TESTED_ERROR)) {
		text_str(out, "  ");
		text_printable(out, g->reason, strlen(g->reason)); /* it has its own quotes where there are names in it */
	} else if (g->limit)
		text_printf(out, "  (hit its limit of %s)", g->limit);
	while (out->n && out->s[out->n - 1] == ' ')
		out->s[--out->n] = 0;
	text_char(out, '\n');
	if (g->freely) {
		text_printf(out, "%*s  its calls ran freely, in %" PRIu64 " tests: the scheduler does not see ", (int)width, "", tests_of(g));
		text_printable(out, g->freely, strlen(g->freely)); /* it has its own quotes */
		text_char(out, '\n');
	}
	if (g->leaks)
		text_printf(out, "%*s  it leaks: %s\n", (int)width, "", arena_printable(a, g->leaks));
	for (size_t i = 0; i < g->nattempts; i++)
		text_printf(out, "%*s  it %s\n", (int)width, "", arena_printable(a, g->attempts[i]));
	if (style->verbose)
		write_words(out, g->verdict == TESTED_ERROR ? g->compiler : g->text);
}

/* For whoever wrote the specification. */
static void
write_incomplete(struct text *out, const struct graded_class *c)
{
	struct arena a = {0};
	const struct graded *first;
	size_t n = graded_incomplete(c, &first);
	if (n)
		text_printf(out, "warning: the specification is incomplete: it goes wrong after what %zu submission%s did, though it allows that; the first is %s: %s\n", n, n == 1 ? "" : "s",
			arena_printable(&a, first->name), arena_printable(&a, first->incomplete));
	arena_free(&a);
}

static void
write_summary(struct text *out, const struct graded_class *c)
{
	static const enum tested_verdict order[] = {TESTED_PASS, TESTED_FAIL, TESTED_UNDECIDED, TESTED_ERROR};
	text_str(out, "\n");
	if (c->n == 0)
		text_str(out, "No submissions");
	else
		text_printf(out, "%zu submission%s:", c->n, c->n == 1 ? "" : "s");
	for (size_t i = 0, written = 0; i < sizeof order / sizeof *order; i++) {
		size_t n = graded_count(c, order[i]);
		if (n)
			text_printf(out, "%s %zu %s", written++ ? "," : "", n, graded_verdict(order[i]));
	}
	text_printf(out, " (seed 0x%" PRIx64 ", %.1f s)\n", c->seed, c->seconds);
	write_incomplete(out, c);
	if (c->interrupted)
		text_str(out, "There are more, which were not tested.\n");
}

/* --- those that fail in the same way --- */

static bool
is_first(const struct graded_class *c, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (c->at[i].alike && strcmp(c->at[i].alike, c->at[at].alike) == 0)
			return false;
	return true;
}

static void
write_group(struct text *out, struct arena *a, const struct graded_class *c, size_t first)
{
	size_t n = 0;
	for (size_t i = first; i < c->n; i++)
		n += c->at[i].alike && strcmp(c->at[i].alike, c->at[first].alike) == 0;
	if (n < 2)
		return;
	text_printf(out, "\nThese %zu fail the same way, %s:\n ", n, arena_printable(a, c->at[first].alike));
	for (size_t i = first; i < c->n; i++)
		if (c->at[i].alike && strcmp(c->at[i].alike, c->at[first].alike) == 0)
			text_printf(out, " %s", arena_printable(a, c->at[i].name));
	text_char(out, '\n');
}

/* --- the reports --- */

/* The table of the paper: which rounds found how many. */
static void
write_table_1(struct text *out, const struct graded_class *c)
{
	size_t n[1 << GRADED_ROUNDS] = {0}, neither = 0;
	for (size_t i = 0; i < c->n; i++) {
		unsigned failed = 0;
		for (size_t k = 0; k < GRADED_ROUNDS; k++)
			failed |= (unsigned)(c->at[i].rounds[k].outcome == ROUND_FAILED) << k;
		if (failed || c->at[i].verdict == TESTED_PASS)
			n[failed]++;
		else
			neither++;
	}
	text_str(out, "round1  round2  round3  number\n");
	text_printf(out, "  -       -       -     %6zu\n", n[0]);
	text_printf(out, "  x       -             %6zu\n", n[1]);
	text_printf(out, "  -       x             %6zu\n", n[2]);
	text_printf(out, "  x       x             %6zu\n", n[3]);
	text_printf(out, "  -       -       x     %6zu\n", n[4]);
	if (neither)
		text_printf(out, "undecided or not tested %6zu\n", neither);
}

void
write_graded_text(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	struct arena a = {0};
	size_t width = name_width(&a, c);
	text_printf(out, "%-*s  %-9s  %-9s  %-9s  %s\n", (int)width, "submission", "verdict", "round 1", "round 2", c->spec->grading.given ? "round 3    points" : "round 3");
	for (size_t i = 0; i < c->n; i++)
		if (!style->quiet || c->at[i].verdict != TESTED_PASS)
			write_line(out, &a, style, c, &c->at[i], width);
	for (size_t i = 0; i < c->n; i++)
		if (c->at[i].alike && is_first(c, i))
			write_group(out, &a, c, i);
	write_summary(out, c);
	if (c->sandbox)
		text_printf(out, "Sandbox: %s\n", c->sandbox);
	arena_free(&a);
}

void
write_graded_table(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	write_table_1(out, c);
}
