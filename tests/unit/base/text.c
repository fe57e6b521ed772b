#include "base/text.h"

#include "unit/unit.h"

static const char *
quoted(struct arena *a, const char *s, size_t n)
{
	struct text t = {0};
	text_quoted(&t, s, n);
	return text_take(&t, a);
}

static void
pieces_are_joined_in_order(void **state)
{
	struct text t = {0};
	text_str(&t, "weight");
	text_char(&t, '[');
	text_printf(&t, "%d", 7);
	text_add(&t, "]...", 1);
	text_fill(&t, '-', 100);
	assert_int_equal(t.n, 109);
	assert_memory_equal(t.s, "weight[7]---", 12);
	assert_int_equal(strlen(t.s), t.n);
	text_free(&t);
}

static void
text_that_was_taken_lives_in_the_arena_and_leaves_nothing(void **state)
{
	struct arena a = {0};
	struct text t = {0};
	text_str(&t, "moved");
	assert_string_equal(text_take(&t, &a), "moved");
	assert_null(t.s);
	assert_string_equal(text_take(&t, &a), "");
	arena_free(&a);
}

static void
quoting_escapes_what_would_break_a_line_and_keeps_utf8(void **state)
{
	struct arena a = {0};
	assert_string_equal(quoted(&a, "say \"é\\\"", 9), "\"say \\\"é\\\\\\\"\"");
	assert_string_equal(quoted(&a, "a\n\t\0\x7f", 5), "\"a\\n\\t\\x00\\x7f\"");
	assert_string_equal(quoted(&a, "\xc3", 1), "\"\\xc3\"");
	arena_free(&a);
}

static void
what_would_change_how_a_line_reads_is_escaped_byte_by_byte(void **state)
{
	struct arena a = {0};
	assert_string_equal(arena_printable(&a, "Zoë 日本 a\\b"), "\"Zoë 日本 a\\\\b\"");
	assert_string_equal(arena_printable(&a, "Zoë 日本"), "Zoë 日本");
	assert_string_equal(arena_printable(&a, "x\xe2\x80\xae" "c.s"), "\"x\\xe2\\x80\\xaec.s\"");
	assert_string_equal(arena_printable(&a, "\xe2\x81\xa6"), "\"\\xe2\\x81\\xa6\"");
	assert_string_equal(arena_printable(&a, "\xc2\x9b" "2J"), "\"\\xc2\\x9b2J\"");
	assert_string_equal(arena_printable(&a, "a\xe2\x80\x8b"), "\"a\\xe2\\x80\\x8b\"");
	arena_free(&a);
}

static const char *
shell_word(struct arena *a, const char *s)
{
	struct text t = {0};
	text_shell(&t, s);
	return text_take(&t, a);
}

static void
a_word_for_a_shell_has_quotes_where_it_needs_them(void **state)
{
	struct arena a = {0};
	assert_string_equal(shell_word(&a, "kept/one-1.srt"), "kept/one-1.srt");
	assert_string_equal(shell_word(&a, ""), "''");
	assert_string_equal(shell_word(&a, "two words"), "'two words'");
	assert_string_equal(shell_word(&a, "$(rm -r *)"), "'$(rm -r *)'");
	assert_string_equal(shell_word(&a, "~/a"), "'~/a'");
	assert_string_equal(shell_word(&a, "it's"), "'it'\\''s'");
	assert_string_equal(shell_word(&a, "Zoë"), "'Zoë'");
	assert_string_equal(shell_word(&a, "a\nb's\\"), "$'a\\012b\\'s\\\\'");
	assert_string_equal(shell_word(&a, "\xff" "1\xe2\x80\xae"), "$'\\3771\\342\\200\\256'");
	arena_free(&a);
}

static void
utf8_sequences_are_measured_and_malformed_ones_refused(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
	} cases[] = {
		{"a", 1}, {"é", 2}, {"€", 3}, {"\xf0\x9f\x90\x8d", 4},
		{"\x80", 0}, {"\xc0\xaf", 0}, {"\xe0\x80\x80", 0}, {"\xed\xa0\x80", 0}, {"\xf4\x90\x80\x80", 0}, {"\xff", 0}, {"\xe2\x82", 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(utf8_length(cases[i].bytes, strlen(cases[i].bytes)), cases[i].length);
	assert_int_equal(utf8_length("", 0), 0);
	assert_int_equal(utf8_check("gr\xc3\xbc\xc3", 5), 4);
	assert_int_equal(utf8_check("plain", 5), 5);
}

static void
the_nearest_name_is_offered_unless_none_is_near(void **state)
{
	static const char *const names[] = {"enter", "exit", "weight", "occupied"};
	assert_string_equal(text_nearest("wieght", names, 4), "weight");
	assert_string_equal(text_nearest("Enter", names, 4), "enter");
	assert_null(text_nearest("capacity", names, 4));
	assert_null(text_nearest("enter", names, 0));
	static const char *const shorts[] = {"run", "len", "dom", "the", "fifo"};
	assert_string_equal(text_nearest("rnu", shorts, 5), "run");
	assert_string_equal(text_nearest("fist", shorts, 5), "fifo");
	assert_null(text_nearest("open", shorts, 5));
	assert_null(text_nearest("got", shorts, 5));
	assert_null(text_nearest("two", shorts, 5));
}

static void
a_name_starts_with_a_letter_and_has_no_punctuation(void **state)
{
	assert_true(text_is_name("weight_2"));
	assert_true(text_is_name("_"));
	assert_false(text_is_name(""));
	assert_false(text_is_name("2nd"));
	assert_false(text_is_name("a-b"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_joined_in_order),
		cmocka_unit_test(text_that_was_taken_lives_in_the_arena_and_leaves_nothing),
		cmocka_unit_test(quoting_escapes_what_would_break_a_line_and_keeps_utf8),
		cmocka_unit_test(what_would_change_how_a_line_reads_is_escaped_byte_by_byte),
		cmocka_unit_test(a_word_for_a_shell_has_quotes_where_it_needs_them),
		cmocka_unit_test(utf8_sequences_are_measured_and_malformed_ones_refused),
		cmocka_unit_test(the_nearest_name_is_offered_unless_none_is_near),
		cmocka_unit_test(a_name_starts_with_a_letter_and_has_no_punctuation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
