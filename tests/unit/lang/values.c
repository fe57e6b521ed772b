#include "unit/lang/world.h"

#include "unit/unit.h"

static void
names_have_the_values_of_their_places(void **state)
{
	static const struct world_case cases[] = {
		{"i", NULL, "-7"},
		{"k", NULL, "3"},
		{"flag", NULL, "true"},
		{"color", NULL, "green"},
		{"letter", NULL, "'m'"},
		{"text", NULL, "\"hello\""},
		{"raw", NULL, "[0, 255]"},
		{"point", NULL, "(x = 1, y = -2)"},
		{"maybe", NULL, "some(4)"},
		{"nobody", NULL, "none"},
		{"list", NULL, "[3, 1, 2]"},
		{"digits", NULL, "[1, 2]"},
		{"free", NULL, "{0, 2}"},
		{"coins", NULL, "bag(1, 1, 5)"},
		{"names", NULL, "{\"a\" -> 1, \"b\" -> 2}"},
		{"stock", NULL, "{red -> 1, green -> 2, blue -> 3}"},
		{"weight", NULL, "{0 -> 700, 1 -> 300, 2 -> 0, 3 -> 1000}"},
		{"grid", NULL, "{(u = 0, v = false) -> 0, (u = 0, v = true) -> 0, (u = 1, v = false) -> 0, (u = 1, v = true) -> 0}"},
		{"nested[1]", NULL, "(f = [1, 2, 3], p = (x = 0, y = 0))"},
		{"MAX", NULL, "1000"},
		{"N * size", NULL, "32"},
		{"NAMES[1]", NULL, "\"bob\""},
		{"turn + writers", NULL, "3"},
		{"info", NULL, "17"},
		{"result", NULL, "-1"},
		{"n", NULL, "1"},
		{"w div 2", NULL, "450"},
		{"id + len(tries)", NULL, "6"},
		{"inside", NULL, "false"},
		{"Color", NULL, "{red, green, blue}"},
		{"Warehouse", NULL, "{0, 1, 2, 3}"},
		{"len(Point2)", NULL, "4"},
	};
	VALUES_ARE(cases, NULL);
}

static void
literals_are_read_and_printed_the_same_way(void **state)
{
	static const struct world_case cases[] = {
		{"0x7fffffffffffffff", NULL, "9223372036854775807"},
		{"1_000_000", NULL, "1000000"},
		{"-9223372036854775808", NULL, "-9223372036854775808"},
		{"9223372036854775807", NULL, "9223372036854775807"},
		{"true", NULL, "true"},
		{"'\\''", NULL, "'\\''"},
		{"'\\n'", NULL, "'\\n'"},
		{"'\\x7f'", NULL, "'\\x7f'"},
		{"\"\\\"\\\\\\n\\t\\r\\0\\x01é\"", NULL, "\"\\\"\\\\\\n\\t\\x0d\\x00\\x01é\""},
		{"\"say \\\"hi\\\"\"", NULL, "\"say \\\"hi\\\"\""},
		{"none", NULL, "none"},
		{"[]", NULL, "[]"},
		{"{}", NULL, "{}"},
		{"∅", NULL, "{}"},
		{"bag()", NULL, "bag()"},
		{"[[], [1]]", NULL, "[[], [1]]"},
		{"{{2}, {1}, {1, 2}, {}}", NULL, "{{}, {1}, {1, 2}, {2}}"},
		{"{\"b\", \"a\", \"ab\", \"\"}", NULL, "{\"\", \"a\", \"ab\", \"b\"}"},
		{"{none, some(1)}", NULL, "{none, some(1)}"},
		{"[none, some(none)]", NULL, "[none, some(none)]"},
		{"bag(5, 1, 1)", NULL, "bag(1, 1, 5)"},
		{"{3 -> \"c\", 1 -> \"a\"}", NULL, "{1 -> \"a\", 3 -> \"c\"}"},
		{"{1 -> 2, 1 -> 5}", NULL, "{1 -> 5}"},
		{"(a = 1, b = (c = true))", NULL, "(a = 1, b = (c = true))"},
		{"some(some(1))", NULL, "some(some(1))"},
		{"(1)", NULL, "1"},
	};
	VALUES_ARE(cases, NULL);
}

