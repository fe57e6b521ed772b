#include "report/graded.h"

#include "report/graded_private.h"
#include "report/private.h"

#include <string.h>

static const struct graded_writer writers[] = {
	{"text", write_graded_text}, {"table", write_graded_table}, {"json", write_graded_json}, {"csv", write_graded_csv}, {"junit", write_graded_junit},
	{"tap", write_graded_tap}, {"gradescope", write_graded_gradescope}, {"prairielearn", write_graded_prairielearn}, {"html", write_graded_html},
};

const struct graded_writer *
graded_writer(const char *name)
{
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (strcmp(writers[i].name, name) == 0)
			return &writers[i];
	return NULL;
}

static const char *
name_of(size_t writer)
{
	return writers[writer].name;
}

const char *
graded_writers(void)
{
	static char names[256];
	list_names(names, sizeof names, name_of, sizeof writers / sizeof *writers);
	return names;
}

const char *
graded_verdict(enum tested_verdict v)
{
	static const char *const names[] = {[TESTED_PASS] = "pass", [TESTED_FAIL] = "fail", [TESTED_UNDECIDED] = "undecided", [TESTED_ERROR] = "error"};
	return names[v];
}

size_t
graded_count(const struct graded_class *c, enum tested_verdict v)
{
	size_t n = 0;
	for (size_t i = 0; i < c->n; i++)
		n += c->at[i].verdict == v;
	return n;
}

size_t
graded_incomplete(const struct graded_class *c, const struct graded **first)
{
	size_t n = 0;
	*first = NULL;
	for (size_t i = c->n; i-- > 0;) {
		if (!c->at[i].incomplete)
			continue;
		*first = &c->at[i];
		n++;
	}
	return n;
}

int
graded_share(const struct graded_round *r)
{
	bool whole = r->outcome == ROUND_PASSED || r->outcome == ROUND_UNDECIDED;
	return whole && r->asked ? (int)(r->tests * 100 / r->asked) : -1;
}

void
write_graded_share(struct text *out, const struct graded_round *r)
{
	int share = r->outcome == ROUND_PASSED ? graded_share(r) : -1;
	if (share == 0)
		text_str(out, " <1%");
	else if (share > 0 && share < 100)
		text_printf(out, " %d%%", share);
}

const char *
graded_class_of(const struct graded *g)
{
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (g->rounds[i].outcome == ROUND_FAILED)
			return g->rounds[i].class;
	return "";
}
