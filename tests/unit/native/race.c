/* The detector alone: tasks, their stacks and the other side are ours. */
#include "drivers/native/access.h"
#include "drivers/native/race.h"
#include "drivers/native/schedule.h"
#include "drivers/native/views.h"

#include "unit/unit.h"

struct task tasks[MOST_CARRIERS]; /* 0: nobody */
int tasks_top = 8;
static struct task *running;
static long variable, other, lock, atom;
static const void *depth_of_stack[2];

static struct {
	size_t n;
	struct race_side sides[2];
	const void *at, *first_caller;
	size_t size;
} told;

size_t views; /* no memory is mapped twice */

const void *
views_identity(uintptr_t at)
{
	return (const void *)at;
}

struct task *
schedule_self(void)
{
	return running;
}

size_t
access_stack(const struct task *t, const void **at, size_t most)
{
	at[0] = depth_of_stack[0];
	at[1] = (const void *)(uintptr_t)(0x9000 + (unsigned)t->number);
	assert_true(most > 2);
	return depth_of_stack[0] ? 2 : 0;
}

void
race_tell(const struct race_side *earlier, const struct race_side *later, const void *at, size_t size)
{
	told.n++;
	told.sides[0] = *earlier;
	told.sides[1] = *later;
	told.at = at;
	told.size = size;
	told.first_caller = earlier->depth ? earlier->stack[0] : NULL;
}

/* --- what happens in a test --- */

static void
as(int number)
{
	running = number ? &tasks[number] : NULL;
}

/* The host makes a client's call, or a task makes a thread. */
static void
start(int by, int number)
{
	as(by);
	tasks[number].number = number;
	tasks[number].actor = number;
	race_start(&tasks[number]);
	if (!by)
		race_call(&tasks[number], (uint64_t)number * 10);
}

static void
finish(int number)
{
	as(number);
	race_end(&tasks[number]);
	as(0);
}

static void
access_bytes(int number, const void *at, size_t size, enum race_kind kind, uintptr_t place)
{
	as(number);
	race_access(at, size, kind, (const void *)place);
}

/* Each from a place of its own. */
static void
reads(int number, const long *at)
{
	access_bytes(number, at, sizeof *at, RACE_READ, 0x100u + (unsigned)number);
}

static void
writes(int number, const long *at)
{
	access_bytes(number, at, sizeof *at, RACE_WRITE, 0x200u + (unsigned)number);
}

static void
takes(int number, const void *object)
{
	as(number);
	race_take(object);
}

static void
gives(int number, const void *object)
{
	as(number);
	race_give(object);
}

static void
begin(enum race_watch watch)
{
	memset(&told, 0, sizeof told);
	depth_of_stack[0] = NULL;
	race_watch(watch);
}

/* Two calls of one phase. */
static int
two_calls(void **state)
{
	begin(RACE_WATCH_ALL);
	start(0, 1);
	start(0, 2);
	return 0;
}

/* --- tests --- */

static void
calls_of_one_phase_race(void **state)
{
	writes(1, &variable);
	writes(2, &variable);
	assert_int_equal(told.n, 1);
	assert_ptr_equal(told.at, &variable);
	assert_int_equal(told.size, sizeof variable);
}

static void
a_read_races_with_a_write_before_or_behind_it(void **state)
{
	reads(1, &variable);
	writes(2, &variable);
	writes(1, &other);
	reads(2, &other);
	assert_int_equal(told.n, 2);
}

static void
reads_do_not_race(void **state)
{
	reads(1, &variable);
	reads(2, &variable);
	assert_int_equal(told.n, 0);
}

static void
nobody_races_with_itself(void **state)
{
	writes(1, &variable);
	reads(1, &variable);
	writes(1, &variable);
	assert_int_equal(told.n, 0);
}

static void
a_lock_orders_what_is_done_under_it(void **state)
{
	takes(1, &lock);
	writes(1, &variable);
	gives(1, &lock);
	takes(2, &lock);
	writes(2, &variable);
	gives(2, &lock);
	assert_int_equal(told.n, 0);
}

static void
a_lock_does_not_order_what_comes_after_its_release(void **state)
{
	gives(1, &lock);
	writes(1, &variable);
	takes(2, &lock);
	writes(2, &variable);
	assert_int_equal(told.n, 1);
}

static void
another_lock_orders_nothing(void **state)
{
	writes(1, &variable);
	gives(1, &lock);
	takes(2, &other);
	writes(2, &variable);
	assert_int_equal(told.n, 1);
}

static void
order_is_passed_on(void **state)
{
	start(0, 3);
	writes(1, &variable);
	gives(1, &lock);
	takes(2, &lock);
	gives(2, &other);
	takes(3, &other);
	writes(3, &variable);
	assert_int_equal(told.n, 0);
}

