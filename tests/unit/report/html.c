#include "unit/unit.h"

#include "report/graded_private.h"
#include "report/html.h"

struct fixture {
	struct text out;
	json_t *report;
};

static int
setup(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	text_free(&f->out);
	json_decref(f->report);
	free(f);
	return 0;
}

static void
has(struct fixture *f, const char *part)
{
	if (!strstr(f->out.s, part))
		fail_msg("there is no\n%s\nin\n%s", part, f->out.s);
}

static void
has_not(struct fixture *f, const char *part)
{
	if (strstr(f->out.s, part))
		fail_msg("there is\n%s\nin\n%s", part, f->out.s);
}

static size_t
count(const struct fixture *f, const char *part)
{
	size_t n = 0;
	for (const char *s = f->out.s; (s = strstr(s, part)); s += strlen(part))
		n++;
	return n;
}

/* --- text --- */

static void
markup_stands_as_text(void **state)
{
	struct fixture *f = *state;
	html_text(&f->out, "<a href='x' title=\"y\">&amp;");
	assert_string_equal(f->out.s, "&#60;a href=&#39;x&#39; title=&#34;y&#34;&#62;&#38;amp;");
}

static void
what_cannot_be_seen_is_shown(void **state)
{
	struct fixture *f = *state;
	html_text(&f->out, "\x01\x1b\n\t\x7f\xff\xc2\x85\xef\xbf\xbf\xe2\x80\xae");
	assert_string_equal(f->out.s, "&#x2401;&#x241b;&#x240a;&#x2409;&#x2421;&#xfffd;&#xfffd;&#xfffd;&#x27e8;U+202E&#x27e9;");
}

static void
lines_stay_lines_where_they_may(void **state)
{
	struct fixture *f = *state;
	html_lines(&f->out, "a\n\tb\r");
	assert_string_equal(f->out.s, "a\n\tb&#x240d;");
}

static void
what_is_very_long_is_cut_between_characters(void **state)
{
	struct fixture *f = *state;
	struct text words = {0};
	text_str(&words, "x");
	for (size_t i = 0; i < 1000000; i++)
		text_str(&words, "\xe2\x82\xac");
	html_lines(&f->out, words.s);
	has_not(f, "&#xfffd;");
	has(f, "\n&#x2026; and 2800002 more bytes");
	text_free(&words);
}

static void
labels_are_cut_by_their_width(void **state)
{
	struct fixture *f = *state;
	html_short(&f->out, "12345", 5);
	html_short(&f->out, "|123456", 5);
	assert_string_equal(f->out.s, "12345|123&#x2026;");
	assert_int_equal(html_width("\xe6\xbc\xa2\xe5\xad\x97", 9), 4);
}

/* --- drawings --- */

static void
draw(struct fixture *f, const char *json)
{
	json_error_t error;
	json_decref(f->report);
	f->report = json_loads(json, 0, &error);
	if (!f->report)
		fail_msg("%s", error.text);
	text_free(&f->out);
	text_str(&f->out, "");
	draw_counterexample(&f->out, f->report, "d");
}

static void
a_call_goes_on_hatched_until_it_returns(void **state)
{
	struct fixture *f = *state;
	draw(f, "{\"class\": \"safety\", \"phase\": 3, \"counterexample\": [{\"calls\": [\"a get()\"], \"unblocks\": []}, {\"calls\": [\"b put(1)\"], \"unblocks\": [\"b\"]},"
		"{\"calls\": [\"b put(2)\"], \"unblocks\": [\"b\", \"a\"], \"results\": {\"a\": 7}}], \"why\": [{\"client\": \"a\", \"call\": \"get()\"}]}");
	assert_int_equal(count(f, "class=\"wait\""), 3 + 1); /* and the legend */
	has(f, "called in phase 1, returned in phase 3: 7</title>");
	has(f, "<rect class=\"bar bad\"");
	assert_int_equal(count(f, "class=\"mark\""), 1);
	has(f, "phase 3 &#x2717; safety");
}

static void
what_should_have_gone_ahead_is_marked_from_then_on(void **state)
{
	struct fixture *f = *state;
	draw(f, "{\"class\": \"progress\", \"phase\": 3, \"counterexample\": [{\"calls\": [\"a get()\"], \"unblocks\": []}, {\"calls\": [\"b put(1)\"], \"unblocks\": [\"b\"]},"
		"{\"calls\": [\"b put(2)\"], \"unblocks\": [\"b\"]}], \"why\": [{\"client\": \"a\", \"call\": \"get()\", \"bound_in\": 2}]}");
	assert_int_equal(count(f, "class=\"wait bad\""), 2 + 1);
	has(f, "has not returned\nit was bound to go ahead in phase 2");
	has_not(f, "class=\"bar bad\"");
}