static void
numbers_add_up_and_division_rounds_down(void **state)
{
	static const struct world_case cases[] = {
		{"1 + 2 * 3", NULL, "7"},
		{"(1 + 2) * 3", NULL, "9"},
		{"10 - 3 - 2", NULL, "5"},
		{"2 * -3 - -4", NULL, "-2"},
		{"k + -k", NULL, "0"},
		{"-k * -k", NULL, "9"},
		{"-(k + 1)", NULL, "-4"},
		{"7 div 2", NULL, "3"},
		{"-7 div 2", NULL, "-4"},
		{"7 div -2", NULL, "-4"},
		{"-7 div -2", NULL, "3"},
		{"7 mod 3", NULL, "1"},
		{"-7 mod 3", NULL, "2"},
		{"7 mod -3", NULL, "-2"},
		{"-7 mod -3", NULL, "-1"},
		{"6 mod -3", NULL, "0"},
		{"-6 mod 3", NULL, "0"},
		{"0 mod -3", NULL, "0"},
		{"- 7 div 2", NULL, "-4"},
		{"-9223372036854775808 div 1", NULL, "-9223372036854775808"},
		{"-9223372036854775808 mod -1", NULL, "0"},
		{"-9223372036854775808 mod 7", NULL, "6"},
		{"9223372036854775807 mod -9223372036854775808", NULL, "-1"},
		{"-9223372036854775807 - 1", NULL, "-9223372036854775808"},
		{"9223372036854775807 * -1", NULL, "-9223372036854775807"},
		{"abs(i)", NULL, "7"},
		{"abs(3)", NULL, "3"},
		{"min(3, k, 9)", NULL, "3"},
		{"max(3, k, 9)", NULL, "9"},
		{"min(-3, 3)", NULL, "-3"},
	};
	VALUES_ARE(cases, NULL);
}

static void
conditions_are_read_from_the_left_and_no_further_than_needed(void **state)
{
	static const struct world_case cases[] = {
		{"true and flag", NULL, "true"},
		{"1 == 2 or 1 != 2", NULL, "true"},
		{"flag => not flag", NULL, "false"},
		{"true => false => true", NULL, "true"},
		{"not true or true", NULL, "true"},
		{"not (true or true)", NULL, "false"},
		{"not flag => the(nobody) == 1", NULL, "true"},
		{"flag or the(nobody) == 1", NULL, "true"},
		{"not flag and the(nobody) == 1", NULL, "false"},
		{"flag and the(nobody) == 1", NULL, "fault 9-20: none holds no value"},
		{"if flag then 1 else the(nobody)", NULL, "1"},
		{"if not flag then the(nobody) else 2", NULL, "2"},
		{"exists x in [1, 2] . x == 1 or the(nobody) == 1", NULL, "true"},
		{"forall x in [1, 2] . x == 2 and the(nobody) == 1", NULL, "false"},
	};
	VALUES_ARE(cases, NULL);
}

