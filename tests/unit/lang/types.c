#include "unit/lang/world.h"

#include "unit/unit.h"

static const char *
type_as_read(struct world *w, const char *text)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct texpr *t = parse_type(&w->arena, &w->diags, &in);
	struct check c = world_check(w);
	const struct type *type = t ? check_type(&c, t) : NULL;
	return type ? type_text(&w->arena, type) : world_mistake(w);
}

static void
a_type_is_printed_as_it_is_written(void **state)
{
	static const char *const types[] = {
		"bool", "int", "nat", "char", "string", "bytes", "0..3", "-3..-1", "Warehouse", "seq of int", "set of 0..9", "bag of Color",
		"option string", "map[Warehouse] seq of bool", "map[string] map[int] nat", "enum(on, off)", "record(a: int, b: option bool)",
		"seq of record(x: enum(p, q))", "option seq of option int",
	};
	struct world w;
	world_open(&w);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		assert_string_equal(type_as_read(&w, types[i]), types[i]);
	assert_string_equal(type_as_read(&w, "map Warehouse to bool"), "map[Warehouse] bool");
	assert_string_equal(type_as_read(&w, "option of int"), "option int");
	assert_string_equal(type_as_read(&w, "(seq of (nat))"), "seq of nat");
	assert_string_equal(type_as_read(&w, "1-1..2*MAX"), "0..2000");
	world_close(&w);
}

static void
what_is_no_type_is_refused(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"integer", "0-7: the type 'integer' is not known / types are bool, int, nat, a..b, char, string, bytes, seq of T, set of T, bag of T, map[K] T, option T, enum(a, b), record(a: T) and those under 'types:'"},
		{"warehouse", "0-9: the type 'warehouse' is not known / did you mean 'Warehouse'?"},
		{"3..1", "0-4: this range is empty: 3 is greater than 1"},
		{"0..k", "3-4: 'k' is the state of the resource, which this clause cannot read"},
		{"0..1 div 0", "3-10: division by zero"},
		{"seq int", "4-7: 'of' is expected here, not 'int'"},
		{"map[int", "7-7: ']' is expected here, not the end"},
		{"enum(a, a)", "8-9: 'a' stands here twice"},
		{"record(a: int, a: bool)", "15-16: 'a' stands here twice"},
		{"record(a int)", "9-12: ':' is expected here, not 'int'"},
		{"option option int", "0-17: an option of an option is not supported"},
		{"5", "1-1: a type is expected here, not the end"},
		{"int int", "4-7: the end is expected here, not 'int'"},
		{"", "0-0: an expression is expected here, not the end"},
		{"N", "0-1: 'N' is not a type / types are bool, int, nat, a..b, char, string, bytes, seq of T, set of T, bag of T, map[K] T, option T, enum(a, b), record(a: T) and those under 'types:'"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		assert_string_equal(type_as_read(&w, cases[i].text), cases[i].message);
		world_close(&w);
	}
}

static const char *
declared(struct world *w, const char *text)
{
	struct snippet in = world_snippet(w, text, strlen(text));
	struct expr *init;
	struct texpr *t = parse_declaration(&w->arena, &w->diags, &in, &init);
	struct check c = world_check(w);
	const struct type *type = t ? check_type(&c, t) : NULL;
	word value;
	if (!type || (init && !constant_init(&c, init, type, &value)))
		return world_mistake(w);
	if (!init && !value_initial(w->heap, type, &value))
		return "no initial value";
	struct text out = {0};
	value_print(&out, type, value);
	return text_take(&out, &w->arena);
}

