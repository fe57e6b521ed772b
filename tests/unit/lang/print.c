#include "unit/lang/world.h"

#include "unit/unit.h"

struct printed {
	const char *text, *printed;
};

static void
an_expression_is_printed_with_the_fewest_parentheses(void **state)
{
	static const struct printed cases[] = {
		{"((1) + (2)) - (3)", "1 + 2 - 3"},
		{"1 - (2 - 3)", "1 - (2 - 3)"},
		{"(1 * 2) + 3", "1 * 2 + 3"},
		{"1 * (2 + 3)", "1 * (2 + 3)"},
		{"-(1 + 2)", "-(1 + 2)"},
		{"-(-1)", "--1"},
		{"(-1)[0]", "(-1)[0]"},
		{"not (a == b)", "not a == b"},
		{"not (a and b)", "not (a and b)"},
		{"(not a) and b", "not a and b"},
		{"a == (not b)", "a == (not b)"},
		{"a => (b => c)", "a => b => c"},
		{"(a => b) => c", "(a => b) => c"},
		{"(a and b) or c", "a and b or c"},
		{"a and (b or c)", "a and (b or c)"},
		{"(a == b) == c", "(a == b) == c"},
		{"(1..2) == s", "1..2 == s"},
		{"1..(2 + 3)", "1..2 + 3"},
		{"(if a then b else c) + 1", "(if a then b else c) + 1"},
		{"if a then (b) else (c + 1)", "if a then b else c + 1"},
		{"(forall x in s . a) and b", "(forall x in s . a) and b"},
		{"a and (forall x in s . b)", "a and (forall x in s . b)"},
		{"forall x in (1..3), y in s . x < y", "forall x in 1..3, y in s . x < y"},
		{"let x = (a in s) in x", "let x = (a in s) in x"},
		{"[x | x in s, (y in t), (f(x) in t), (x > 1)]", "[x | x in s, (y in t), (f(x) in t), x > 1]"},
		{"[x | x in s, (y in t and z)]", "[x | x in s, (y in t and z)]"},
		{"{k -> (v + 1) | k in s}", "{k -> v + 1 | k in s}"},
		{"pick x in s . x + 1", "pick x in s . x + 1"},
		{"pick [x | x in s]", "pick x in s . x"},
		{"pick [x | x in s, x > 1]", "pick [x | x in s, x > 1]"},
		{"pick 1..(5) step (2)", "pick 1..5 step 2"},
		{"(pick 1..2) + 1", "(pick 1..2) + 1"},
		{"a.b[c].d", "a.b[c].d"},
		{"(a + b).c", "(a + b).c"},
		{"(f(x))[1]", "f(x)[1]"},
		{"s matches /a\\/b/", "s matches /a\\/b/"},
		{"'c' ++ \"d\\n\"", "'c' ++ \"d\\n\""},
		{"(x = 1, y = (z = 2))", "(x = 1, y = (z = 2))"},
		{"{} + {a} + {b -> c}", "{} + {a} + {b -> c}"},
		{"older(enter(n, _, (1 + 2)))", "older(enter(n, _, 1 + 2))"},
		{"exists enter(n, _) in waiting(enter) . true", "exists enter(n, _) in waiting(enter) . true"},
		{"¬ a ∧ b ∨ c ⇒ x ≤ y", "not a and b or c => x <= y"},
		{"∅", "{}"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		struct snippet in = world_snippet(&w, cases[i].text, strlen(cases[i].text));
		struct expr *e = parse_expr(&w.arena, &w.diags, &in);
		assert_non_null(e);
		struct text out = {0};
		expr_print(&out, e, NULL);
		assert_string_equal(out.s, cases[i].printed);
		text_free(&out);
		world_close(&w);
	}
}

static void
a_statement_is_printed_on_one_line(void **state)
{
	static const struct printed cases[] = {
		{"x := (1 + 2)", "x := 1 + 2"},
		{"x += 1", "x += 1"},
		{"x[1].f -= (y)", "x[1].f -= y"},
		{"if a then x := 1", "if a then x := 1"},
		{"if a then (x := 1; y := 2) else {z := 3}", "if a then { x := 1; y := 2 } else { z := 3 }"},
		{"if a then if b then x := 1 else x := 2", "if a then if b then x := 1 else x := 2"},
		{"if a then { if b then x := 1 } else x := 2", "if a then { if b then x := 1 } else x := 2"},
		{"for x in s do { y += x }", "for x in s do { y += x }"},
		{"for enter(n, _) in waiting() do x := n", "for enter(n, _) in waiting() do x := n"},
		{"x := 1; y := 2;", "{ x := 1; y := 2 }"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		struct snippet in = world_snippet(&w, cases[i].text, strlen(cases[i].text));
		struct stmt *s = parse_stmt(&w.arena, &w.diags, &in);
		assert_non_null(s);
		struct text out = {0};
		stmt_print(&out, s);
		assert_string_equal(out.s, cases[i].printed);
		text_free(&out);
		world_close(&w);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_expression_is_printed_with_the_fewest_parentheses),
		cmocka_unit_test(a_statement_is_printed_on_one_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