static void
who_ran_last_ends_with_a_mark(void **state)
{
	struct fixture *f = *state;
	static const char calls[] = "\"class\": \"crash\", \"phase\": 1, \"counterexample\": [{\"calls\": [\"a get()\", \"b put(1)\"], \"unblocks\": []}]";
	char json[600];
	snprintf(json, sizeof json, "{%s, \"actor\": \"b\"}", calls);
	draw(f, json);
	assert_int_equal(count(f, "class=\"mark\""), 1);
	assert_int_equal(count(f, "did not come to its end"), 2);
	snprintf(json, sizeof json, "{%s}", calls);
	draw(f, json);
	assert_int_equal(count(f, "class=\"mark\""), 2); /* nobody knows who it was */
}

static void
a_failure_after_all_calls_has_a_column_of_its_own(void **state)
{
	struct fixture *f = *state;
	draw(f, "{\"class\": \"crash\", \"phase\": 2, \"place\": {\"function\": \"thing_free\"}, \"counterexample\": [{\"calls\": [\"a get()\"], \"unblocks\": [\"a\"]}]}");
	has(f, "the end &#x2717; crash");
	has(f, ">thing_free</text>");
}

static void
calls_that_race_are_marked(void **state)
{
	struct fixture *f = *state;
	draw(f, "{\"class\": \"race\", \"phase\": 2, \"counterexample\": [{\"calls\": [\"a get()\", \"b put(1)\", \"c get()\"], \"unblocks\": [\"a\", \"b\", \"c\"]}],"
		"\"races\": [{\"accesses\": [{\"actor\": \"a\", \"call\": \"get()\"}, {\"actor\": \"b\", \"call\": \"put(1)\"}]}]}");
	assert_int_equal(count(f, "class=\"mark\""), 2);
	has_not(f, "the end");
}

static void
of_many_phases_the_middle_is_left_out(void **state)
{
	struct fixture *f = *state;
	struct text json = {0};
	text_str(&json, "{\"class\": \"value\", \"phase\": 1000, \"counterexample\": [");
	for (int i = 1; i <= 1000; i++)
		text_printf(&json, "%s{\"calls\": [\"a put(%d)\"], \"unblocks\": [\"a\"]}", i > 1 ? ", " : "", i);
	text_str(&json, "], \"why\": []}");
	draw(f, json.s);
	has(f, "&#x2026; 980 phases");
	has(f, ">put(5)<");
	has_not(f, ">put(6)<");
	has_not(f, ">put(985)<");
	has(f, ">put(986)<");
	has(f, ">put(1000)<");
	assert_true(count(f, "<svg") > 3);
	text_free(&json);
}

static void
what_is_no_report_draws_nothing(void **state)
{
	struct fixture *f = *state;
	static const char *const odd[] = {
		"{}", "[]", "{\"class\": 3, \"counterexample\": {}}", "{\"class\": \"crash\", \"phase\": -1, \"counterexample\": [[], 3, {\"calls\": 1, \"unblocks\": [2, \"x\"]}]}",
	};
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		draw(f, odd[i]);
		assert_string_equal(f->out.s, "");
	}
}

/* --- a class --- */

static struct graded
submission(const char *name, enum tested_verdict verdict, unsigned failed, const char *alike)
{
	struct graded g = {.name = name, .path = name, .verdict = verdict, .alike = alike};
	for (unsigned i = 0; i < GRADED_ROUNDS; i++)
		if (failed >> i & 1)
			g.rounds[i] = (struct graded_round){.outcome = ROUND_FAILED, .class = "safety", .operation = "get"};
	return g;
}

static void
write_class(struct fixture *f, const struct graded *at, size_t n)
{
	struct graded_class c = {.title = "box.yaml", .seed = 0x5eed, .n = n, .at = at};
	struct report_style style = {0};
	write_graded_html(&f->out, &style, &c);
}

