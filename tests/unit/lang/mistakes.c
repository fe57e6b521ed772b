#include "unit/lang/world.h"

#include "unit/unit.h"

static void
what_cannot_be_read_is_told_with_what_to_write(void **state)
{
	static const struct world_case cases[] = {
		{"k = 3", NULL, "2-3: the end is expected here, not '=' / equality is written ==, assignment :="},
		{"flag && flag", NULL, "5-7: this sign is not part of the language / write: and"},
		{"flag || flag", NULL, "5-7: this sign is not part of the language / write: or"},
		{"#list", NULL, "0-1: this sign is not part of the language / write: len(x)"},
		{"~flag", NULL, "0-1: this sign is not part of the language / write: not"},
		{"k % 2", NULL, "2-3: this sign is not part of the language / write: mod (or div)"},
		{"k / 2", NULL, "2-3: this sign is not part of the language / write: div"},
		{"k ** 2", NULL, "2-4: this sign is not part of the language / there is no power operator"},
		{"flag ? 1 : 2", NULL, "5-6: this sign is not part of the language / write: if c then a else b"},
		{"@k", NULL, "0-1: this sign is not part of the language"},
		{"k ^ 2", NULL, "2-3: this sign is not part of the language / write: != for exclusive or"},
		{"free ∪ free", NULL, "5-8: this sign is not part of the language / write: a + b"},
		{"free ∩ free", NULL, "5-8: this sign is not part of the language / write: inter(a, b)"},
		{"free ⊆ free", NULL, "5-8: this sign is not part of the language / write: subset(a, b)"},
		{"1 < 2 < 3", NULL, "6-7: comparisons do not chain / write: a <= b and b <= c"},
		{"k == 3 == flag", NULL, "7-9: comparisons do not chain / write: a <= b and b <= c"},
		{"1..2..3", NULL, "4-6: ranges do not chain / write: a..b"},
		{"forall x in list. x > 0", NULL, "20-21: ' . ' is expected here, not '>' / the dot before a quantifier's body has blanks on both sides: forall x in S . x > 0"},
		{"forall x in list .x > 0", NULL, "20-21: ' . ' is expected here, not '>' / the dot before a quantifier's body has blanks on both sides: forall x in S . x > 0"},
		{"forall x in list: x > 0", NULL, "16-17: ' . ' is expected here, not ':' / the dot before a quantifier's body has blanks on both sides: forall x in S . x > 0"},
		{"forall x list . x", NULL, "9-13: 'in' is expected here, not 'list'"},
		{"forall x in list", NULL, "16-16: ' . ' is expected here, not the end / the dot before a quantifier's body has blanks on both sides: forall x in S . x > 0"},
		{"sum(text)", NULL, "0-9: a collection of numbers is expected"},
		{"if flag then 1", NULL, "14-14: 'else' is expected here, not the end"},
		{"let x = 1", NULL, "9-9: 'in' is expected here, not the end"},
		{"k +", NULL, "3-3: an expression is expected here, not the end"},
		{"(k", NULL, "2-2: ')' is expected here, not the end"},
		{"[1, 2", NULL, "5-5: ',' or ']' is expected here, not the end"},
		{"{1 -> 2, 3}", NULL, "10-11: '->' is expected here, not '}'"},
		{"(x = 1, x = 2)", NULL, "12-13: the field 'x' is given twice"},
		{"{1, 2", NULL, "5-5: ',' or '}' is expected here, not the end"},
		{"'ab'", NULL, "0-2: a character is one byte between single quotes / a string stands in double quotes"},
		{"''", NULL, "0-2: a character is one byte between single quotes / a string stands in double quotes"},
		{"\"abc", NULL, "0-1: this string has no end / close it with \""},
		{"\"a\\qb\"", NULL, "2-4: unknown escape / known are \\n \\t \\r \\0 \\\\ \\' \\\" and \\xHH"},
		{"text matches \"a\"", NULL, "13-14: a pattern is expected here / write it between slashes: text matches /ab+c/"},
		{"text matches /a", NULL, "13-14: this pattern has no end / close it with /"},
		{"1x", NULL, "0-2: this is not a number / a name starts with a letter, a number has only digits (or 0x and hexadecimal digits)"},
		{"0x", NULL, "0-2: this is not a number / a name starts with a letter, a number has only digits (or 0x and hexadecimal digits)"},
		{"_", NULL, "0-1: an expression is expected here, not '_'"},
		{"k _", NULL, "2-3: the end is expected here, not '_'"},
		{"é", NULL, "0-2: this character is not part of the language"},
		{"k;", NULL, "1-2: the end is expected here, not ';'"},
		{"k k", NULL, "2-3: the end is expected here, not 'k'"},
		{"then", NULL, "0-4: an expression is expected here, not 'then'"},
		{"point->x", NULL, "5-7: the end is expected here, not '->' / a field is read with a dot: x.field"},
		{"k <> 3", NULL, "2-4: this sign is not part of the language / write: !="},
		{"a <= b <= c", NULL, "7-9: comparisons do not chain / write: a <= b and b <= c"},
		{"k =< 3", NULL, "2-4: this sign is not part of the language / write: <="},
		{"x =< ", NULL, "2-4: this sign is not part of the language / write: <="},
		{"len(waiting", NULL, "11-11: ',' or ')' is expected here, not the end"},
		{"[x | ]", NULL, "5-6: a name is expected here, not ']'"},
		{"{1 -> 2 | 3 in list}", NULL, "10-11: a name is expected here, not '3'"},
		{"9223372036854775808", NULL, "0-19: this number is larger than an int can hold / the largest is 9223372036854775807"},
		{"99999999999999999999", NULL, "0-20: this number is larger than an int can hold / the largest is 9223372036854775807"},
		{"text matches /a/ matches /b/", NULL, "17-24: comparisons do not chain / write: a <= b and b <= c"},
	};
	VALUES_ARE(cases, NULL);
}

