#include "unit/lang/world.h"

#include "unit/unit.h"

static void
arithmetic_never_wraps_around(void **state)
{
	static const struct world_case cases[] = {
		{"9223372036854775807 + 1", NULL, "fault 0-23: the result is beyond what an int can hold"},
		{"1 + 9223372036854775807 * 1", NULL, "fault 0-27: the result is beyond what an int can hold"},
		{"-9223372036854775808 - 1", NULL, "fault 0-24: the result is beyond what an int can hold"},
		{"9223372036854775807 * 2", NULL, "fault 0-23: the result is beyond what an int can hold"},
		{"9223372036854775807 * 9223372036854775807", NULL, "fault 0-41: the result is beyond what an int can hold"},
		{"-9223372036854775808 * -1", NULL, "fault 0-25: the result is beyond what an int can hold"},
		{"-9223372036854775808 div -1", NULL, "fault 0-27: the result is beyond what an int can hold"},
		{"--9223372036854775808", NULL, "fault 0-21: the result is beyond what an int can hold"},
		{"abs(-9223372036854775808)", NULL, "fault 0-25: the result is beyond what an int can hold"},
		{"sum([9223372036854775807, 1])", NULL, "fault 0-29: the result is beyond what an int can hold"},
		{"sum q in [9223372036854775807, 1] . q", NULL, "fault 0-37: the result is beyond what an int can hold"},
		{"double(9223372036854775807)", NULL, "fault 0-5: the result is beyond what an int can hold"},
	};
	VALUES_ARE(cases, NULL);
}

static void
nothing_is_divided_by_zero(void **state)
{
	static const struct world_case cases[] = {
		{"5 div 0", NULL, "fault 0-7: division by zero"},
		{"5 mod 0", NULL, "fault 0-7: division by zero"},
		{"1 + 7 div (k - 3)", NULL, "fault 4-17: division by zero"},
	};
	VALUES_ARE(cases, NULL);
}

static void
positions_and_keys_must_exist(void **state)
{
	static const struct world_case cases[] = {
		{"list[3]", NULL, "fault 0-7: there is no position 3 in a sequence of 3"},
		{"list[i]", NULL, "fault 0-7: there is no position -7 in a sequence of 3"},
		{"text[k + 2]", NULL, "fault 0-11: there is no position 5 in a sequence of 5"},
		{"1 + list[9]", NULL, "fault 4-11: there is no position 9 in a sequence of 3"},
		{"weight[i]", NULL, "fault 0-9: there is no value at the key -7"},
		{"names[\"zz\"]", NULL, "fault 0-11: there is no value at the key \"zz\""},
		{"{1 -> 2}[2]", NULL, "fault 0-11: there is no value at the key 2"},
		{"weight + {7 -> 5}", NULL, "fault 0-17: there is no value at the key 7"},
		{"fits(9, 1)", NULL, "fault 0-9: there is no value at the key 9"},
	};
	VALUES_ARE(cases, NULL);
}

static void
empty_collections_have_no_elements_to_give(void **state)
{
	static const struct world_case cases[] = {
		{"head([])", NULL, "fault 0-8: an empty sequence has no such element"},
		{"last([])", NULL, "fault 0-8: an empty sequence has no such element"},
		{"tail([])", NULL, "fault 0-8: an empty sequence has no such element"},
		{"front([])", NULL, "fault 0-9: an empty sequence has no such element"},
		{"min([])", NULL, "fault 0-7: there is nothing to take the smallest or largest of"},
		{"min(bag())", NULL, "fault 0-10: there is nothing to take the smallest or largest of"},
		{"max({})", NULL, "fault 0-7: there is nothing to take the smallest or largest of"},
		{"max x in {} . x", NULL, "fault 0-15: there is nothing to take the smallest or largest of"},
		{"min x in list . head([])", NULL, "fault 16-24: an empty sequence has no such element"},
		{"the(nobody)", NULL, "fault 0-11: none holds no value"},
		{"the(none)", NULL, "fault 0-9: none holds no value"},
	};
	VALUES_ARE(cases, NULL);
}

static void
values_do_not_leave_their_types(void **state)
{
	static const struct world_case cases[] = {
		{"r", "0..3", "fault 0-1: the value 5 is not in 0..3"},
		{"i", "nat", "fault 0-1: the value -7 is not in nat"},
		{"list", "seq of 0..2", "fault 0-4: the value [3, 1, 2] is not in seq of 0..2"},
		{"{1 -> -1}", "map[int] nat", "fault 0-9: the value {1 -> -1} is not in map[int] nat"},
		{"{i -> i}", "map[nat] int", "fault 0-8: the value {-7 -> -7} is not in map[nat] int"},
		{"(x = k, y = i)", "record(x: 0..3, y: nat)", "fault 0-14: the value (x = 3, y = -7) is not in record(x: 0..3, y: nat)"},
		{"some(i)", "option nat", "fault 0-7: the value some(-7) is not in option nat"},
		{"bag(1, i)", "bag of nat", "fault 0-9: the value bag(-7, 1) is not in bag of nat"},
		{"[[{i}]]", "seq of seq of set of nat", "fault 0-7: the value [[{-7}]] is not in seq of seq of set of nat"},
		{"{q + 1 -> q | q in Warehouse}", "map[Warehouse] int", "fault 0-29: the value 4 is not in Warehouse"},
		{"{q -> q | q in 0..2}", "map[Warehouse] int", "fault 0-20: a value is needed for each key of map[Warehouse] 0..2"},
		{"{0 -> 1, 1 -> 2, 2 -> 3, 2 -> 4}", "map[Warehouse] int", "fault 0-32: a value is needed for each key of map[Warehouse] 1..4"},
		{"chr(256)", NULL, "fault 0-8: there is no character with the number 256"},
		{"chr(i)", NULL, "fault 0-6: there is no character with the number -7"},
	};
	VALUES_ARE(cases, NULL);
}

static void
what_would_take_too_long_or_too_much_ends(void **state)
{
	static const struct world_case cases[] = {
		{"0..5000000", NULL, "fault 0-10: the collection is too large"},
		{"count x in 1..10000, y in 1..10000 . true", NULL, "fault 0-41: this takes too long: ten million steps were not enough"},
		{"count q in -9223372036854775808..9223372036854775807 . true", NULL, "fault 0-59: this takes too long: ten million steps were not enough"},
		{"exists x in 1..100000 . (1..x) == {}", NULL, "fault 25-29: this takes too long: ten million steps were not enough"},
		{"len([x | x in 1..1000, y in 1..1000])", NULL, "1000000"},
		{"len([x | x in 1..1024, y in 1..1025])", NULL, "fault 4-36: the collection is too large"},
		{"let a = [0 | x in 1..1000000] in len(a ++ a)", NULL, "fault 37-43: the collection is too large"},
		{"let a = 1..1000000 in len(a + (1000001..2000000))", NULL, "fault 26-48: the collection is too large"},
		{"exists x in 1..1000000 . text matches /zz/", NULL, "fault 25-42: this takes too long: ten million steps were not enough"},
		{"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" matches /^(a+)+(b|c)\\1\\1$/", NULL, "fault 0-63: the pattern could not be matched"},
	};
	VALUES_ARE(cases, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic_never_wraps_around),
		cmocka_unit_test(nothing_is_divided_by_zero),
		cmocka_unit_test(positions_and_keys_must_exist),
		cmocka_unit_test(empty_collections_have_no_elements_to_give),
		cmocka_unit_test(values_do_not_leave_their_types),
		cmocka_unit_test(what_would_take_too_long_or_too_much_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