static void
rounds_are_counted_as_in_the_paper(void **state)
{
	struct fixture *f = *state;
	struct graded at[] = {
		submission("a", TESTED_PASS, 0, NULL), submission("b", TESTED_FAIL, 1, "x"), submission("c", TESTED_FAIL, 5, "y"), submission("d", TESTED_FAIL, 3, "z"),
		submission("e", TESTED_FAIL, 4, "u"), submission("f", TESTED_UNDECIDED, 0, NULL), submission("g", TESTED_ERROR, 0, NULL),
	};
	write_class(f, at, sizeof at / sizeof *at);
	has(f, "<td class=\"center\">&#x2013;</td><td class=\"center\">&#x2013;</td><td class=\"center\">&#x2013;</td><td class=\"number\">1</td>");
	has(f, "<td class=\"center\">fails</td><td class=\"center\">&#x2013;</td><td class=\"center\"></td><td class=\"number\">2</td>");
	has(f, "<td class=\"center\">&#x2013;</td><td class=\"center\">fails</td><td class=\"center\"></td><td class=\"number\">0</td>");
	has(f, "<td class=\"center\">fails</td><td class=\"center\">fails</td><td class=\"center\"></td><td class=\"number\">1</td>");
	has(f, "<td class=\"center\">&#x2013;</td><td class=\"center\">&#x2013;</td><td class=\"center\">fails</td><td class=\"number\">1</td>");
	has(f, "undecided, or could not be tested</th><td class=\"number\">2</td>");
}

static void
those_that_fail_the_same_way_stand_together_the_most_first(void **state)
{
	struct fixture *f = *state;
	struct graded at[] = {
		submission("a", TESTED_FAIL, 1, "x"), submission("b", TESTED_FAIL, 1, "y"), submission("c", TESTED_FAIL, 1, "y"), submission("d", TESTED_FAIL, 1, "x"),
		submission("e", TESTED_FAIL, 1, "y"), submission("f", TESTED_FAIL, 1, "alone"),
	};
	write_class(f, at, sizeof at / sizeof *at);
	has(f, "id=\"g1\">\n<h3>These 3 fail the same way");
	has(f, "<li><a href=\"#s2\">b</a></li>\n<li><a href=\"#s3\">c</a></li>\n<li><a href=\"#s5\">e</a></li>\n</ul>");
	has(f, "id=\"g2\">\n<h3>These 2 fail the same way");
	has(f, "<a href=\"#g2\">2 that fail the same way</a>");
	has_not(f, "id=\"g3\"");
}

static void
what_submissions_say_is_text(void **state)
{
	struct fixture *f = *state;
	static const char *const attempts[] = {"tried to open <script>"};
	static const struct graded_group group = {"student\"<b>", "<i>\x1b"};
	struct graded g = submission("<script>\"\n", TESTED_ERROR, 0, NULL);
	g.reason = "<!--";
	g.compiler = "</pre><script>alert(1)</script>";
	g.text = "</pre></main>";
	g.limit = "<time>";
	g.nattempts = g.ngroups = 1;
	g.attempts = attempts;
	g.groups = &group;
	g.rounds[0] = (struct graded_round){.outcome = ROUND_FAILED, .class = "<c>", .operation = "<o>"};
	write_class(f, &g, 1);
	has_not(f, "<script");
	has_not(f, "<!--");
	has_not(f, "<time>");
	has_not(f, "<i>");
	has_not(f, "<c>");
	has_not(f, "<o>");
	assert_int_equal(count(f, "</main>"), 1);
	has(f, "tried to open &#60;script&#62;");
	has(f, "<details open=\"open\"><summary>What the compiler said</summary>");
}

static void
an_empty_class_is_a_page(void **state)
{
	struct fixture *f = *state;
	write_class(f, NULL, 0);
	has(f, "box.yaml: 0 submissions</h1>");
	has(f, "</html>");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(markup_stands_as_text, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_seen_is_shown, setup, teardown),
		cmocka_unit_test_setup_teardown(lines_stay_lines_where_they_may, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_very_long_is_cut_between_characters, setup, teardown),
		cmocka_unit_test_setup_teardown(labels_are_cut_by_their_width, setup, teardown),
		cmocka_unit_test_setup_teardown(a_call_goes_on_hatched_until_it_returns, setup, teardown),
		cmocka_unit_test_setup_teardown(what_should_have_gone_ahead_is_marked_from_then_on, setup, teardown),
		cmocka_unit_test_setup_teardown(who_ran_last_ends_with_a_mark, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_after_all_calls_has_a_column_of_its_own, setup, teardown),
		cmocka_unit_test_setup_teardown(calls_that_race_are_marked, setup, teardown),
		cmocka_unit_test_setup_teardown(of_many_phases_the_middle_is_left_out, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_report_draws_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(rounds_are_counted_as_in_the_paper, setup, teardown),
		cmocka_unit_test_setup_teardown(those_that_fail_the_same_way_stand_together_the_most_first, setup, teardown),
		cmocka_unit_test_setup_teardown(what_submissions_say_is_text, setup, teardown),
		cmocka_unit_test_setup_teardown(an_empty_class_is_a_page, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
