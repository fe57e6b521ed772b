#include "base/arena.h"

#include "unit/unit.h"

static void
memory_is_zeroed_and_aligned_for_any_type(void **state)
{
	struct arena a = {0};
	for (size_t n = 1; n < 300; n += 7) {
		unsigned char *p = arena_alloc(&a, n);
		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, n);
	}
	arena_free(&a);
}

static void
what_was_allocated_stays_as_it_is_while_the_arena_grows(void **state)
{
	struct arena a = {0};
	char *numbers[5000];
	for (int i = 0; i < 5000; i++)
		numbers[i] = arena_printf(&a, "%d", i);
	for (int i = 0; i < 5000; i++)
		assert_int_equal(strtol(numbers[i], NULL, 10), i);
	arena_free(&a);
}

static void
one_allocation_may_be_larger_than_any_chunk(void **state)
{
	struct arena a = {0};
	size_t n = 3 << 20;
	memset(arena_alloc(&a, n), 1, n);
	char *after = arena_strdup(&a, "after");
	assert_string_equal(after, "after");
	assert_true(a.total >= n);
	arena_free(&a);
}

static void
a_freed_arena_is_empty_and_can_be_used_again(void **state)
{
	struct arena a = {0};
	arena_alloc(&a, 10);
	arena_free(&a);
	assert_null(a.chunk);
	assert_int_equal(a.total, 0);
	assert_string_equal(arena_strdup(&a, "again"), "again");
	arena_free(&a);
}

static void
a_copy_of_n_bytes_ends_in_nul_and_may_be_of_nothing(void **state)
{
	struct arena a = {0};
	assert_string_equal(arena_strndup(&a, "warehouse", 4), "ware");
	assert_string_equal(arena_strndup(&a, NULL, 0), "");
	assert_string_equal(arena_printf(&a, "%s", ""), "");
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zeroed_and_aligned_for_any_type),
		cmocka_unit_test(what_was_allocated_stays_as_it_is_while_the_arena_grows),
		cmocka_unit_test(one_allocation_may_be_larger_than_any_chunk),
		cmocka_unit_test(a_freed_arena_is_empty_and_can_be_used_again),
		cmocka_unit_test(a_copy_of_n_bytes_ends_in_nul_and_may_be_of_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