static void
what_has_no_meaning_is_told_with_what_was_expected(void **state)
{
	static const struct world_case cases[] = {
		{"wieght[n]", NULL, "0-6: 'wieght' is not known here / did you mean 'weight'?"},
		{"Wieght", NULL, "0-6: 'Wieght' is not known here / did you mean 'weight'?"},
		{"head()", NULL, "0-6: head takes 1 argument, not 0 / head: first element of a sequence"},
		{"head(list, 1)", NULL, "0-13: head takes 1 argument, not 2 / head: first element of a sequence"},
		{"min()", NULL, "0-5: min takes 1 argument, not 0 / min: smallest of the arguments, or of the elements of the only one"},
		{"len()", NULL, "0-5: len takes 1 argument, not 0 / len: number of elements of a collection or of calls of a history"},
		{"chr(\"a\")", NULL, "0-8: chr takes a number"},
		{"head(3)", NULL, "5-6: head takes a sequence, this is int"},
		{"len(3)", NULL, "4-5: len takes a collection, this is int"},
		{"the(3)", NULL, "0-6: 'the' takes an option"},
		{"\"a\" + 1", NULL, "0-7: '+' does not go between string and int"},
		{"flag + 1", NULL, "0-8: '+' does not go between bool and int"},
		{"[1, \"a\"]", NULL, "4-7: this is string, those before it are int"},
		{"1 and flag", NULL, "0-1: a condition is expected here, this is int"},
		{"not 3", NULL, "4-5: a condition is expected here, this is int"},
		{"-flag", NULL, "0-5: only a number can be negated"},
		{"k < \"a\"", NULL, "0-7: '<' does not go between nat and string"},
		{"text < text", NULL, "0-11: '<' does not go between string and string"},
		{"k == \"a\"", NULL, "0-8: '==' does not go between nat and string"},
		{"1 in 3", NULL, "5-6: a collection is expected here, this is int"},
		{"\"a\" in free", NULL, "0-11: 'in' does not go between string and set of Warehouse"},
		{"list[flag]", NULL, "0-10: seq of int has no elements at bool"},
		{"names[3]", NULL, "0-8: map[string] int has no elements at int"},
		{"free[0]", NULL, "0-7: set of Warehouse has no elements at int / ask whether an element is in a set: x in s"},
		{"k[0]", NULL, "0-4: nat has no elements at int"},
		{"k.x", NULL, "0-3: nat has no field 'x'"},
		{"maybe.x", NULL, "0-7: option 0..9 has no field 'x'"},
		{"double", NULL, "0-6: 'double' is a function; it needs arguments / write: double(...)"},
		{"double(\"a\")", NULL, "7-10: int is expected here, this is string"},
		{"double(1, 2)", NULL, "0-12: double takes 1 argument, not 2"},
		{"dubble(1)", NULL, "0-9: the function 'dubble' is not known / did you mean 'double'?"},
		{"weight(1)", NULL, "0-9: 'weight' is not a function / a map is read with brackets: weight[...]"},
		{"enter(1, 2)", NULL, "0-11: 'enter' is not a function"},
		{"enter", NULL, "0-5: 'enter' is an operation, not a value / its calls are asked for by waiting(enter), older(enter), ..."},
		{"if k then 1 else 2", NULL, "3-4: a condition is expected here, this is nat"},
		{"if flag then 1 else \"a\"", NULL, "0-23: one branch is int, the other string"},
		{"let k = 1 in k", NULL, "0-14: 'k' has a meaning here already / take another name for the new one"},
		{"forall k in list . true", NULL, "7-16: 'k' has a meaning here already / take another name for the new one"},
		{"k matches /a/", NULL, "0-1: only a string can match a pattern"},
		{"point == (y = 1, x = 2)", NULL, "0-23: '==' does not go between Point and record(y: int, x: int)"},
		{"old(3)", NULL, "0-6: old takes a variable / write: old(x), or old(x[i])"},
		{"old(n)", NULL, "0-6: this does not change, so it has no old value"},
		{"old(N)", NULL, "0-6: this does not change, so it has no old value"},
		{"old(double(1))", NULL, "0-14: old takes a variable / write: old(x), or old(x[i])"},
		{"old(k + 1)", NULL, "0-10: old takes a variable / write: old(x), or old(x[i])"},
		{"none.x", NULL, "0-6: option nothing has no field 'x'"},
		{"head(list) and flag", NULL, "0-10: a condition is expected here, this is int"},
		{"forall b in 5 . b", NULL, "12-13: a collection is expected here, this is int"},
		{"forall z in int . z > 0", NULL, "12-15: the values of int cannot be run through: there are too many"},
		{"occupied == {}", NULL, "0-14: '==' does not go between map[Corridor] bool and {}"},
		{"weight + weight", NULL, "0-15: '+' does not go between map[Warehouse] Weight and map[Warehouse] Weight"},
		{"weight - {1}", NULL, "0-12: '-' does not go between map[Warehouse] Weight and set of int"},
		{"{1} ++ [2]", NULL, "0-10: '++' does not go between set of int and seq of int"},
		{"free == list", NULL, "0-12: '==' does not go between set of Warehouse and seq of int"},
		{"[] == free", NULL, "0-10: '==' does not go between seq of nothing and set of Warehouse"},
		{"color + 1", NULL, "0-9: '+' does not go between Color and int"},
		{"k => flag", NULL, "0-1: a condition is expected here, this is nat"},
		{"5 in [1, 2] ++ [\"a\"]", NULL, "5-20: '++' does not go between seq of 1..2 and seq of string"},
		{"occurs(1, free)", NULL, "0-15: occurs takes an element and a sequence or bag of such"},
		{"inter(free, coins)", NULL, "0-18: inter takes two sets or two bags"},
		{"subset(list, free)", NULL, "0-18: subset takes two sets or two bags"},
		{"dom(list)", NULL, "0-9: dom takes a map"},
		{"ord(3)", NULL, "0-6: ord takes a character or a name of an enum"},
		{"abs(text)", NULL, "0-9: abs takes a number"},
		{"take(list, flag)", NULL, "11-15: a number is expected here"},
		{"option", NULL, "0-6: 'option' is not known here"},
		{"a.b.c", NULL, "0-1: 'a' is not known here"},
		{"record", NULL, "0-6: 'record' is not known here"},
		{"bag(1, flag)", NULL, "7-11: this is bool, those before it are int"},
		{"point.xx", NULL, "0-8: Point has no field 'xx'"},
		{"some()", NULL, "0-6: some takes 1 argument, not 0 / some: the option that holds this value"},
		{"waiting", NULL, "0-7: 'waiting' is not known here"},
		{"x in free", NULL, "0-1: 'x' is not known here"},
		{"[x | x in list, y]", NULL, "16-17: 'y' is not known here"},
		{"free[1] == free", NULL, "0-7: set of Warehouse has no elements at int / ask whether an element is in a set: x in s"},
		{"forall x in list . forall x in list . true", NULL, "26-35: 'x' has a meaning here already / take another name for the new one"},
		{"text matches /(/", NULL, "0-16: this pattern is not valid at its character 2: missing closing parenthesis"},
	};
	VALUES_ARE(cases, NULL);
}