static void
a_write_races_with_every_read_that_is_not_ordered(void **state)
{
	start(0, 3);
	start(0, 4);
	reads(1, &variable);
	reads(2, &variable);
	reads(3, &variable);
	gives(2, &lock);
	takes(4, &lock);
	writes(4, &variable);
	assert_int_equal(told.n, 2);
}

static void
an_older_write_is_still_known_behind_a_read(void **state)
{
	start(0, 3);
	writes(1, &variable);
	gives(1, &lock);
	takes(2, &lock);
	reads(2, &variable);
	reads(3, &variable);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.sides[0].kind, RACE_WRITE);
}

static void
other_bytes_of_the_same_word_do_not_race(void **state)
{
	char *bytes = (char *)&variable;
	access_bytes(1, bytes, 3, RACE_WRITE, 1);
	access_bytes(2, bytes + 3, 1, RACE_WRITE, 2);
	assert_int_equal(told.n, 0);
	access_bytes(2, bytes + 2, 2, RACE_WRITE, 3);
	assert_int_equal(told.n, 1);
}

static void
long_accesses_race_where_they_meet(void **state)
{
	static char bytes[64];
	access_bytes(1, bytes + 3, 30, RACE_WRITE, 1);
	access_bytes(2, bytes + 33, 20, RACE_WRITE, 2);
	assert_int_equal(told.n, 0);
	access_bytes(2, bytes + 32, 20, RACE_WRITE, 3);
	assert_int_equal(told.n, 1);
}

static void
atomic_accesses_do_not_race_with_each_other(void **state)
{
	access_bytes(1, &atom, sizeof atom, RACE_ATOMIC_WRITE, 1);
	access_bytes(2, &atom, sizeof atom, RACE_ATOMIC_UPDATE, 2);
	access_bytes(1, &atom, sizeof atom, RACE_ATOMIC_READ, 3);
	assert_int_equal(told.n, 0);
}

static void
an_atomic_access_races_with_a_plain_one(void **state)
{
	access_bytes(1, &atom, sizeof atom, RACE_ATOMIC_WRITE, 1);
	access_bytes(2, &atom, sizeof atom, RACE_READ, 2);
	access_bytes(1, &other, sizeof other, RACE_WRITE, 3);
	access_bytes(2, &other, sizeof other, RACE_ATOMIC_READ, 4);
	assert_int_equal(told.n, 2);
}

static void
an_atomic_write_publishes(void **state)
{
	writes(1, &variable);
	access_bytes(1, &atom, sizeof atom, RACE_ATOMIC_WRITE, 1);
	access_bytes(2, &atom, sizeof atom, RACE_ATOMIC_READ, 2);
	reads(2, &variable);
	assert_int_equal(told.n, 0);
}

static void
an_atomic_read_publishes_nothing(void **state)
{
	writes(1, &variable);
	access_bytes(1, &atom, sizeof atom, RACE_ATOMIC_READ, 1);
	access_bytes(2, &atom, sizeof atom, RACE_ATOMIC_READ, 2);
	reads(2, &variable);
	assert_int_equal(told.n, 1);
}

static void
a_call_comes_after_those_that_had_returned(void **state)
{
	writes(1, &variable);
	finish(1);
	start(0, 3);
	writes(3, &variable);
	assert_int_equal(told.n, 0);
	writes(2, &variable); /* was made in the same phase as the first */
	assert_int_equal(told.n, 1);
}

static void
a_call_does_not_come_after_those_that_are_pending(void **state)
{
	writes(1, &variable);
	finish(2);
	start(0, 3);
	writes(3, &variable);
	assert_int_equal(told.n, 1);
}

static void
a_thread_comes_after_its_maker_and_before_who_joins_it(void **state)
{
	writes(1, &variable);
	start(1, 5);
	writes(5, &variable);
	as(1);
	race_join(&tasks[5]);
	writes(1, &variable);
	assert_int_equal(told.n, 0);
}

static void
a_maker_and_its_thread_race(void **state)
{
	start(1, 5);
	writes(1, &variable);
	writes(5, &variable);
	assert_int_equal(told.n, 1);
}

static void
who_is_woken_comes_after_who_woke_it(void **state)
{
	writes(1, &variable);
	race_wake(&tasks[2]);
	writes(1, &other);
	writes(2, &variable);
	assert_int_equal(told.n, 0);
	writes(2, &other);
	assert_int_equal(told.n, 1);
}

static void
freed_memory_is_forgotten(void **state)
{
	static long block[4];
	writes(1, &block[0]);
	writes(1, &block[3]);
	race_forget(block, sizeof block);
	writes(2, &block[0]);
	writes(2, &block[3]);
	assert_int_equal(told.n, 0);
}

static void
much_freed_memory_is_forgotten(void **state)
{
	writes(1, &variable);
	race_forget(NULL, (size_t)&variable + sizeof variable);
	writes(2, &variable);
	assert_int_equal(told.n, 0);
}

