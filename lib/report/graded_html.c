/* The report on a class as a page in HTML. */
#include "report/graded_private.h"
#include "report/html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Submissions that fail in the same way. */
struct flock {
	size_t n;
	const size_t *at; /* indices into the class, in its order */
};

struct sheet {
	const struct graded_class *class;
	struct arena arena;
	VEC(struct flock) flocks; /* the largest first; none of one */
	size_t *flock_of; /* by submission, from 1; 0: it is alone */
};

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* --- who fails like whom --- */

/* By what they fail with, then as the class has them. */
static int
compare_alike(const void *x, const void *y, void *class)
{
	const struct graded_class *c = class;
	size_t a = *(const size_t *)x, b = *(const size_t *)y;
	int order = strcmp(c->at[a].alike, c->at[b].alike);
	return order ? order : (a > b) - (a < b);
}

static int
compare_flocks(const void *x, const void *y)
{
	const struct flock *a = x, *b = y;
	return a->n != b->n ? (a->n < b->n) - (a->n > b->n) : (a->at[0] > b->at[0]) - (a->at[0] < b->at[0]);
}

static void
find_flocks(struct sheet *s)
{
	const struct graded_class *c = s->class;
	size_t *at = arena_array(&s->arena, size_t, c->n + 1), n = 0;
	for (size_t i = 0; i < c->n; i++)
		if (c->at[i].alike)
			at[n++] = i;
	qsort_r(at, n, sizeof *at, compare_alike, (void *)(uintptr_t)c);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from + 1; to < n && strcmp(c->at[at[to]].alike, c->at[at[from]].alike) == 0;)
			to++;
		if (to > from + 1)
			vec_push(&s->arena, &s->flocks, (struct flock){.n = to - from, .at = at + from});
	}
	if (s->flocks.n)
		qsort(s->flocks.at, s->flocks.n, sizeof *s->flocks.at, compare_flocks);
	s->flock_of = arena_array(&s->arena, size_t, c->n + 1);
	for (size_t i = 0; i < s->flocks.n; i++)
		for (size_t k = 0; k < s->flocks.at[i].n; k++)
			s->flock_of[s->flocks.at[i].at[k]] = i + 1;
}

/* --- marks --- */

static bool
has_marks(const struct graded_class *c)
{
	return c->spec && c->spec->grading.given;
}

static void
write_marks(struct text *out, const struct graded_class *c)
{
	double sum = 0, least = 0, most = 0;
	for (size_t i = 0; i < c->n && has_marks(c); i++) {
		double points = graded_points(c->spec, &c->at[i]);
		sum += points;
		least = i == 0 || points < least ? points : least;
		most = points > most ? points : most;
	}
	if (c->n && has_marks(c))
		text_printf(out, "<li><b>%.3g</b>of %g points on average, from %g to %g</li>\n", sum / (double)c->n, graded_most(c->spec), least, most);
}

/* --- the class as a whole --- */

static void
write_tile(struct text *out, const struct graded_class *c, enum tested_verdict verdict, const char *words)
{
	size_t n = graded_count(c, verdict);
	if (n || verdict == TESTED_PASS || verdict == TESTED_FAIL)
		text_printf(out, "<li class=\"%s\"><b>%zu</b>%s</li>\n", graded_verdict(verdict), n, words);
}

static void
write_incomplete(struct text *out, const struct graded_class *c)
{
	const struct graded *first;
	size_t n = graded_incomplete(c, &first);
	if (!n)
		return;
	text_printf(out, "<p class=\"lead\"><span class=\"badge undecided\">warning</span> The specification is incomplete: it goes wrong after what %zu submission%s did, though it allows that; the first is ", n, plural(n));
	html_text(out, first->name);
	text_str(out, ": ");
	html_text(out, first->incomplete);
	text_str(out, "</p>\n");
}

static void
write_summary(struct text *out, const struct graded_class *c)
{
	if (c->interrupted)
		text_str(out, "<p class=\"lead\"><span class=\"badge undecided\">interrupted</span> There are more submissions than these.</p>\n");
	text_printf(out, "<ul class=\"tiles\">\n<li><b>%zu</b>submission%s</li>\n", c->n, plural(c->n));
	write_tile(out, c, TESTED_PASS, "pass");
	write_tile(out, c, TESTED_FAIL, "fail");
	write_tile(out, c, TESTED_UNDECIDED, "undecided");
	write_tile(out, c, TESTED_ERROR, "could not be tested");
	write_marks(out, c);
	text_str(out, "</ul>\n");
	write_incomplete(out, c);
}