static void
a_variable_starts_with_what_is_written_or_what_is_natural(void **state)
{
	static const struct {
		const char *text, *value;
	} cases[] = {
		{"int", "0"},
		{"3..5", "3"},
		{"-5..-3", "-3"},
		{"bool", "false"},
		{"Color", "red"},
		{"string", "\"\""},
		{"option int", "none"},
		{"record(a: 1..2, b: seq of int)", "(a = 1, b = [])"},
		{"map[Corridor] bool", "{1 -> false, 2 -> false, 3 -> false}"},
		{"map[int] bool", "{}"},
		{"map[Color] nat = 7", "{red -> 7, green -> 7, blue -> 7}"},
		{"map[Color] map[bool] nat = 7", "{red -> {false -> 7, true -> 7}, green -> {false -> 7, true -> 7}, blue -> {false -> 7, true -> 7}}"},
		{"map[Color] map[int] nat = {1 -> 2}", "{red -> {1 -> 2}, green -> {1 -> 2}, blue -> {1 -> 2}}"},
		{"map[bool] map[Color] nat = {red -> 1, green -> 2, blue -> 3}", "{false -> {red -> 1, green -> 2, blue -> 3}, true -> {red -> 1, green -> 2, blue -> 3}}"},
		{"map[0..1] map[0..1] nat = {0 -> {0 -> 1, 1 -> 2}, 1 -> {0 -> 3, 1 -> 4}}", "{0 -> {0 -> 1, 1 -> 2}, 1 -> {0 -> 3, 1 -> 4}}"},
		{"map[Color] nat = {c -> ord(c) | c in Color}", "{red -> 0, green -> 1, blue -> 2}"},
		{"map[Color] bytes = \"ab\"", "{red -> [97, 98], green -> [97, 98], blue -> [97, 98]}"},
		{"map[bool] set of int = {}", "{false -> {}, true -> {}}"},
		{"bag of int = bag(2, 1, 2)", "bag(1, 2, 2)"},
		{"0..N = N - 1", "3"},
		{"0..3 = 4", "7-8: this is 4, which is never in 0..3"},
		{"nat = 2 - MAX", "6-13: the value -998 is not in nat"},
		{"map[Color] nat = {red -> 1}", "17-27: map[Color] nat needs a value for each key / write {k -> e | k in K}, or give one value for all keys"},
		{"int = k", "6-7: 'k' is the state of the resource, which this clause cannot read"},
		{"int = pick 1..2", "6-15: this clause cannot pick: only clients do"},
		{"int =", "5-5: an expression is expected here, not the end"},
		{"int 3", "4-5: the end is expected here, not '3'"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		assert_string_equal(declared(&w, cases[i].text), cases[i].value);
		world_close(&w);
	}
}

static void
a_call_has_a_name_and_arguments(void **state)
{
	struct world w;
	world_open(&w);
	struct snippet in = world_snippet(&w, "enter(n, w + 1)", 15), bare = world_snippet(&w, "leave", 5), bad = world_snippet(&w, "enter(n", 7);
	struct call_expr *call = parse_call(&w.arena, &w.diags, &in);
	assert_string_equal(call->name, "enter");
	assert_int_equal(call->n, 2);
	assert_int_equal(call->arg[1]->kind, EXPR_BINARY);
	call = parse_call(&w.arena, &w.diags, &bare);
	assert_string_equal(call->name, "leave");
	assert_int_equal(call->n, 0);
	assert_null(parse_call(&w.arena, &w.diags, &bad));
	assert_string_equal(world_mistake(&w), "7-7: ',' or ')' is expected here, not the end");
	world_close(&w);
}

static void
a_type_holds_another_or_meets_it_or_neither(void **state)
{
	static const struct {
		const char *a, *b;
		bool within, meets;
		const char *join;
	} cases[] = {
		{"0..3", "nat", true, true, "nat"},
		{"nat", "0..3", false, true, "nat"},
		{"0..3", "5..9", false, true, "0..9"},
		{"seq of 0..3", "seq of 2..5", false, true, "seq of 0..5"},
		{"set of int", "bag of int", false, false, NULL},
		{"string", "bytes", false, false, NULL},
		{"int", "bool", false, false, NULL},
		{"Color", "enum(red, green, blue)", true, true, "enum(red, green, blue)"},
		{"Color", "enum(red, green)", false, false, NULL},
		{"record(a: 0..1, b: nat)", "record(a: 2..3, b: int)", false, true, "record(a: 0..3, b: int)"},
		{"record(a: int)", "record(b: int)", false, false, NULL},
		{"option 0..1", "option 0..2", true, true, "option 0..2"},
		{"map[Warehouse] 0..1", "map[0..3] 1..2", false, true, "map[Warehouse] 0..2"},
		{"map[0..3] int", "map[0..4] int", false, false, NULL},
		{"map[0..3] int", "map[int] int", false, false, NULL},
		{"map[string] 0..1", "map[string] nat", true, true, "map[string] nat"},
	};
	struct world w;
	world_open(&w);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct type *a = world_type(&w, cases[i].a), *b = world_type(&w, cases[i].b), *join = type_join(&w.arena, a, b);
		assert_int_equal(type_within(a, b), cases[i].within);
		assert_int_equal(type_meets(a, b), cases[i].meets);
		assert_int_equal(join != NULL, cases[i].join != NULL);
		if (join)
			assert_string_equal(type_text(&w.arena, join), cases[i].join);
	}
	world_close(&w);
}