static void
a_new_test_starts_with_nothing(void **state)
{
	writes(1, &variable);
	race_reset();
	start(0, 2);
	writes(2, &variable);
	assert_int_equal(told.n, 0);
}

static void
each_pair_of_places_is_told_once_in_a_test(void **state)
{
	for (int i = 0; i < 3; i++) {
		writes(1, &variable);
		writes(2, &variable);
	}
	assert_int_equal(told.n, 1);
	race_reset();
	start(0, 1);
	start(0, 2);
	writes(1, &variable);
	writes(2, &variable);
	assert_int_equal(told.n, 2);
}

static void
new_races_are_told_once_in_all_tests(void **state)
{
	for (int i = 0; i < 3; i++) {
		i ? race_reset() : begin(RACE_WATCH_NEW);
		start(0, 1);
		start(0, 2);
		writes(1, &variable);
		writes(2, &variable);
	}
	assert_int_equal(told.n, 1);
}

static void
both_sides_are_told(void **state)
{
	depth_of_stack[0] = (const void *)0x7001;
	writes(1, &variable);
	depth_of_stack[0] = (const void *)0x7002;
	writes(1, &other);
	start(2, 5);
	reads(5, &variable);
	assert_int_equal(told.n, 1);
	assert_int_equal(told.sides[0].actor, 1);
	assert_true(told.sides[0].called);
	assert_int_equal(told.sides[0].call, 10);
	assert_int_equal(told.sides[0].kind, RACE_WRITE);
	assert_ptr_equal(told.sides[0].place, (const void *)0x201);
	assert_int_equal(told.sides[0].depth, 2);
	assert_ptr_equal(told.first_caller, (const void *)0x7001);
	assert_int_equal(told.sides[1].actor, 5);
	assert_false(told.sides[1].called);
	assert_ptr_equal(told.sides[1].place, (const void *)0x105);
}

static void
the_call_is_the_one_that_was_made_then(void **state)
{
	writes(1, &variable);
	finish(1);
	as(0);
	race_start(&tasks[1]);
	race_call(&tasks[1], 99);
	writes(1, &other);
	writes(2, &variable);
	assert_int_equal(told.sides[0].call, 10);
	access_bytes(2, &other, sizeof other, RACE_WRITE, 3);
	assert_int_equal(told.sides[0].call, 99);
}

static void
nothing_is_told_where_races_are_not_wanted(void **state)
{
	begin(RACE_WATCH_OFF);
	start(0, 1);
	start(0, 2);
	writes(1, &variable);
	writes(2, &variable);
	assert_int_equal(told.n, 0);
	assert_false(race_watched());
	assert_false(race_missed());
}

/* A million words do not fit: the test goes on without races rather than with guesses. */
static void
more_memory_than_there_is_room_for_hides_races(void **state)
{
	char *far = (char *)0x100000000000;
	writes(1, &variable);
	for (size_t i = 0; i < 1 << 21; i++)
		access_bytes(1, far + i * 8, 8, RACE_WRITE, 3);
	assert_false(race_watched());
	assert_true(race_missed());
	writes(2, &variable);
	assert_int_equal(told.n, 0);
	race_reset();
	assert_true(race_watched());
	assert_false(race_missed());
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, two_calls)
	const struct CMUnitTest tests[] = {
		TEST(calls_of_one_phase_race), TEST(a_read_races_with_a_write_before_or_behind_it), TEST(reads_do_not_race), TEST(nobody_races_with_itself),
		TEST(a_lock_orders_what_is_done_under_it), TEST(a_lock_does_not_order_what_comes_after_its_release), TEST(another_lock_orders_nothing),
		TEST(order_is_passed_on), TEST(a_write_races_with_every_read_that_is_not_ordered), TEST(an_older_write_is_still_known_behind_a_read),
		TEST(other_bytes_of_the_same_word_do_not_race), TEST(long_accesses_race_where_they_meet), TEST(atomic_accesses_do_not_race_with_each_other),
		TEST(an_atomic_access_races_with_a_plain_one), TEST(an_atomic_write_publishes), TEST(an_atomic_read_publishes_nothing),
		TEST(a_call_comes_after_those_that_had_returned), TEST(a_call_does_not_come_after_those_that_are_pending),
		TEST(a_thread_comes_after_its_maker_and_before_who_joins_it), TEST(a_maker_and_its_thread_race), TEST(who_is_woken_comes_after_who_woke_it),
		TEST(freed_memory_is_forgotten), TEST(much_freed_memory_is_forgotten), TEST(a_new_test_starts_with_nothing),
		TEST(each_pair_of_places_is_told_once_in_a_test), TEST(new_races_are_told_once_in_all_tests), TEST(both_sides_are_told),
		TEST(the_call_is_the_one_that_was_made_then), TEST(nothing_is_told_where_races_are_not_wanted), TEST(more_memory_than_there_is_room_for_hides_races),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
