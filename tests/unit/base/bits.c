#include "base/bits.h"

#include "test/test.h"
#include "spec/spec.h"
#include "unit/unit.h"

static const struct bit colours[] = {{"red", 1}, {"green", 4}, {"blue", 2}, {0}};

static void
a_bit_is_found_by_its_whole_name_only(void **state)
{
	assert_int_equal(bits_find(colours, "green"), 4);
	assert_int_equal(bits_find(colours, "gree"), 0);
	assert_int_equal(bits_find(colours, "greens"), 0);
	assert_int_equal(bits_find(colours, ""), 0);
}

static void
those_that_are_set_are_listed_in_the_order_of_the_table(void **state)
{
	struct arena a = {0};
	assert_string_equal(bits_names(&a, colours, 6), "green, blue");
	assert_string_equal(bits_names(&a, colours, 8), "");
	arena_free(&a);
}

static void
a_wrong_name_is_answered_with_the_nearest_or_with_all(void **state)
{
	struct arena a = {0};
	assert_string_equal(bits_hint(&a, colours, "gren"), "did you mean 'green'?");
	assert_string_equal(bits_hint(&a, colours, "purple"), "there are red, green, blue");
	assert_string_equal(bits_hint(&a, colours, NULL), "there are red, green, blue");
	arena_free(&a);
}

static void
each_kind_of_what_is_rare_and_of_misuse_has_a_name(void **state)
{
	unsigned rare = 0, allowed = 0;
	for (const struct bit *b = rare_kinds; b->name; b++)
		rare |= b->bit;
	for (const struct bit *b = allowed_kinds; b->name; b++)
		allowed |= b->bit;
	assert_int_equal(rare, RARE_ALL);
	assert_int_equal(allowed, ALLOWED_ALL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bit_is_found_by_its_whole_name_only),
		cmocka_unit_test(those_that_are_set_are_listed_in_the_order_of_the_table),
		cmocka_unit_test(a_wrong_name_is_answered_with_the_nearest_or_with_all),
		cmocka_unit_test(each_kind_of_what_is_rare_and_of_misuse_has_a_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