static void
values_of_the_same_kind_are_compared(void **state)
{
	static const struct world_case cases[] = {
		{"k == 3", NULL, "true"},
		{"1 < 2", NULL, "true"},
		{"2 <= 2", NULL, "true"},
		{"2 > 2", NULL, "false"},
		{"2 >= 3", NULL, "false"},
		{"'a' < 'b'", NULL, "true"},
		{"color < blue", NULL, "true"},
		{"red >= green", NULL, "false"},
		{"text == \"hello\"", NULL, "true"},
		{"text != \"hell\"", NULL, "true"},
		{"raw == \"\\x00\\xff\"", NULL, "true"},
		{"\"\\x00\\xff\" == raw", NULL, "true"},
		{"point == (x = 1, y = -2)", NULL, "true"},
		{"none == nobody", NULL, "true"},
		{"maybe == some(4)", NULL, "true"},
		{"some(none) == none", NULL, "false"},
		{"{2, 0} == free", NULL, "true"},
		{"{} == names", NULL, "false"},
		{"[] == list", NULL, "false"},
		{"bag(5, 1, 1) == coins", NULL, "true"},
		{"{\"b\" -> 2, \"a\" -> 1} == names", NULL, "true"},
		{"{red -> 1, green -> 2, blue -> 3} == stock", NULL, "true"},
		{"stock == {c -> ord(c) + 1 | c in Color}", NULL, "true"},
		{"list == reverse(reverse(list))", NULL, "true"},
		{"nested[0] == nested[1]", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
membership_is_asked_of_every_collection_and_type(void **state)
{
	static const struct world_case cases[] = {
		{"1 in free", NULL, "false"},
		{"1 not in free", NULL, "true"},
		{"3 in 1..3", NULL, "true"},
		{"4 in 1..3", NULL, "false"},
		{"5 in 9223372036854775807..-9223372036854775808", NULL, "false"},
		{"5 not in 1..10", NULL, "false"},
		{"1 in list", NULL, "true"},
		{"9 in list", NULL, "false"},
		{"'l' in text", NULL, "true"},
		{"5 in coins", NULL, "true"},
		{"\"a\" in names", NULL, "true"},
		{"\"zz\" in names", NULL, "false"},
		{"3 in weight", NULL, "true"},
		{"4 in weight", NULL, "false"},
		{"\"bob\" in NAMES", NULL, "true"},
		{"\"ab\" in words", NULL, "true"},
		{"4 in Warehouse", NULL, "false"},
		{"n in Warehouse", NULL, "true"},
		{"color in Color", NULL, "true"},
		{"i in nat", NULL, "false"},
		{"k in nat", NULL, "true"},
		{"\"a\" in string", NULL, "true"},
		{"raw in bytes", NULL, "true"},
		{"\"x\" in Name", NULL, "true"},
		{"true in bool", NULL, "true"},
		{"[1] in {[1], [2]}", NULL, "true"},
		{"1 + 1 in {2}", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
sequences_are_taken_apart_and_put_together(void **state)
{
	static const struct world_case cases[] = {
		{"list[0]", NULL, "3"},
		{"text[0]", NULL, "'h'"},
		{"[1, 2, 3][1]", NULL, "2"},
		{"list ++ [9]", NULL, "[3, 1, 2, 9]"},
		{"text ++ \"!\"", NULL, "\"hello!\""},
		{"\"\" ++ \"\"", NULL, "\"\""},
		{"[1] ++ [2] ++ [3]", NULL, "[1, 2, 3]"},
		{"head(list)", NULL, "3"},
		{"last(list)", NULL, "2"},
		{"tail(list)", NULL, "[1, 2]"},
		{"front(list)", NULL, "[3, 1]"},
		{"tail([1])", NULL, "[]"},
		{"front([1])", NULL, "[]"},
		{"head(text)", NULL, "'h'"},
		{"take(list, 2)", NULL, "[3, 1]"},
		{"take(list, 0)", NULL, "[]"},
		{"take(list, 99)", NULL, "[3, 1, 2]"},
		{"take(list, -1)", NULL, "[]"},
		{"drop(list, 1)", NULL, "[1, 2]"},
		{"drop(list, 5)", NULL, "[]"},
		{"drop(list, -5)", NULL, "[3, 1, 2]"},
		{"reverse(list)", NULL, "[2, 1, 3]"},
		{"reverse([])", NULL, "[]"},
		{"reverse(text)", NULL, "\"olleh\""},
		{"elems(list)", NULL, "{1, 2, 3}"},
		{"elems(text)", NULL, "{'e', 'h', 'l', 'o'}"},
		{"elems([])", NULL, "{}"},
		{"len(list)", NULL, "3"},
		{"len(text)", NULL, "5"},
		{"empty([])", NULL, "true"},
		{"empty(list)", NULL, "false"},
		{"occurs(3, list)", NULL, "1"},
		{"occurs(9, list)", NULL, "0"},
		{"occurs(\"a\", [\"a\", \"b\", \"a\"])", NULL, "2"},
		{"sum(list)", NULL, "6"},
		{"sum([])", NULL, "0"},
		{"min(list)", NULL, "1"},
		{"max(list)", NULL, "3"},
	};
	VALUES_ARE(cases, NULL);
}

static void
sets_and_bags_are_united_cut_and_compared(void **state)
{
	static const struct world_case cases[] = {
		{"free + {1}", NULL, "{0, 1, 2}"},
		{"free - {0}", NULL, "{2}"},
		{"free - {}", NULL, "{0, 2}"},
		{"{1} + {}", NULL, "{1}"},
		{"{} + {1}", NULL, "{1}"},
		{"{} - {1}", NULL, "{}"},
		{"{[]} + {[1]}", NULL, "{[], [1]}"},
		{"{0} + {1} - {0}", NULL, "{1}"},
		{"coins + bag(1)", NULL, "bag(1, 1, 1, 5)"},
		{"coins - bag(1, 1, 1)", NULL, "bag(5)"},
		{"bag(1) + bag(1, 2)", NULL, "bag(1, 1, 2)"},
		{"bag(1, 1) - bag(1)", NULL, "bag(1)"},
		{"inter(free, {0, 1})", NULL, "{0}"},
		{"inter({}, {1})", NULL, "{}"},
		{"inter({[]}, {[1]})", NULL, "{}"},
		{"inter(bag(1, 1, 2), bag(1, 2, 2))", NULL, "bag(1, 2)"},
		{"subset({0}, free)", NULL, "true"},
		{"subset({1, 3}, {1, 2, 3})", NULL, "true"},
		{"subset({}, {1})", NULL, "true"},
		{"subset({1}, {})", NULL, "false"},
		{"subset(bag(1, 1), coins)", NULL, "true"},
		{"subset(bag(1, 1), bag(1))", NULL, "false"},
		{"elems(coins)", NULL, "{1, 5}"},
		{"len(coins)", NULL, "3"},
		{"empty({})", NULL, "true"},
		{"occurs(1, coins)", NULL, "2"},
		{"sum(coins)", NULL, "7"},
		{"max(coins)", NULL, "5"},
		{"min({3, 1})", NULL, "1"},
		{"1..4", NULL, "{1, 2, 3, 4}"},
		{"4..1", NULL, "{}"},
		{"3 - 1..2 + 2", NULL, "{2, 3, 4}"},
		{"9223372036854775806..9223372036854775807", NULL, "{9223372036854775806, 9223372036854775807}"},
	};
	VALUES_ARE(cases, NULL);
}

static void
maps_are_read_changed_and_taken_apart(void **state)
{
	static const struct world_case cases[] = {
		{"weight[n]", NULL, "300"},
		{"weight[n + 2]", NULL, "1000"},
		{"names[\"a\"]", NULL, "1"},
		{"stock[blue]", NULL, "3"},
		{"grid[(u = 1, v = true)]", NULL, "0"},
		{"{1 -> 2}[1]", NULL, "2"},
		{"nested[1].f[2]", NULL, "3"},
		{"names + {\"z\" -> 9}", NULL, "{\"a\" -> 1, \"b\" -> 2, \"z\" -> 9}"},
		{"names + {\"a\" -> 0}", NULL, "{\"a\" -> 0, \"b\" -> 2}"},
		{"names + {}", NULL, "{\"a\" -> 1, \"b\" -> 2}"},
		{"{} + names", NULL, "{\"a\" -> 1, \"b\" -> 2}"},
		{"names - {\"a\"}", NULL, "{\"b\" -> 2}"},
		{"names - {}", NULL, "{\"a\" -> 1, \"b\" -> 2}"},
		{"names - {\"zz\"}", NULL, "{\"a\" -> 1, \"b\" -> 2}"},
		{"weight + {0 -> 5}", NULL, "{0 -> 5, 1 -> 300, 2 -> 0, 3 -> 1000}"},
		{"weight + {}", NULL, "{0 -> 700, 1 -> 300, 2 -> 0, 3 -> 1000}"},
		{"stock + {red -> 7}", NULL, "{red -> 7, green -> 2, blue -> 3}"},
		{"stock + {c -> 0 | c in {red, blue}}", NULL, "{red -> 0, green -> 2, blue -> 0}"},
		{"dom(names)", NULL, "{\"a\", \"b\"}"},
		{"dom(weight)", NULL, "{0, 1, 2, 3}"},
		{"dom(stock)", NULL, "{red, green, blue}"},
		{"elems(weight)", NULL, "{0, 300, 700, 1000}"},
		{"elems(stock)", NULL, "{1, 2, 3}"},
		{"len(names)", NULL, "2"},
		{"len(weight)", NULL, "4"},
		{"empty(names)", NULL, "false"},
		{"empty(weight)", NULL, "false"},
	};
	VALUES_ARE(cases, NULL);
}

static void
options_records_and_characters_are_opened(void **state)
{
	static const struct world_case cases[] = {
		{"the(maybe)", NULL, "4"},
		{"the(some(2))", NULL, "2"},
		{"point.x", NULL, "1"},
		{"(a = 1).a", NULL, "1"},
		{"let p = (a = 1, b = (c = 2)) in p.b.c", NULL, "2"},
		{"ord('a')", NULL, "97"},
		{"ord('\\xff')", NULL, "255"},
		{"ord('\\0')", NULL, "0"},
		{"ord(color)", NULL, "1"},
		{"chr(65)", NULL, "'A'"},
		{"chr(ord('a') + 1)", NULL, "'b'"},
	};
	VALUES_ARE(cases, NULL);
}

static void
quantifiers_run_through_every_kind_of_collection(void **state)
{
	static const struct world_case cases[] = {
		{"forall x in list . x > 0", NULL, "true"},
		{"forall x in list . x > 1", NULL, "false"},
		{"exists x in list . x > 2", NULL, "true"},
		{"exists x in list . x > 5", NULL, "false"},
		{"forall x in {} . x", NULL, "true"},
		{"forall x in list, y in free . x > y", NULL, "false"},
		{"forall b in bool . b or not b", NULL, "true"},
		{"exists b in bool, c in bool . b and not c", NULL, "true"},
		{"forall c in Color . stock[c] > 0", NULL, "true"},
		{"forall p in Point2 . grid[p] == 0", NULL, "true"},
		{"forall x in Warehouse . weight[x] <= MAX", NULL, "true"},
		{"count x in list . x > 1", NULL, "2"},
		{"count c in char . c >= 'a' and c <= 'z'", NULL, "26"},
		{"count x in coins . x == 1", NULL, "2"},
		{"sum x in list, y in free . x * y", NULL, "12"},
		{"sum q in 1..1000 . q", NULL, "500500"},
		{"sum q in 3..1 . q", NULL, "0"},
		{"min x in list . x * x", NULL, "1"},
		{"max q in free . weight[q]", NULL, "700"},
		{"exists x in 9223372036854775806..9223372036854775807 . x == 9223372036854775807", NULL, "true"},
		{"forall x in list . exists y in 1..3 . x == y", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
comprehensions_collect_what_passes(void **state)
{
	static const struct world_case cases[] = {
		{"[x * 2 | x in list, x > 1]", NULL, "[6, 4]"},
		{"{x mod 2 | x in list}", NULL, "{0, 1}"},
		{"[p.u | p in Point2]", NULL, "[0, 0, 1, 1]"},
		{"[key | key in names]", NULL, "[\"a\", \"b\"]"},
		{"[key | key in weight]", NULL, "[0, 1, 2, 3]"},
		{"[key | key in grid, key.v]", NULL, "[(u = 0, v = true), (u = 1, v = true)]"},
		{"[c | c in char, c < '\\x03']", NULL, "\"\\x00\\x01\\x02\""},
		{"[x + y | x in [1, 2], y in [10, 20], x != 1 or y != 10]", NULL, "[21, 12, 22]"},
		{"[x | x in list, (x in free)]", NULL, "[2]"},
		{"[x | x in words, x matches /^a/]", NULL, "[\"a\", \"ab\"]"},
		{"[s | s in words, empty([t | t in words, t == s ++ \"b\"])]", NULL, "[\"ab\", \"b\"]"},
		{"{c -> ord(c) | c in Color}", NULL, "{red -> 0, green -> 1, blue -> 2}"},
		{"{x -> {y | y in 1..x} | x in 1..3}", NULL, "{1 -> {1}, 2 -> {1, 2}, 3 -> {1, 2, 3}}"},
		{"{x mod 2 -> x | x in [1, 2, 3]}", NULL, "{0 -> 2, 1 -> 3}"},
		{"{0 -> 1 | x in list}", NULL, "{0 -> 1}"},
		{"let f = [1, 2] in let g = f ++ f in len(g)", NULL, "4"},
		{"let s = elems(list) in sum(s) + max x in s . abs(x - 2)", NULL, "7"},
	};
	VALUES_ARE(cases, NULL);
}

static void
patterns_are_those_of_pcre2(void **state)
{
	static const struct world_case cases[] = {
		{"text matches /^h.*o$/", NULL, "true"},
		{"text matches /x/", NULL, "false"},
		{"text matches /^$/", NULL, "false"},
		{"\"\" matches /^$/", NULL, "true"},
		{"\"a/b\" matches /a\\/b/", NULL, "true"},
		{"\"a.b\" matches /a\\.b/", NULL, "true"},
		{"\"axb\" matches /a\\.b/", NULL, "false"},
		{"text matches /(l)\\1/", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
functions_call_functions(void **state)
{
	static const struct world_case cases[] = {
		{"double(21)", NULL, "42"},
		{"double(double(k))", NULL, "12"},
		{"fits(1, 700)", NULL, "true"},
		{"fits(3, 1)", NULL, "false"},
		{"load()", NULL, "4000"},
		{"load() == 2 * sum q in Warehouse . weight[q]", NULL, "true"},
		{"squares(3)", NULL, "{1, 4, 9}"},
		{"squares(0)", NULL, "{}"},
	};
	VALUES_ARE(cases, NULL);
}

static void
the_signs_of_the_paper_are_accepted(void **state)
{
	static const struct world_case cases[] = {
		{"∀ x ∈ list • x ≥ 1 ∧ ¬ (x ≠ x) ∨ false", NULL, "true"},
		{"∃ x ∈ list • x ≤ 1 ⇒ x ∉ free", NULL, "true"},
		{"∅ == {}", NULL, "true"},
		{"¬flag ∨ flag ∧ flag ⇒ flag", NULL, "true"},
		{"1 ∈ {1} ∧ 2 ∉ {1}", NULL, "true"},
		{"old(k) ≤ 3", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
what_is_wanted_decides_between_readings(void **state)
{
	static const struct world_case cases[] = {
		{"\"abc\"", "bytes", "[97, 98, 99]"},
		{"\"abc\"", "string", "\"abc\""},
		{"[]", "seq of int", "[]"},
		{"{}", "map[int] int", "{}"},
		{"{}", "bag of int", "bag()"},
		{"5", "nat", "5"},
		{"k", "0..3", "3"},
		{"list", "seq of nat", "[3, 1, 2]"},
		{"(x = 1, y = 2)", "Point", "(x = 1, y = 2)"},
		{"red", "Color", "red"},
		{"none", "option Point", "none"},
		{"{q -> q * q | q in Warehouse}", "map[Warehouse] int", "{0 -> 0, 1 -> 1, 2 -> 4, 3 -> 9}"},
		{"{0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4}", "map[Warehouse] Weight", "{0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4}"},
		{"{0 -> 1}", "map[int] int", "{0 -> 1}"},
		{"{blue -> [], green -> [1], red -> []}", "map[Color] seq of int", "{red -> [], green -> [1], blue -> []}"},
		{"occupied + {1 -> true}", "map[Corridor] bool", "{1 -> true, 2 -> true, 3 -> false}"},
		{"if flag then {} else {1}", "set of int", "{}"},
	};
	VALUES_ARE(cases, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_have_the_values_of_their_places),
		cmocka_unit_test(literals_are_read_and_printed_the_same_way),
		cmocka_unit_test(numbers_add_up_and_division_rounds_down),
		cmocka_unit_test(conditions_are_read_from_the_left_and_no_further_than_needed),
		cmocka_unit_test(values_of_the_same_kind_are_compared),
		cmocka_unit_test(membership_is_asked_of_every_collection_and_type),
		cmocka_unit_test(sequences_are_taken_apart_and_put_together),
		cmocka_unit_test(sets_and_bags_are_united_cut_and_compared),
		cmocka_unit_test(maps_are_read_changed_and_taken_apart),
		cmocka_unit_test(options_records_and_characters_are_opened),
		cmocka_unit_test(quantifiers_run_through_every_kind_of_collection),
		cmocka_unit_test(comprehensions_collect_what_passes),
		cmocka_unit_test(patterns_are_those_of_pcre2),
		cmocka_unit_test(functions_call_functions),
		cmocka_unit_test(the_signs_of_the_paper_are_accepted),
		cmocka_unit_test(what_is_wanted_decides_between_readings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
