#include "unit/lang/world.h"

#include "unit/unit.h"

static struct reason
explained(struct world *w, const char *text, bool value)
{
	struct expr *e = world_expr(w, text, &type_bool);
	assert_non_null(e);
	return code_explain(&w->arena, w->machine, e, &w->frame, value);
}

static void
the_part_that_decides_is_shown_with_its_values(void **state)
{
	static const struct {
		const char *text;
		bool value;
		const char *clause, *values;
	} cases[] = {
		{"weight[n] + w <= MAX", false, "weight[n] + w <= MAX", "weight[1] + 900 is 1200 and MAX is 1000"},
		{"n == N-1 or not occupied[n+1]", false, "n == N - 1 or not occupied[n + 1]", "n is 1 and N - 1 is 3 and occupied[2] is true"},
		{"weight[n] + w <= MAX and flag", false, "weight[n] + w <= MAX", "weight[1] + 900 is 1200 and MAX is 1000"},
		{"flag and weight[n] + w <= MAX and k == 3", false, "weight[n] + w <= MAX", "weight[1] + 900 is 1200 and MAX is 1000"},
		{"color == red", false, "color == red", "color is green"},
		{"flag or k == 4", true, "flag", "flag is true"},
		{"k == 4 or k == 5", false, "k == 4 or k == 5", "k is 3"},
		{"k == 3 and r == 5", true, "k == 3 and r == 5", "k is 3 and r is 5"},
		{"k == 3 => r == 4", false, "k == 3 => r == 4", "k is 3 and r is 5"},
		{"forall x in Warehouse . weight[x] < MAX", false, "forall x in Warehouse . weight[x] < MAX", "weight[3] is 1000 and MAX is 1000"},
		{"forall x in Warehouse, y in free . weight[x] <= weight[y] + 500", false, "forall x in Warehouse, y in free . weight[x] <= weight[y] + 500", "weight[0] is 700 and weight[2] + 500 is 500"},
		{"exists x in list . x > 2", true, "exists x in list . x > 2", "x is 3"},
		{"exists x in list . x > 20", false, "exists x in list . x > 20", "list is [3, 1, 2]"},
		{"forall x in list . x > 0", true, "forall x in list . x > 0", "list is [3, 1, 2]"},
		{"forall enter(m, v) in waiting(enter(n, _)) . v < w", false, "forall enter(m, v) in waiting(enter(n, _)) . v < w", "v is 900 and w is 900 and m is 1"},
		{"forall enter(m, v) in waiting() . weight[m] + v <= MAX", false, "forall enter(m, v) in waiting() . weight[m] + v <= MAX", "weight[1] + 900 is 1200 and MAX is 1000"},
		{"empty(older(enter(n, _)))", false, "empty(older(enter(n, _)))", "older(enter(1, _)) is enter(1, 300), enter(1, 900)"},
		{"not empty(older(enter(n, _)))", true, "not empty(older(enter(n, _)))", "older(enter(1, _)) is enter(1, 300), enter(1, 900)"},
		{"empty(younger(enter(1, _)))", true, "empty(younger(enter(1, _)))", "younger(enter(1, _)) is empty"},
		{"older(enter(n, _)) == {}", false, "older(enter(n, _)) == {}", "older(enter(1, _)) is enter(1, 300), enter(1, 900)"},
		{"len(waiting(enter(n, _))) < 2", false, "len(waiting(enter(n, _))) < 2", "len(waiting(enter(1, _))) is 2"},
		{"let x = weight[n] in x + w <= MAX", false, "let x = weight[n] in x + w <= MAX", "300 + 900 is 1200 and MAX is 1000"},
		{"if flag then k > 5 else k > 2", false, "if flag then k > 5 else k > 2", "flag is true and k is 3"},
		{"fits(n, w)", false, "fits(n, w)", "fits(1, 900) is false"},
		{"w in 0..5", false, "w in 0..5", "w is 900"},
		{"w in Warehouse", false, "w in Warehouse", "w is 900"},
		{"n in free", false, "n in free", "n is 1 and free is {0, 2}"},
		{"not inside and n < N", true, "not inside and n < N", "inside is false and n is 1 and N is 4"},
		{"forall x in list . exists y in free . y > x", false, "forall x in list . exists y in free . y > x", "free is {0, 2} and x is 3"},
		{"forall x in list . (count y in free . y > x) > 0", false, "forall x in list . (count y in free . y > x) > 0", "count y in free . y > 3 is 0"},
		{"k <= 5 and k > 3", false, "k > 3", "k is 3"},
		{"text matches /z/", false, "text matches /z/", "text is \"hello\""},
		{"result == -1", true, "result == -1", "result is -1"},
		{"maybe == none", false, "maybe == none", "maybe is some(4)"},
		{"subset({1}, free)", false, "subset({1}, free)", "free is {0, 2}"},
		{"forall x in {} . x", true, "forall x in {} . x", ""},
		{"true", true, "true", ""},
		{"false", false, "false", ""},
		{"flag", true, "flag", "flag is true"},
		{"not flag", false, "not flag", "flag is true"},
		{"exists s in words, t in elems([s]) . t == \"b\"", true, "exists s in words, t in elems([s]) . t == \"b\"", "t is \"b\" and s is \"b\""},
		{"exists s in words, t in elems([s]) . t == \"zz\"", false, "exists s in words, t in elems([s]) . t == \"zz\"", "words is {\"a\", \"ab\", \"b\"}"},
		{"weight[double(n)] > 5", false, "weight[double(n)] > 5", "weight[2] is 0"},
		{"list[weight[2] + 1] == 4", false, "list[weight[2] + 1] == 4", "list[1] is 1"},
		{"list[len(list) - 1] + k == w", false, "list[len(list) - 1] + k == w", "list[2] + k is 5 and w is 900"},
		{"forall x in 0..2 . weight[x + 1] == 300", false, "forall x in 0..2 . weight[x + 1] == 300", "weight[2] is 0 and x is 1"},
		{"(sum x in 0..2 . weight[x + n]) > 5000", false, "(sum x in 0..2 . weight[x + n]) > 5000", "sum x in 0..2 . weight[x + 1] is 1300"},
		{"(sum x in 0..2 . weight[max({y | y in 0..x})]) > 5000", false, "(sum x in 0..2 . weight[max({y | y in 0..x})]) > 5000", "sum x in 0..2 . weight[max({y | y in 0..x})] is 1000"},
		{"empty(older(enter(double(n) - 1, _)))", false, "empty(older(enter(double(n) - 1, _)))", "older(enter(1, _)) is enter(1, 300), enter(1, 900)"},
		{"let at = n + 1 in weight[at + 1] == 0", false, "let at = n + 1 in weight[at + 1] == 0", "weight[3] is 1000"},
		{"forall x in list . let y = x * 2 in y < 5", false, "forall x in list . let y = x * 2 in y < 5", "y is 6 and x is 3"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct world w;
		world_open(&w);
		assert_string_equal(world_eval(&w, cases[i].text, NULL), cases[i].value ? "true" : "false");
		struct reason r = explained(&w, cases[i].text, cases[i].value);
		assert_string_equal(r.clause, cases[i].clause);
		assert_string_equal(r.values, cases[i].values);
		world_close(&w);
	}
}

static void
what_cannot_be_computed_is_left_out(void **state)
{
	struct world w;
	world_open(&w);
	assert_string_equal(explained(&w, "k == 4 and the(nobody) == 1", false).clause, "k == 4");
	assert_string_equal(explained(&w, "head([]) == k", false).values, "k is 3");
	assert_string_equal(explained(&w, "forall x in list, y in [10 div (x - 3)] . x < y", false).values, "list is [3, 1, 2]");
	assert_string_equal(explained(&w, "empty(older(enter(3 div (k - 3), _))) and k == 4", false).values, "");
	assert_string_equal(explained(&w, "empty(older(enter(3, _)))", false).values, "");
	world_close(&w);
}

static void
of_a_history_whose_order_is_open_those_are_told_who_are_surely_in_it(void **state)
{
	struct world w;
	world_open(&w);
	uint64_t older = w.calls.older, first = older & -older;
	w.calls.older = first;
	w.calls.unordered = older & ~first;
	assert_string_equal(explained(&w, "empty(older(enter(n, _)))", false).values, "older(enter(1, _)) has enter(1, 300)");
	w.calls.older = 0;
	assert_string_equal(explained(&w, "empty(older(enter(n, _)))", false).values, "");
	world_close(&w);
}

static void
an_explanation_draws_no_choices(void **state)
{
	struct world w;
	world_open(&w);
	explained(&w, "(pick 1..3) == 1", true);
	assert_int_equal(w.chosen, 0);
	world_close(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_part_that_decides_is_shown_with_its_values),
		cmocka_unit_test(what_cannot_be_computed_is_left_out),
		cmocka_unit_test(of_a_history_whose_order_is_open_those_are_told_who_are_surely_in_it),
		cmocka_unit_test(an_explanation_draws_no_choices),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
