/* A table for spreadsheets, as RFC 4180 has it. */
#include "report/graded_private.h"

#include <string.h>

/* Some spreadsheets take the wide forms of East Asia for the same. */
static bool
begins_formula(const char *s)
{
	static const char *const starts[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (strncmp(s, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

/* A cell that begins like a formula would be computed: an apostrophe in front makes it text. What cannot be seen reads \xNN. */
static void
write_text_cell(struct text *out, const char *s)
{
	struct text seen = {0};
	if (s)
		text_printable(&seen, s, strlen(s));
	text_char(out, '"');
	if (seen.n && begins_formula(seen.s + strspn(seen.s, " ")))
		text_char(out, '\'');
	for (size_t i = 0; i < seen.n; i++) {
		if (seen.s[i] == '"')
			text_char(out, '"');
		text_char(out, seen.s[i]);
	}
	text_char(out, '"');
	text_free(&seen);
}

static void
write_head(struct text *out, const struct graded_class *c)
{
	text_str(out, "submission");
	for (size_t i = 0; c->n && i < c->at[0].ngroups; i++) {
		text_char(out, ',');
		write_text_cell(out, c->at[0].groups[i].name);
	}
	text_str(out, ",verdict,round1,round2,round3,class,points,of,limit,seconds,reason,share,engine\r\n");
}

/* Of the round that made the fewest of its tests. */
static void
write_share(struct text *out, const struct graded *g)
{
	int least = -1;
	for (size_t i = 0; i < GRADED_ROUNDS; i++) {
		int share = graded_share(&g->rounds[i]);
		if (share >= 0 && (least < 0 || share < least))
			least = share;
	}
	text_str(out, ",");
	if (least >= 0)
		text_printf(out, "%d%%", least);
}

static void
write_row(struct text *out, const struct graded_class *c, const struct graded *g)
{
	static const char *const outcomes[] = {[ROUND_PASSED] = "passed", [ROUND_FAILED] = "failed", [ROUND_UNDECIDED] = "undecided", [ROUND_NOT_RUN] = ""};
	write_text_cell(out, g->name);
	for (size_t i = 0; i < g->ngroups; i++) {
		text_char(out, ',');
		write_text_cell(out, g->groups[i].value);
	}
	text_printf(out, ",%s", graded_verdict(g->verdict));
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		text_printf(out, ",%s", outcomes[g->rounds[i].outcome]);
	text_printf(out, ",%s,%g,%g,%s,%.3f,", graded_class_of(g), graded_points(c->spec, g), graded_most(c->spec), g->limit ? g->limit : "", g->seconds);
	write_text_cell(out, g->reason);
	write_share(out, g);
	text_printf(out, ",%s\r\n", g->engine ? g->engine : "");
}

void
write_graded_csv(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	write_head(out, c);
	for (size_t i = 0; i < c->n; i++)
		write_row(out, c, &c->at[i]);
}
