#include "report/graded_private.h"
#include "report/private.h"

#include <inttypes.h>

/* How many tests of each round were made, and asked for. */
static void
write_shares(struct text *out, const struct graded *g)
{
	text_str(out, "      <properties>\n");
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (g->rounds[i].outcome != ROUND_NOT_RUN)
			text_printf(out, "        <property name=\"round%zu\" value=\"%" PRIu64 " of %" PRIu64 " tests\"/>\n", i + 1, g->rounds[i].tests, g->rounds[i].asked);
	text_str(out, "      </properties>\n");
}

static void
write_case(struct text *out, const struct graded_class *c, const struct graded *g)
{
	static const char *const elements[] = {[TESTED_FAIL] = "failure", [TESTED_UNDECIDED] = "error", [TESTED_ERROR] = "error"};
	const char *type = g->verdict == TESTED_FAIL ? graded_class_of(g) : graded_verdict(g->verdict);
	const char *body = g->verdict == TESTED_ERROR && g->compiler ? g->compiler : g->text ? g->text : g->reason;
	text_str(out, "    <testcase");
	xml_attribute(out, "classname", c->spec->resource);
	xml_attribute(out, "name", g->name);
	text_printf(out, " time=\"%.3f\">\n", g->seconds);
	write_shares(out, g);
	if (g->verdict == TESTED_PASS) {
		text_str(out, "    </testcase>\n");
		return;
	}
	text_printf(out, "      <%s", elements[g->verdict]);
	xml_attribute(out, "type", type);
	xml_attribute(out, "message", g->reason ? g->reason : g->alike ? g->alike : type);
	text_char(out, '>');
	xml_body(out, body ? body : "");
	text_printf(out, "</%s>\n    </testcase>\n", elements[g->verdict]);
}

void
write_graded_junit(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	size_t errors = graded_count(c, TESTED_UNDECIDED) + graded_count(c, TESTED_ERROR);
	text_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
	xml_attribute(out, "name", c->spec->resource);
	text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.3f\">\n", c->n, graded_count(c, TESTED_FAIL), errors, c->seconds);
	for (size_t i = 0; i < c->n; i++)
		write_case(out, c, &c->at[i]);
	text_str(out, "  </testsuite>\n</testsuites>\n");
}