static void
write_head(struct text *out, const struct graded_class *c)
{
	text_str(out, "<h1>");
	html_text(out, c->spec ? c->spec->resource : c->title);
	text_printf(out, ": %zu submission%s</h1>\n<p class=\"faint\">", c->n, plural(c->n));
	html_text(out, c->title);
	text_printf(out, ", seed 0x%" PRIx64 ", %.1f s", c->seed, c->seconds);
	if (c->sandbox && *c->sandbox) {
		text_str(out, ". Sandbox: ");
		html_text(out, c->sandbox);
	}
	text_str(out, "</p>\n");
}

static void
write_contents(struct text *out, const struct sheet *s)
{
	text_str(out, "<nav aria-label=\"Parts of this page\"><p><a href=\"#rounds\">Rounds</a>");
	if (s->flocks.n)
		text_str(out, " &#xb7; <a href=\"#alike\">Those that fail the same way</a>");
	text_str(out, " &#xb7; <a href=\"#all\">All submissions</a> &#xb7; <a href=\"#each\">Each of them</a></p></nav>\n");
}

/* --- Table 1 --- */

static bool
failed(const struct graded *g, int round)
{
	return g->rounds[round - 1].outcome == ROUND_FAILED;
}

/* Round 3 counts only where 1 and 2 found nothing. */
static unsigned
pattern(const struct graded *g)
{
	unsigned one = failed(g, 1) ? 1 : 0, two = failed(g, 2) ? 2 : 0;
	return one + two ? one + two : failed(g, 3) ? 4 : 0;
}

static void
write_round_counts(struct text *out, const struct graded_class *c)
{
	static const unsigned rows[] = {0, 1, 2, 3, 4};
	size_t n[5] = {0}, others = 0;
	for (size_t i = 0; i < c->n; i++) {
		unsigned row = pattern(&c->at[i]);
		if (row || c->at[i].verdict == TESTED_PASS)
			n[row]++;
		else
			others++;
	}
	text_str(out, "<h2 id=\"rounds\">Rounds</h2>\n<p>In which rounds how many fail. Rounds 1 and 2 make one call at a time: "
		"1 finds what returned though it may not, 2 what stays blocked though it may not. Round 3 makes calls at once, and counts where 1 and 2 find nothing.</p>\n<table>"
		"<thead><tr><th scope=\"col\" class=\"center\">round 1</th><th scope=\"col\" class=\"center\">round 2</th><th scope=\"col\" class=\"center\">round 3</th><th scope=\"col\" class=\"number\">number</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		text_str(out, "<tr>");
		for (unsigned round = 0; round < GRADED_ROUNDS; round++)
			text_printf(out, "<td class=\"center\">%s</td>", rows[i] >> round & 1 ? "fails" : round == 2 && rows[i] ? "" : "&#x2013;");
		text_printf(out, "<td class=\"number\">%zu</td></tr>\n", n[rows[i]]);
	}
	if (others)
		text_printf(out, "<tr><th scope=\"row\" colspan=\"3\">undecided, or could not be tested</th><td class=\"number\">%zu</td></tr>\n", others);
	text_str(out, "</tbody></table>\n");
}

/* --- those that fail the same way --- */

static void
write_link(struct text *out, const struct graded_class *c, size_t i)
{
	text_printf(out, "<a href=\"#s%zu\">", i + 1);
	html_text(out, c->at[i].name);
	text_str(out, "</a>");
}

static void
write_flock(struct text *out, const struct sheet *s, size_t number)
{
	const struct flock *f = &s->flocks.at[number];
	const struct graded *first = &s->class->at[f->at[0]];
	const char *message = json_words(first->report, "message"), *class = json_words(first->report, "class");
	char id[32];
	snprintf(id, sizeof id, "g%zu", number + 1);
	text_printf(out, "<section class=\"group\" id=\"%s\">\n<h3>These %zu fail the same way", id, f->n);
	text_str(out, class ? " <span class=\"badge fail\">" : "");
	html_text(out, class ? class : "");
	text_str(out, class ? "</span></h3>\n" : "</h3>\n");
	html_element(out, "p", NULL, message);
	text_str(out, "<ul class=\"names\">\n");
	for (size_t i = 0; i < f->n; i++) {
		text_str(out, "<li>");
		write_link(out, s->class, f->at[i]);
		text_str(out, "</li>\n");
	}
	text_str(out, "</ul>\n");
	if (first->report)
		draw_counterexample(out, first->report, id);
	text_str(out, "</section>\n");
}

