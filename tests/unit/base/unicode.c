#include "base/unicode.h"

#include "base/text.h"
#include "unit/unit.h"

static void
sequences_of_every_length_are_decoded(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t character;
	} cases[] = {{"a", 'a'}, {"é", 0xe9}, {"€", 0x20ac}, {"\xf0\x9f\x90\x8d", 0x1f40d}, {"\xf4\x8f\xbf\xbf", 0x10ffff}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(utf8_character(cases[i].bytes, strlen(cases[i].bytes)), cases[i].character);
}

static void
what_turns_text_around_or_is_not_seen_is_hidden(void **state)
{
	static const uint32_t hidden[] = {0xad, 0x61c, 0x200b, 0x200d, 0x200f, 0x2028, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xe0001, 0xe0fff};
	static const uint32_t seen[] = {'a', ' ', 0xa0, 0xac, 0xae, 0xe9, 0x301, 0x5d0, 0x2010, 0x2027, 0x202f, 0x2070, 0x65e5, 0xfffc, 0x1f40d, 0xdffff, 0xe1000, 0x10ffff};
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		assert_true(character_is_hidden(hidden[i]) && character_is_unprintable(hidden[i]));
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		assert_false(character_is_hidden(seen[i]) || character_is_unprintable(seen[i]));
}

static void
control_characters_are_unprintable_also_those_above_ascii(void **state)
{
	static const uint32_t controls[] = {0, '\n', '\t', 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9f};
	for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
		assert_true(character_is_unprintable(controls[i]) && !character_is_hidden(controls[i]));
}

static void
columns_are_those_of_a_terminal_in_any_locale(void **state)
{
	static const struct {
		const char *text;
		size_t columns;
	} cases[] = {
		{"", 0}, {"plain", 5}, {"Jürgen", 6}, {"Ju\xcc\x88rgen", 6}, {"日本語", 6}, {"か\xe3\x82\x99", 2}, {"김민준", 6}, {"\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8", 2},
		{"Ａ", 2}, {"ｱ", 1}, {"🐍", 2}, {"☃", 1}, {"שלום", 4}, {"\xd7\xa9\xd6\xb8", 1}, {"नमस्ते", 4}, {"\xff|", 2}, {"\xe2\x80\x8b", 0}, {"\xf0\xa0\x80\x80", 2},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(text_columns(cases[i].text), cases[i].columns);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sequences_of_every_length_are_decoded),
		cmocka_unit_test(what_turns_text_around_or_is_not_seen_is_hidden),
		cmocka_unit_test(control_characters_are_unprintable_also_those_above_ascii),
		cmocka_unit_test(columns_are_those_of_a_terminal_in_any_locale),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
