/* The Test Anything Protocol, version 13: a line a submission, what is to be said of it indented below. */
#include "report/graded_private.h"

#include <inttypes.h>
#include <string.h>

/* In a description, a number sign would begin a directive. */
static void
write_description(struct text *out, const char *s)
{
	struct arena a = {0};
	for (const char *at = arena_printable(&a, s); *at; at++) {
		if (*at == '#' || *at == '\\')
			text_char(out, '\\');
		text_char(out, *at);
	}
	arena_free(&a);
}

static void
write_comment(struct text *out, const char *s)
{
	struct arena a = {0};
	while (s && *s) {
		size_t n = strcspn(s, "\n");
		text_printf(out, "# %s\n", arena_printable(&a, arena_strndup(&a, s, n)));
		s += n + (s[n] == '\n');
	}
	arena_free(&a);
}

static void
write_shares(struct text *out, const struct graded *g)
{
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (graded_share(&g->rounds[i]) >= 0 && graded_share(&g->rounds[i]) < 100)
			text_printf(out, "# round %zu: %" PRIu64 " of %" PRIu64 " tests\n", i + 1, g->rounds[i].tests, g->rounds[i].asked);
}

void
write_graded_tap(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	text_printf(out, "TAP version 13\n1..%zu\n", c->n);
	for (size_t i = 0; i < c->n; i++) {
		const struct graded *g = &c->at[i];
		text_printf(out, "%s %zu - ", g->verdict == TESTED_PASS ? "ok" : "not ok", i + 1);
		write_description(out, g->name);
		text_char(out, '\n');
		if (g->verdict == TESTED_UNDECIDED || g->verdict == TESTED_ERROR)
			text_printf(out, "# %s\n", graded_verdict(g->verdict));
		write_comment(out, g->reason);
		write_shares(out, g);
		if (g->verdict == TESTED_FAIL)
			write_comment(out, g->text);
		if (g->verdict == TESTED_ERROR)
			write_comment(out, g->compiler);
	}
}