static void
what_does_not_fit_its_place_is_refused_at_once(void **state)
{
	static const struct world_case cases[] = {
		{"5", "0..3", "0-1: this is 5, which is never in 0..3"},
		{"(y = 1, x = 2)", "Point", "0-14: Point is expected here, this is record(y: int, x: int)"},
		{"{0 -> 1}", "map[Warehouse] int", "0-8: map[Warehouse] int needs a value for each key / write {k -> e | k in K}, or give one value for all keys"},
		{"0", "map[Warehouse] int", "0-1: map[Warehouse] int is expected here, this is int"},
		{"flag", "int", "0-4: int is expected here, this is bool"},
		{"1", "Color", "0-1: Color is expected here, this is int"},
		{"[1, \"a\"]", "seq of int", "4-7: this is string, those before it are int"},
		{"k + 20", "0..9", "0-6: this is int, which is never in 0..9"},
		{"\"a\" ++ 1", "string", "0-8: '++' does not go between string and int"},
		{"weight[4]", "int", "7-8: this is never a key: the keys are Warehouse"},
		{"weight[n + 7]", "int", "7-12: this is never a key: the keys are Warehouse"},
		{"none", "int", "0-4: int is expected here, this is option nothing"},
	};
	VALUES_ARE(cases, NULL);
}