static void
write_flocks(struct text *out, const struct sheet *s)
{
	if (s->flocks.n)
		text_str(out, "<h2 id=\"alike\">Those that fail the same way</h2>\n");
	for (size_t i = 0; i < s->flocks.n; i++)
		write_flock(out, s, i);
}

/* --- all in one table --- */

static void
write_round_word(struct text *out, const struct graded_round *r)
{
	static const char *const words[] = {[ROUND_PASSED] = "passed", [ROUND_FAILED] = "failed", [ROUND_UNDECIDED] = "undecided", [ROUND_NOT_RUN] = "&#x2013;"};
	struct text share = {0};
	if (r->outcome == ROUND_FAILED && r->class)
		html_text(out, r->class);
	else
		text_str(out, words[r->outcome]);
	write_graded_share(&share, r);
	html_text(out, share.s ? share.s : "");
	text_free(&share);
}

/* Why there is no verdict on the code. */
static const char *
note_on(const struct graded *g)
{
	return g->verdict == TESTED_UNDECIDED || g->verdict == TESTED_ERROR ? g->reason : NULL;
}

static bool
has_notes(const struct graded_class *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (note_on(&c->at[i]))
			return true;
	return false;
}

static void
write_line(struct text *out, const struct graded_class *c, size_t i, bool marks, bool notes)
{
	const struct graded *g = &c->at[i];
	text_str(out, "<tr><th scope=\"row\">");
	write_link(out, c, i);
	text_str(out, "</th><td>");
	html_badge(out, graded_verdict(g->verdict));
	for (int round = 0; round < GRADED_ROUNDS; round++) {
		text_str(out, "</td><td>");
		write_round_word(out, &g->rounds[round]);
	}
	text_str(out, "</td>");
	if (marks)
		text_printf(out, "<td class=\"number\">%g</td>", graded_points(c->spec, g));
	if (notes) {
		text_str(out, "<td>");
		html_text(out, note_on(g) ? note_on(g) : "");
		text_str(out, "</td>");
	}
	text_str(out, "</tr>\n");
}

