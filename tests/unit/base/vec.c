#include "base/vec.h"

#include "unit/unit.h"

struct pair {
	int left, right;
};

static void
elements_keep_their_order_however_often_the_array_grows(void **state)
{
	struct arena a = {0};
	VEC(int) v = {0};
	for (int i = 0; i < 1000; i++)
		vec_push(&a, &v, i * i);
	assert_int_equal(v.n, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(v.at[i], i * i);
	arena_free(&a);
}

static void
a_compound_literal_with_commas_can_be_pushed(void **state)
{
	struct arena a = {0};
	VEC(struct pair) v = {0};
	vec_push(&a, &v, (struct pair){1, 2});
	assert_int_equal(v.at[0].left, 1);
	assert_int_equal(v.at[0].right, 2);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_keep_their_order_however_often_the_array_grows),
		cmocka_unit_test(a_compound_literal_with_commas_can_be_pushed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
