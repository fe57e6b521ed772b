#include "drivers/native/laps.h"

#include "unit/unit.h"

enum { LOCK = 0x1000, WEIGHT = 0x2000, COUNT = 0x3000, PLACE = 0x40, STATE = 7 };

/* The task is in the same state after each lap. */
static bool
ends(struct laps *l, bool same)
{
	if (same && laps_ask(l))
		laps_tell(l, STATE);
	return same;
}

/* It looks at a lock that somebody else holds. */
static bool
spins(struct laps *l)
{
	return ends(l, laps_read(l, LOCK, PLACE, 1));
}

/* It takes the lock, looks at what that guards, counts if it does so, and lets the lock go. */
static unsigned
tries(struct laps *l, uint64_t count)
{
	unsigned n = ends(l, laps_write(l, LOCK, PLACE, 0));
	n += ends(l, laps_read(l, WEIGHT, PLACE + 1, 900));
	if (count)
		n += ends(l, laps_write(l, COUNT, PLACE + 2, count));
	return n + ends(l, laps_write(l, LOCK, PLACE + 3, 1));
}

static void
who_only_looks_is_soon_sure_to_wait(void **state)
{
	struct laps l = {0};
	unsigned n = 0;
	for (; !l.sure && n < 100; n++)
		spins(&l);
	assert_in_range(n, 2, 20);
	assert_true(l.again);
}

static void
who_takes_a_lock_and_gives_it_back_comes_round_again_but_is_not_sure(void **state)
{
	struct laps l = {0};
	for (int i = 0; i < 20; i++)
		tries(&l, 0);
	assert_true(l.again);
	assert_false(l.sure);
}

static void
who_counts_in_memory_does_not_come_round_again(void **state)
{
	struct laps l = {0};
	unsigned laps = 0;
	for (uint64_t i = 1; i < 200; i++) {
		laps += tries(&l, i);
		assert_false(l.again);
	}
	assert_true(laps > 100);
}

static void
a_long_loop_keeps_its_mark(void **state)
{
	struct laps l = {0};
	unsigned before = 0;
	for (int i = 0; i < 100000; i++) {
		tries(&l, 0);
		assert_true(l.same >= before);
		before = l.same;
	}
}

static void
one_loop_after_another_is_noticed_as_soon_as_the_first(void **state)
{
	struct laps l = {0};
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 1000; i++)
			tries(&l, 0);
		unsigned n = 0;
		for (; !l.sure && n < 1000; n++)
			spins(&l);
		assert_in_range(n, 2, 40);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_only_looks_is_soon_sure_to_wait),
		cmocka_unit_test(who_takes_a_lock_and_gives_it_back_comes_round_again_but_is_not_sure),
		cmocka_unit_test(who_counts_in_memory_does_not_come_round_again),
		cmocka_unit_test(a_long_loop_keeps_its_mark),
		cmocka_unit_test(one_loop_after_another_is_noticed_as_soon_as_the_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
