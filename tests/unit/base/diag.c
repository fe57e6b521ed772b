#include "base/diag.h"

#include "unit/unit.h"

static struct span
span_at(const struct source *s, uint32_t from, uint32_t to)
{
	return (struct span){s, from, to};
}

/* What diags_print writes, to be freed. */
static char *
printed(struct diags *d)
{
	char *s = NULL;
	size_t n;
	FILE *f = open_memstream(&s, &n);
	diags_print(d, f, false);
	fclose(f);
	return s;
}

static void
assert_printed(struct diags *d, const char *expected)
{
	char *s = printed(d);
	assert_string_equal(s, expected);
	free(s);
	diags_free(d);
}

static void
a_position_counts_lines_and_characters_not_bytes(void **state)
{
	struct source s = {.name = "spec", .text = "größe\nb", .length = 9};
	struct position p = source_position(&s, 6);
	assert_int_equal(p.line, 1);
	assert_int_equal(p.column, 5);
	p = source_position(&s, 8);
	assert_int_equal(p.line, 2);
	assert_int_equal(p.column, 1);
	assert_int_equal(source_position(&s, 1000).column, 2);
}

static void
what_is_said_again_is_shown_and_counted_once_and_its_hint_goes_nowhere_else(void **state)
{
	struct source s = {.name = "w.yaml", .text = "a: 1\n", .length = 5};
	struct diags d = {0};
	for (int i = 0; i < 2; i++) {
		diag_error(&d, span_at(&s, 0, 1), "one");
		diag_hint(&d, "of one");
		if (i == 0)
			diag_error(&d, span_at(&s, 3, 4), "two");
	}
	assert_int_equal(d.errors, 2);
	assert_printed(&d, "w.yaml:1:1: error: one\n"
			   "  a: 1\n"
			   "  ^\n"
			   "  hint: of one\n"
			   "w.yaml:1:4: error: two\n"
			   "  a: 1\n"
			   "     ^\n");
}

static void
an_error_shows_its_line_a_caret_and_a_hint(void **state)
{
	struct source s = {.name = "w.yaml", .text = "a: 1\nb: wieght\n", .length = 15};
	struct diags d = {0};
	assert_false(diag_error(&d, span_at(&s, 8, 14), "there is no %s", "wieght"));
	diag_hint(&d, "did you mean weight?");
	assert_int_equal(d.errors, 1);
	assert_printed(&d, "w.yaml:2:4: error: there is no wieght\n"
			   "  b: wieght\n"
			   "     ^~~~~~\n"
			   "  hint: did you mean weight?\n");
}

static void
diagnostics_are_printed_in_the_order_of_their_places(void **state)
{
	struct source s = {.name = "x", .text = "ab", .length = 2};
	struct diags d = {0};
	diag_warning(&d, span_at(&s, 1, 2), "second");
	diag_error(&d, span_at(&s, 0, 1), "first");
	assert_printed(&d, "x:1:1: error: first\n  ab\n  ^\nx:1:2: warning: second\n  ab\n   ^\n");
}

static void
without_a_text_to_point_at_the_message_stands_alone(void **state)
{
	struct diags d = {0};
	diag_error(&d, (struct span){0}, "no such subcommand");
	assert_printed(&d, "srtest: error: no such subcommand\n");
}

static void
control_characters_of_the_source_do_not_reach_the_terminal(void **state)
{
	struct source s = {.name = "x", .text = "a\033[2Jb\xff\t", .length = 8};
	struct diags d = {0};
	diag_error(&d, span_at(&s, 0, 1), "odd");
	assert_printed(&d, "x:1:1: error: odd\n  a?[2Jb? \n  ^\n");
}

static void
after_many_mistakes_only_their_number_is_told(void **state)
{
	struct diags d = {0};
	for (int i = 0; i < 250; i++)
		diag_error(&d, (struct span){0}, "%d", i);
	assert_int_equal(d.errors, 250);
	char *s = printed(&d);
	assert_non_null(strstr(s, "srtest: 150 more not shown\n"));
	free(s);
	diags_free(&d);
}

static void
two_spans_of_one_text_join_to_the_smallest_that_holds_both(void **state)
{
	struct source s = {.name = "x", .text = "0123456789", .length = 10}, other = {.name = "y", .text = ""};
	struct span joined = span_join(span_at(&s, 6, 8), span_at(&s, 1, 3));
	assert_int_equal(joined.from, 1);
	assert_int_equal(joined.to, 8);
	assert_ptr_equal(span_join(span_at(&s, 1, 2), span_at(&other, 0, 0)).src, &s);
	assert_ptr_equal(span_join((struct span){0}, span_at(&s, 1, 2)).src, &s);
}

static void
a_file_is_read_whole_and_a_folder_or_a_long_file_refused(void **state)
{
	struct arena a = {0};
	struct diags d = {0};
	FILE *f = fopen("file", "w");
	fputs("state:\n", f);
	fclose(f);
	struct source *s = source_read(&a, &d, "file", 7);
	assert_non_null(s);
	assert_string_equal(s->text, "state:\n");
	assert_int_equal(s->length, 7);
	assert_int_equal(d.errors, 0);
	assert_null(source_read(&a, &d, "file", 6));
	assert_null(source_read(&a, &d, ".", 100));
	assert_null(source_read(&a, &d, "absent", 100));
	assert_int_equal(d.errors, 3);
	diags_free(&d);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_counts_lines_and_characters_not_bytes),
		cmocka_unit_test(an_error_shows_its_line_a_caret_and_a_hint),
		cmocka_unit_test(what_is_said_again_is_shown_and_counted_once_and_its_hint_goes_nowhere_else),
		cmocka_unit_test(diagnostics_are_printed_in_the_order_of_their_places),
		cmocka_unit_test(without_a_text_to_point_at_the_message_stands_alone),
		cmocka_unit_test(control_characters_of_the_source_do_not_reach_the_terminal),
		cmocka_unit_test(after_many_mistakes_only_their_number_is_told),
		cmocka_unit_test(two_spans_of_one_text_join_to_the_smallest_that_holds_both),
		cmocka_unit_test(a_file_is_read_whole_and_a_folder_or_a_long_file_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