static void
the_values_of_a_small_type_are_numbered(void **state)
{
	static const struct {
		const char *type;
		uint64_t count;
	} cases[] = {
		{"bool", 2}, {"char", 256}, {"-2..2", 5}, {"Color", 3}, {"option Color", 4}, {"record(a: 0..2, b: option bool, c: Color)", 27},
		{"int", 0}, {"string", 0}, {"set of bool", 0}, {"record(a: int)", 0}, {"record(a: 0..1000000, b: 0..1000000)", 0},
	};
	struct world w;
	world_open(&w);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct type *t = world_type(&w, cases[i].type);
		assert_int_equal(t->count, cases[i].count);
		for (uint64_t n = 0; n < t->count; n++) {
			word value = type_nth(w.heap, t, n);
			assert_true(value_fits(t, value));
			assert_int_equal(type_index(t, value), n);
		}
	}
	world_close(&w);
}

static void
equal_values_are_equal_words_also_on_top_of_another_heap(void **state)
{
	struct heap *below = heap_new(NULL), *above = heap_new(below), *other = heap_new(NULL);
	word numbers[3000];
	for (int i = 0; i < 3000; i++)
		numbers[i] = heap_block(below, (word[]){i, -i}, 2);
	size_t bytes = heap_bytes(above);
	for (int i = 0; i < 3000; i++)
		assert_int_equal(heap_block(above, (word[]){i, -i}, 2), numbers[i]);
	assert_int_equal(heap_bytes(above), bytes);
	assert_int_not_equal(heap_block(above, (word[]){1, 2}, 2), heap_block(below, (word[]){2, 1}, 2));
	assert_int_equal(heap_block(above, NULL, 0), heap_block(other, NULL, 0));
	heap_free(above);
	heap_free(below);
	heap_free(other);
}

static void
a_copy_lives_without_the_heap_it_came_from(void **state)
{
	static const char *const cases[][2] = {
		{"map[string] seq of option set of int", "{\"a\" -> [none, some({1, 2})], \"b\" -> []}"},
		{"map[Point2] record(a: string, b: bag of string)", "(a = \"x\", b = bag(\"b\", \"a\"))"},
		{"record(a: int, b: nat)", "(a = 1, b = 2)"},
		{"int", "5"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		struct heap *to = heap_new(NULL);
		const struct type *t = world_type(&w, cases[i][0]);
		word value = world_value(&w, t, cases[i][1]);
		struct text before = {0}, after = {0};
		value_print(&before, t, value);
		word copy = heap_copy(to, t, value);
		assert_int_equal(value_compare(t, copy, value), 0);
		assert_int_equal(heap_copy(w.heap, t, copy), value);
		heap_free(w.heap);
		w.heap = NULL;
		value_print(&after, t, copy);
		assert_string_equal(before.s, after.s);
		text_free(&before);
		text_free(&after);
		heap_free(to);
		world_close(&w);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_type_is_printed_as_it_is_written),
		cmocka_unit_test(what_is_no_type_is_refused),
		cmocka_unit_test(a_variable_starts_with_what_is_written_or_what_is_natural),
		cmocka_unit_test(a_call_has_a_name_and_arguments),
		cmocka_unit_test(a_type_holds_another_or_meets_it_or_neither),
		cmocka_unit_test(the_values_of_a_small_type_are_numbered),
		cmocka_unit_test(equal_values_are_equal_words_also_on_top_of_another_heap),
		cmocka_unit_test(a_copy_lives_without_the_heap_it_came_from),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