static void
write_all(struct text *out, const struct graded_class *c)
{
	bool marks = has_marks(c), notes = has_notes(c);
	text_str(out, "<h2 id=\"all\">All submissions</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">submission</th><th scope=\"col\">verdict</th>"
		"<th scope=\"col\">round 1</th><th scope=\"col\">round 2</th><th scope=\"col\">round 3</th>");
	text_str(out, marks ? "<th scope=\"col\" class=\"number\">points</th>" : "");
	text_str(out, notes ? "<th scope=\"col\">why</th></tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < c->n; i++)
		write_line(out, c, i, marks, notes);
	text_str(out, "</tbody></table></div>\n");
}

/* --- a submission --- */

static void
write_round(struct text *out, const struct graded *g, int round)
{
	static const char *const words[] = {[ROUND_PASSED] = "passed", [ROUND_FAILED] = "failed", [ROUND_UNDECIDED] = "undecided", [ROUND_NOT_RUN] = "not run"};
	const struct graded_round *r = &g->rounds[round];
	text_printf(out, "<dt>Round %d</dt><dd>%s", round + 1, words[r->outcome]);
	if (r->outcome == ROUND_FAILED && r->class) {
		text_str(out, ": ");
		html_text(out, r->class);
	}
	if (r->outcome == ROUND_FAILED && r->operation) {
		text_str(out, ", in <code>");
		html_text(out, r->operation);
		text_str(out, "</code>");
	}
	if (r->outcome == ROUND_UNDECIDED && r->reason) {
		text_str(out, ": ");
		html_text(out, r->reason);
	}
	if (r->tests && graded_share(r) >= 0 && graded_share(r) < 100)
		text_printf(out, " <span class=\"faint\">(%" PRIu64 " of %" PRIu64 " tests)</span>", r->tests, r->asked);
	else if (r->tests)
		text_printf(out, " <span class=\"faint\">(%" PRIu64 " test%s)</span>", r->tests, plural(r->tests));
	text_str(out, "</dd>\n");
}

static void
write_fact(struct text *out, const char *name, const char *words)
{
	if (!words || !*words)
		return;
	text_str(out, "<dt>");
	html_text(out, name);
	text_str(out, "</dt><dd>");
	html_text(out, words);
	text_str(out, "</dd>\n");
}

static void
write_facts(struct text *out, const struct graded_class *c, const struct graded *g)
{
	text_str(out, "<dl class=\"facts\">\n");
	for (size_t i = 0; i < g->ngroups; i++)
		write_fact(out, g->groups[i].name, g->groups[i].value);
	if (has_marks(c))
		text_printf(out, "<dt>Points</dt><dd>%g of %g</dd>\n", graded_points(c->spec, g), graded_most(c->spec));
	for (int round = 0; round < GRADED_ROUNDS; round++)
		write_round(out, g, round);
	write_fact(out, "Hit its limit of", g->limit);
	write_fact(out, "File", g->path);
	write_fact(out, "Engine", g->engine);
	text_printf(out, "<dt>Took</dt><dd>%.1f s</dd>\n</dl>\n", g->seconds);
}

/* What the points are for. */
static void
write_items(struct text *out, const struct graded_class *c, const struct graded *g)
{
	struct arena arena = {0};
	size_t n = 0;
	const struct graded_item *items = has_marks(c) ? graded_items(&arena, c->spec, g, &n) : NULL;
	text_str(out, n ? "<table><thead><tr><th scope=\"col\">for</th><th scope=\"col\" class=\"number\">points</th><th scope=\"col\" class=\"number\">of</th>"
		"<th scope=\"col\">why not all</th></tr></thead><tbody>\n" : "");
	for (size_t i = 0; i < n; i++) {
		text_str(out, "<tr><th scope=\"row\">");
		html_text(out, items[i].name);
		text_printf(out, "</th><td class=\"number\">%g</td><td class=\"number\">%g</td><td>", items[i].points, items[i].most);
		html_text(out, items[i].why ? items[i].why : "");
		text_str(out, "</td></tr>\n");
	}
	text_str(out, n ? "</tbody></table>\n" : "");
	arena_free(&arena);
}

static void
write_freedom(struct text *out, const char *why)
{
	text_str(out, "<p>Its calls ran freely: the scheduler does not see ");
	html_text(out, why);
	text_str(out, ".</p>\n");
}

static void
write_leaks(struct text *out, const char *leaks)
{
	text_str(out, "<p>It leaks: ");
	html_text(out, leaks);
	text_str(out, ".</p>\n");
}

static void
write_attempts(struct text *out, const struct graded *g)
{
	if (!g->nattempts)
		return;
	text_str(out, "<h4>What the sandbox did not allow</h4>\n<ul>\n");
	for (size_t i = 0; i < g->nattempts; i++)
		html_element(out, "li", NULL, g->attempts[i]);
	text_str(out, "</ul>\n");
}

static void
write_submission(struct text *out, const struct sheet *s, size_t i)
{
	const struct graded *g = &s->class->at[i];
	char id[32];
	snprintf(id, sizeof id, "s%zu", i + 1);
	text_printf(out, "<section class=\"submission\" id=\"%s\" aria-labelledby=\"%s-name\">\n<h3 id=\"%s-name\">", id, id, id);
	html_text(out, g->name);
	text_char(out, ' ');
	html_badge(out, graded_verdict(g->verdict));
	text_str(out, "</h3>\n");
	html_element(out, "p", "lead", note_on(g));
	write_facts(out, s->class, g);
	write_items(out, s->class, g);
	if (g->freely)
		write_freedom(out, g->freely);
	if (g->leaks)
		write_leaks(out, g->leaks);
	if (s->flock_of[i])
		text_printf(out, "<p>It is one of <a href=\"#g%zu\">%zu that fail the same way</a>.</p>\n", s->flock_of[i], s->flocks.at[s->flock_of[i] - 1].n);
	write_attempts(out, g);
	html_details(out, "What the compiler said", g->compiler, g->verdict == TESTED_ERROR);
	if (g->report)
		html_failure(out, g->report, id, 4);
	html_details(out, "The report in words", g->text, false);
	text_str(out, "</section>\n");
}

void
write_graded_html(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	struct sheet s = {.class = c};
	struct text title = {0};
	find_flocks(&s);
	text_printf(&title, "%s: %zu submission%s", c->spec ? c->spec->resource : c->title, c->n, plural(c->n));
	html_begin(out, title.s);
	write_head(out, c);
	write_contents(out, &s);
	text_str(out, "<main>\n");
	write_summary(out, c);
	write_round_counts(out, c);
	write_flocks(out, &s);
	write_all(out, c);
	text_str(out, "<h2 id=\"each\">Each of them</h2>\n");
	for (size_t i = 0; i < c->n; i++)
		write_submission(out, &s, i);
	text_str(out, "</main>\n");
	html_end(out);
	text_free(&title);
	arena_free(&s.arena);
}
