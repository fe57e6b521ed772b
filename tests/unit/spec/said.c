#include "unit/spec/loaded.h"

#define RESOURCE "resource: lock\n"
#define HEAD RESOURCE "state: { free: nat = 1 }\n"
#define OPERATIONS "operations:\n  take: { cpre: free > 0, post: free -= 1 }\n  give: { post: free += 1 }\n"

static uint64_t
said(const char *text)
{
	struct loaded l;
	load_good(&l, text);
	uint64_t said = l.spec->said;
	forget(&l);
	return said;
}

static void
points_comments_and_layout_change_nothing_of_what_is_said(void **state)
{
	static const char *const others[] = {
		HEAD OPERATIONS "grading: { round1: 1 }\n",
		HEAD "grading:\n  round2: 7\n  operations: { take: 3 }\n" OPERATIONS,
		"grading: {}\n" HEAD "# a comment\n\n" OPERATIONS "# another\n",
		("resource:   lock\nstate:\n  free: nat = 1 # one\n" OPERATIONS),
		"{resource: lock, grading: {round1: 2}, state: {free: nat = 1}, operations: {take: {cpre: free > 0, post: free -= 1}, give: {post: free += 1}}}",
	};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_true(said(others[i]) == said(HEAD OPERATIONS));
}

static void
all_else_changes_it_also_where_an_alias_leads_into_the_grading(void **state)
{
	static const char *const others[] = {
		("resource: locks\nstate: { free: nat = 1 }\n" OPERATIONS),
		(RESOURCE "state: { free: nat = 2 }\n" OPERATIONS),
		HEAD OPERATIONS "scheduling: fifo\n",
		HEAD "operations:\n  take: { cpre: free > 0, post: free -= 1 }\n  give: {}\n",
		HEAD OPERATIONS "testing: { phases: 1..8 }\n",
		HEAD OPERATIONS "testing: { phases: 1..9 }\n",
	};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_true(said(others[i]) != said(HEAD OPERATIONS));
		for (size_t k = 0; k < i; k++)
			assert_true(said(others[i]) != said(others[k]));
	}
	assert_true(said("grading: { round1: &n 2 }\n" HEAD OPERATIONS "testing: { concurrency: *n }\n") != said("grading: { round1: &n 3 }\n" HEAD OPERATIONS "testing: { concurrency: *n }\n"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_comments_and_layout_change_nothing_of_what_is_said),
		cmocka_unit_test(all_else_changes_it_also_where_an_alias_leads_into_the_grading),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
