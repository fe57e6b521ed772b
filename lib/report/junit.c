/* The report as JUnit XML, which servers for continuous integration read. */
#include "report/private.h"

#include "base/unicode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* False: XML 1.0 cannot hold it, in any way of writing it; or it would not be seen there. */
static bool
is_plain(const char *s, size_t length)
{
	uint32_t c = length ? utf8_character(s, length) : 0;
	return c == '\t' || c == '\n' || (c && c != 0xfffe && c != 0xffff && !character_is_unprintable(c));
}

/* What is not plain, or not UTF-8, reads as \xNN. */
static void
escape(struct text *out, const char *s)
{
	for (size_t n = strlen(s), i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		const char *instead = NULL;
		if (s[i] == '&')
			instead = "&amp;";
		else if (s[i] == '<')
			instead = "&lt;";
		else if (s[i] == '>')
			instead = "&gt;";
		else if (s[i] == '"')
			instead = "&quot;";
		else if (s[i] == '\n')
			instead = "&#10;";
		else if (s[i] == '\t')
			instead = "&#9;";
		if (instead)
			text_str(out, instead);
		else if (is_plain(s + i, length))
			text_add(out, s + i, length);
		else
			for (size_t k = 0; k < (length ? length : 1); k++)
				text_printf(out, "\\x%02x", (unsigned char)s[i + k]);
		i += length ? length : 1;
	}
}

/* In the body of an element lines may stay lines. */
void
xml_body(struct text *out, const char *s)
{
	while (*s) {
		size_t n = strcspn(s, "\n");
		char *line = strndup(s, n);
		escape(out, line ? line : "");
		free(line);
		if (s[n])
			text_char(out, '\n');
		s += n + (s[n] == '\n');
	}
}

void
xml_attribute(struct text *out, const char *name, const char *value)
{
	text_printf(out, " %s=\"", name);
	escape(out, value);
	text_char(out, '"');
}

/* What the text for people says, in the body too: some servers drop the attributes. */
static void
write_problem(struct text *out, const char *element, const char *type, const char *message, const struct tested *t)
{
	static const struct report_style style = {0};
	struct text body = {0};
	text_printf(out, "      <%s", element);
	xml_attribute(out, "type", type);
	xml_attribute(out, "message", message);
	text_char(out, '>');
	write_text(&body, &style, t, 1);
	xml_body(out, body.s ? body.s : "");
	text_printf(out, "</%s>\n", element);
	text_free(&body);
}

static void
write_result(struct text *out, const struct tested *t)
{
	struct text message = {0};
	switch (t->verdict) {
	case TESTED_PASS:
		break;
	case TESTED_FAIL:
		text_printf(&message, "%s%s%s", t->sentence, t->happened && *t->happened ? ": " : "", t->happened ? t->happened : "");
		write_problem(out, "failure", t->class, message.s, t);
		break;
	case TESTED_UNDECIDED:
		write_problem(out, "error", "undecided", t->reason, t);
		break;
	case TESTED_ERROR:
		write_problem(out, "error", "error", t->reason, t);
		break;
	}
	text_free(&message);
}

/* What goes with a test case that has not failed. */
static void
write_warnings(struct text *out, const struct tested *t)
{
	struct text races = {0};
	if (t->verdict != TESTED_PASS || !t->nraces)
		return;
	write_races(&races, t);
	text_str(out, "      <system-err>");
	xml_body(out, races.s + 1); /* it starts with an empty line */
	text_str(out, "</system-err>\n");
	text_free(&races);
}

static void
write_share(struct text *out, const struct tested *t)
{
	uint64_t asked = tested_asked(t);
	if (asked)
		text_printf(out, "      <properties>\n        <property name=\"tests\" value=\"%" PRIu64 " of %" PRIu64 "\"/>\n      </properties>\n", t->tests, asked);
}

static void
write_case(struct text *out, const struct tested *t, size_t nth)
{
	struct text name = {0};
	text_printf(&name, "%s, failure %zu", t->implementation, nth);
	text_str(out, "    <testcase");
	xml_attribute(out, "classname", t->model->spec->resource);
	xml_attribute(out, "name", nth > 1 ? name.s : t->implementation);
	text_printf(out, " time=\"%.3f\">\n", t->seconds);
	write_share(out, t);
	write_result(out, t);
	if (t->output && *t->output) {
		text_str(out, "      <system-out>");
		xml_body(out, t->output);
		text_str(out, "</system-out>\n");
	}
	write_warnings(out, t);
	text_free(&name);
	text_str(out, "    </testcase>\n");
}

void
write_junit(struct text *out, const struct report_style *style, const struct tested *at, size_t n)
{
	size_t failures = 0, errors = 0;
	double seconds = 0;
	for (size_t i = 0; i < n; i++) {
		failures += at[i].verdict == TESTED_FAIL;
		errors += at[i].verdict == TESTED_UNDECIDED || at[i].verdict == TESTED_ERROR;
		seconds += at[i].seconds;
	}
	text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
	xml_attribute(out, "name", n ? at[0].model->spec->resource : "srtest");
	text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.3f\">\n", n, failures, errors, seconds);
	for (size_t i = 0; i < n; i++)
		write_case(out, &at[i], i + 1);
	text_str(out, "  </testsuite>\n</testsuites>\n");
}
