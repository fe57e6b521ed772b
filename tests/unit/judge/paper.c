/* The examples that Fredlund and others work out, literally. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

static const char warehouse[] = "warehouse/warehouse.yaml";

static void
after_900_in_a_warehouse_200_must_wait_and_100_must_not(void **state)
{
	struct judged_history h;
	(void)state;
	judged_open_shipped(&h, warehouse, "a enter 0 900 -> a | b enter 0 200 | c enter 0 100 -> c");
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	judged_open_shipped(&h, warehouse, "a enter 0 900 -> a | b enter 0 200 -> b");
	assert_string_equal(judged_words(&h), "safety in phase 2");
	assert_non_null(strstr(h.report.s, "weight[0] + 200 is 1100"));
	judged_close(&h);
	judged_open_shipped(&h, warehouse, "a enter 0 900 -> a | b enter 0 200 | c enter 0 100");
	assert_string_equal(judged_words(&h), "progress in phase 3");
	assert_non_null(strstr(h.report.s, "c enter(0, 100)"));
	assert_null(strstr(h.report.s, "b enter(0, 200) is still blocked"));
	judged_close(&h);
}

static void
figure_7_fails_because_600_less_300_and_900_more_is_1200(void **state)
{
	struct judged_history h;
	(void)state;
	judged_open_shipped(&h, warehouse,
		"r0 enter 0 100 -> r0 | r0 exit 0 100, r1 enter 0 200 -> r0, r1 | r0 enter 1 300, r1 exit 0 200 -> r0, r1 |"
		"r2 enter 0 700 -> r2 | r2 exit 0 700 | r1 enter 1 300, r4 enter 0 700 -> r1, r2, r4 | r2 enter 1 900 |"
		"r0 exit 1 300 -> r0, r2");
	assert_string_equal(judged_words(&h), "safety in phase 8");
	assert_non_null(strstr(h.report.s, "<< r0 exit(1, 300) >>"));
	assert_non_null(strstr(h.report.s, "r2 enter(1, 900) needs   weight[n] + w <= MAX"));
	assert_non_null(strstr(h.report.s, "weight[1] + 900 is 1200"));
	assert_non_null(strstr(h.report.s, "after r0 exit(1, 300)"));
	assert_non_null(strstr(h.report.s, "weight[1] + 900 is 1500"));
	assert_int_equal(h.verdict->nwhys, 1);
	assert_true(h.verdict->whys[0].always);
	judged_close(&h);
}

static const char two_waiting[] =
	"resource: r\n"
	"state: { free: bool = false }\n"
	"operations:\n"
	"  take: { cpre: free, post: free := false }\n"
	"  give: { post: free := true }\n"
	"scheduling: ";

static void
calls_that_came_at_once_may_be_served_in_either_order_by_a_fifo(void **state)
{
	struct judged_history h;
	(void)state;
	struct arena a = {0};
	const char *fifo = arena_printf(&a, "%sfifo\n", two_waiting);
	judged_open(&h, fifo, "a take, b take | c give -> c, a", NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	judged_open(&h, fifo, "a take, b take | c give -> c, b", NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	/* one after the other, it may not */
	judged_open(&h, fifo, "a take | b take | c give -> c, b", NULL);
	assert_string_equal(judged_words(&h), "order in phase 3");
	judged_close(&h);
	arena_free(&a);
}

static void
a_phase_may_leave_states_that_differ_only_in_their_order_of_arrival(void **state)
{
	struct judged_history h;
	(void)state;
	struct arena a = {0};
	/* a list of the waiting calls: here the judge cannot leave the order open */
	const char *listed = arena_printf(&a,
		"%s\n  operations:\n    take:\n      enabled: \"empty(older(take)) and [0 | take() in waiting(take)] != []\"\n", two_waiting);
	judged_open(&h, listed, "a take, b take", NULL);
	assert_string_equal(judged_words(&h), "pass");
	const char *line = strchr(h.viable.s, '\n');
	assert_non_null(line);
	assert_int_equal(strncmp(h.viable.s, line + 1, (size_t)(line - h.viable.s)), 0); /* two configurations that print alike */
	judged_close(&h);
	judged_open(&h, listed, "a take, b take | c give -> c, b | c give -> c, a", NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	/* once b has overtaken, it was the older one: a later arrival does not come before a */
	judged_open(&h, listed, "a take, b take | d take | c give -> c, b | c give -> c, d", NULL);
	assert_string_equal(judged_words(&h), "order in phase 4");
	judged_close(&h);
	arena_free(&a);
}

static void
several_blocked_calls_may_be_let_go_by_one_and_either_may_be_the_one(void **state)
{
	struct judged_history h;
	(void)state;
	/* the paper's operations b, b, a */
	judged_open(&h, "resource: r\nstate: { n: nat = 0 }\noperations:\n  b: { cpre: n > 0, post: n -= 1 }\n  a: { post: n += 1 }\n",
		"p b | q b | r a -> r, q | r a -> r, p", NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(after_900_in_a_warehouse_200_must_wait_and_100_must_not),
		cmocka_unit_test(figure_7_fails_because_600_less_300_and_900_more_is_1200),
		cmocka_unit_test(calls_that_came_at_once_may_be_served_in_either_order_by_a_fifo),
		cmocka_unit_test(a_phase_may_leave_states_that_differ_only_in_their_order_of_arrival),
		cmocka_unit_test(several_blocked_calls_may_be_let_go_by_one_and_either_may_be_the_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