static const char *
repeated(struct world *w, const char *before, const char *piece, size_t n, const char *after)
{
	struct text t = {0};
	text_str(&t, before);
	for (size_t i = 0; i < n; i++)
		text_str(&t, piece);
	text_str(&t, after);
	return text_take(&t, &w->arena);
}

static void
assert_mistake(const char *before, const char *piece, size_t n, const char *after, const char *message)
{
	struct world w;
	world_open(&w);
	assert_non_null(strstr(world_eval(&w, repeated(&w, before, piece, n, after), NULL), message));
	world_close(&w);
}

static void
what_is_nested_too_deeply_or_too_long_is_refused(void **state)
{
	assert_mistake("", "(", 100000, "", "nested too deeply / name its parts");
	assert_mistake("", "[", 100000, "", "nested too deeply");
	assert_mistake("", "not ", 100000, "true", "nested too deeply");
	assert_mistake("1", " + 1", 100000, "", "too long / name its parts");
	assert_mistake("k", ".x", 100000, "", "too long");
	assert_mistake("list", "[0]", 100000, "", "too long");
	assert_mistake("true", " => true", 100000, "", "nested too deeply");
	assert_mistake("[0", ", 0", 100000, "]", "this list is too long");
	assert_mistake("", "exists enter(1, 2) in waiting() . true or ", 400, "true", "nested too deeply");
	assert_mistake("forall x0 in list", ", enter(_, _) in waiting()", 16, " . true", "17 collections at once; at most 16");
}

static void
what_is_long_but_not_too_long_is_accepted(void **state)
{
	struct world w;
	world_open(&w);
	assert_string_equal(world_eval(&w, repeated(&w, "0", " + 1", 400, ""), NULL), "400");
	assert_string_equal(world_eval(&w, repeated(&w, "len([0", ", 0", 9999, "])"), NULL), "10000");
	assert_string_equal(world_eval(&w, repeated(&w, repeated(&w, "", "(", 150, "1"), ")", 150, ""), NULL), "1");
	world_close(&w);
}

static void
a_clause_reads_and_writes_only_what_it_may(void **state)
{
	struct world w;
	world_open(&w);
	w.readable = SEG_BIT(SEG_ARG) | SEG_BIT(SEG_PARAM);
	w.writable = 0;
	assert_string_equal(world_eval(&w, "n < size", NULL), "true");
	assert_string_equal(world_eval(&w, "n < k", NULL), "4-5: 'k' is the state of the resource, which this clause cannot read");
	diags_free(&w.diags);
	assert_string_equal(world_eval(&w, "fits(n, 2)", NULL), "0-10: 'fits' reads the state of the resource, which this clause cannot");
	diags_free(&w.diags);
	w.readable = ~0u;
	assert_string_equal(world_exec(&w, "k := 3"), "0-1: 'k' is the state of the resource, which this clause cannot change");
	assert_int_equal(w.done.writes, 0);
	diags_free(&w.diags);
	w.old_values = false;
	assert_string_equal(world_eval(&w, "old(k)", NULL), "0-6: this clause changes nothing, so it has no old values");
	world_close(&w);
}

static void
several_mistakes_are_told_at_once(void **state)
{
	struct world w;
	world_open(&w);
	world_exec(&w, "{ k := \"a\"; if k then r := zz; weight[\"a\"] := 1 and 2 }");
	assert_int_equal(w.diags.errors, 6);
	world_close(&w);
}

static void
a_function_that_calls_itself_is_refused(void **state)
{
	static const struct field one[] = {{"a", &type_int}};
	struct world w;
	world_open(&w);
	world_function(&w, "even", "bool", "a == 0 or odd(a - 1)", 1, one);
	world_function(&w, "odd", "bool", "a != 0 and even(a - 1)", 1, one);
	assert_string_equal(world_eval(&w, "even(4)", NULL),
		"11-22: the function 'even' calls itself, directly or through others / functions must come to an end: use a quantifier or a comprehension");
	assert_int_equal(w.diags.errors, 1);
	assert_null(world_expr(&w, "odd(4)", NULL));
	assert_int_equal(w.diags.errors, 1);
	world_close(&w);
}

static void
a_mistake_in_a_function_points_into_the_function(void **state)
{
	static const struct field one[] = {{"a", &type_int}};
	struct world w;
	world_open(&w);
	struct function *f = world_function(&w, "broken", "bool", "a + 1", 1, one);
	assert_string_equal(world_eval(&w, "broken(4)", NULL), "0-5: bool is expected here, this is int");
	assert_ptr_equal(w.diags.list.at[0].span.src, f->body->span.src);
	world_close(&w);
}

static void
a_mistake_is_placed_through_the_offsets_of_its_snippet(void **state)
{
	struct world w;
	world_open(&w);
	static const char file[] = "cpre: >\n  k +\n  zz == 1\n", text[] = "k + zz == 1";
	uint32_t offsets[sizeof text];
	for (uint32_t i = 0; i < sizeof text; i++)
		offsets[i] = i < 4 ? 10 + i : 12 + i;
	struct snippet in = {.src = source_text(&w.arena, "spec.yaml", file, sizeof file - 1), .text = text, .n = sizeof text - 1, .offsets = offsets};
	struct expr *e = parse_expr(&w.arena, &w.diags, &in);
	struct check c = world_check(&w);
	assert_false(check_expr(&c, e, NULL));
	struct span span = w.diags.list.at[0].span;
	struct position p = source_position(span.src, span.from);
	assert_int_equal(p.line, 3);
	assert_int_equal(p.column, 3);
	assert_int_equal(span.to - span.from, 2);
	world_close(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_read_is_told_with_what_to_write),
		cmocka_unit_test(what_has_no_meaning_is_told_with_what_was_expected),
		cmocka_unit_test(what_does_not_fit_its_place_is_refused_at_once),
		cmocka_unit_test(what_is_nested_too_deeply_or_too_long_is_refused),
		cmocka_unit_test(what_is_long_but_not_too_long_is_accepted),
		cmocka_unit_test(a_clause_reads_and_writes_only_what_it_may),
		cmocka_unit_test(several_mistakes_are_told_at_once),
		cmocka_unit_test(a_function_that_calls_itself_is_refused),
		cmocka_unit_test(a_mistake_in_a_function_points_into_the_function),
		cmocka_unit_test(a_mistake_is_placed_through_the_offsets_of_its_snippet),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
