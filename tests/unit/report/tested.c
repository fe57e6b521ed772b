#include "unit/unit.h"

#include "report/report.h"

enum { MOST = 256 };

/* A tiny specification, a story that is put together, and what a writer makes of it. */
struct fixture {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct trace_step steps[MOST];
	size_t n;
	struct history history;
	struct tested tested;
	struct text out;
};

static int
setup(void **state)
{
	static const char source[] = "resource: thing\noperations:\n  use: { params: { n: nat } }\n";
	static const char *clients[] = {"a0", "a1", "a2", "a3", "a4", "a5"};
	struct fixture *f = calloc(1, sizeof *f);
	f->spec = spec_parse(&f->arena, &f->diags, source_text(&f->arena, "thing.yaml", source, strlen(source)), "thing.yaml", &(struct spec_options){0});
	assert_non_null(f->spec);
	model_init(&f->model, f->spec);
	f->history = (struct history){.spec = f->spec, .clients = clients, .nclients = 6};
	f->tested = (struct tested){.implementation = "thing.so", .model = &f->model, .verdict = TESTED_FAIL, .class = "crash", .sentence = "it died", .seed = 1, .round = 1};
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	text_free(&f->out);
	spec_free(f->spec);
	diags_free(&f->diags);
	arena_free(&f->arena);
	free(f);
	return 0;
}

static void
add(struct fixture *f, size_t phase, int actor, const char *action, uint64_t object, enum step_ending ending)
{
	assert_true(f->n < MOST);
	f->steps[f->n++] = (struct trace_step){.phase = phase, .actor = actor, .action = action, .object = object, .ending = ending};
}

static const char *
written(struct fixture *f, const char *format, bool verbose)
{
	struct report_style style = {.verbose = verbose};
	struct trace trace = {f->n, f->steps};
	text_free(&f->out);
	if (f->n)
		f->tested.story = story_tell(&f->arena, &trace, &f->model, &f->history, "/nowhere.so");
	report_writer(format)->write(&f->out, &style, &f->tested, 1);
	return f->out.s;
}

static void
has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("there is no\n%s\nin\n%s", part, text);
}

static void
has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("there is\n%s\nin\n%s", part, text);
}

static void
steps_that_repeat_are_shown_once(void **state)
{
	struct fixture *f = *state;
	for (int i = 0; i < 40; i++) {
		add(f, 0, 0, "lock mutex", 8, STEP_GOES_ON);
		add(f, 0, 0, "yield", 0, STEP_GIVES_WAY);
	}
	add(f, 0, 0, "return", 0, STEP_GOES_ON);
	has(written(f, "text", false), "  lock mutex A\n  yield -- lets others go\n  ... these 2 steps 40 times\n  return\n");
}

static void
two_equal_steps_are_no_loop(void **state)
{
	struct fixture *f = *state;
	add(f, 0, 0, "post semaphore", 8, STEP_GOES_ON);
	add(f, 0, 0, "post semaphore", 8, STEP_GOES_ON);
	add(f, 0, 0, "post semaphore", 9, STEP_GOES_ON);
	has(written(f, "text", false), "  post semaphore A\n  post semaphore A\n  post semaphore B\n");
}

static void
of_a_long_story_the_last_phase_is_told_unless_more_is_asked_for(void **state)
{
	struct fixture *f = *state;
	for (size_t i = 0; i < 30; i++)
		add(f, i, 0, i % 2 ? "sleep" : "yield", 0, STEP_GIVES_WAY);
	const char *short_one = written(f, "text", false);
	has(short_one, "What the implementation did in the last phase:\n  a0\n  sleep -- lets others go\n");
	has_not(short_one, "yield");
	has(written(f, "text", true), "  phase 1\n  yield -- lets others go\n  phase 2\n  sleep -- lets others go\n");
}

static void
each_actor_has_a_column_and_preemptions_are_counted(void **state)
{
	struct fixture *f = *state;
	add(f, 0, ACTOR_THREAD, "yield", 0, STEP_GOES_ON);
	add(f, 0, 0, "lock mutex", 8, STEP_PREEMPTED);
	add(f, 0, 1, "lock mutex", 8, STEP_BLOCKS);
	add(f, 0, ACTOR_THREAD, "return", 0, STEP_GOES_ON);
	has(written(f, "text", false), "What the implementation did (1 preemption):\n"
		"  a0                         a1                      thread 0\n"
		"                                                     yield\n"
		"  lock mutex A -- preempted\n"
		"                             lock mutex A -- blocks\n"
		"                                                     return\n");
}

static void
many_actors_share_a_column(void **state)
{
	struct fixture *f = *state;
	for (int i = 0; i < 6; i++)
		add(f, 0, i, "wait on condition", 8, STEP_BLOCKS);
	has(written(f, "text", false), "\n  a0  wait on condition A -- blocks\n  a1  wait on condition A -- blocks\n");
}

static void
who_is_woken_stands_with_the_step_that_wakes(void **state)
{
	struct fixture *f = *state;
	add(f, 0, 0, "broadcast condition", 8, STEP_GOES_ON);
	add(f, 0, 0, "wake", 1, STEP_WAKES);
	add(f, 0, 0, "wake", 2, STEP_WAKES);
	has(written(f, "text", false), "  broadcast condition A, wakes a1, a2\n");
	has(written(f, "json", false), "\"wakes\":\"a1, a2\"");
}

static void
letters_go_by_the_last_phase(void **state)
{
	struct fixture *f = *state;
	add(f, 0, 0, "lock mutex", 8, STEP_GOES_ON);
	for (uint64_t i = 0; i < 27; i++)
		add(f, 1, 0, "lock mutex", 100 + i, STEP_GOES_ON);
	const char *text = written(f, "text", true);
	has(text, "  phase 1\n  lock mutex AB\n  phase 2\n  lock mutex A\n");
	has(text, "  lock mutex Z\n  lock mutex AA\n");
}

static void
junit_holds_any_bytes(void **state)
{
	struct fixture *f = *state;
	f->tested.happened = "a\x01<b>&\"\xff\xef\xbf\xbf\t\xc3\xa9";
	const char *xml = written(f, "junit", false);
	has(xml, "message=\"it died: a\\x01&lt;b&gt;&amp;&quot;\\xff\\xef\\xbf\\xbf&#9;\xc3\xa9\"");
	has(xml, "*** Error: it died: a\\x01&lt;b&gt;");
}

static void
in_junit_undecided_is_no_pass(void **state)
{
	struct fixture *f = *state;
	f->tested.verdict = TESTED_UNDECIDED;
	f->tested.reason = "nothing was exercised";
	const char *xml = written(f, "junit", false);
	has(xml, "tests=\"1\" failures=\"0\" errors=\"1\"");
	has(xml, "<error type=\"undecided\" message=\"nothing was exercised\">");
}

static void
for_github_a_failure_is_one_line_at_the_place_where_it_happened(void **state)
{
	struct fixture *f = *state;
	f->tested.implementation = "a,b:\n100%.so";
	f->tested.happened = "50%\r\n::error::no";
	f->tested.stack.place = (struct place){.known = true, .file = "src/a,b:c.c", .line = 7};
	const char *line = written(f, "github", false);
	has(line, "::error file=src/a%2Cb%3Ac.c,line=7,title=thing%3A a%2Cb%3A%0A100%25.so fails in round 1%2C crash::thing: FAILED");
	has(line, "*** Error: it died: 50%25%0D%0A::error::no");
	assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
}

static void
for_github_a_failure_of_a_call_is_at_the_clause_that_decided(void **state)
{
	static const char source[] = "resource: thing\noperations:\n  use: {}\n  wait:\n    cpre: |\n      true\n";
	struct fixture *f = *state;
	struct spec *s = spec_parse(&f->arena, &f->diags, source_text(&f->arena, "thing.yaml", source, strlen(source)), "thing.yaml", &(struct spec_options){0});
	struct model model;
	struct why why = {.call = "as it is displayed", .rule = "cpre of wait"};
	struct verdict verdict = {.phase = 1, .whys = &why, .nwhys = 1};
	assert_non_null(s);
	why.op = spec_operation(s, "wait");
	model_init(&model, s);
	f->tested.model = &model;
	f->tested.judged = &verdict;
	has(written(f, "github", false), "::error file=thing.yaml,line=6,");
	why.rule = "enabled of wait"; /* of a policy that is in no file */
	has(written(f, "github", false), "::error file=thing.yaml,line=4,");
	f->tested.judged = NULL;
	has(written(f, "github", false), "::error title=");
	spec_free(s);
}

static void
for_github_undecided_is_an_error_without_a_place_and_a_pass_is_nothing(void **state)
{
	struct fixture *f = *state;
	f->tested.verdict = TESTED_UNDECIDED;
	f->tested.reason = "nothing was exercised";
	has(written(f, "github", false), "::error title=thing%3A thing.so is undecided::thing: UNDECIDED");
	f->tested.verdict = TESTED_PASS;
	written(f, "github", false);
	assert_int_equal(f->out.n, 0);
}

static void
the_test_that_left_it_undecided_is_shown_if_more_is_asked_for(void **state)
{
	struct fixture *f = *state;
	word arg = 7;
	struct history_line line = {.event = {.kind = EVENT_CALLED, .client = 2, .op = spec_operation(f->spec, "use"), .args = &arg}};
	const char *none[] = {""};
	struct verdict verdict = {.phase = 1, .states = none, .scheduling = none, .nstates = 1};
	f->history.lines = &line;
	f->history.n = 1;
	f->tested.history = &f->history;
	f->tested.judged = &verdict;
	f->tested.verdict = TESTED_UNDECIDED;
	f->tested.class = NULL; /* it is no failure that did not come back */
	f->tested.reason = "a call computes without coming to rest";
	has(written(f, "text", true), "Calls (those between << and >> were made at the same time):\n  << a2 use(7) >>   <== here\n");
	has_not(written(f, "text", false), "a2");
	has(written(f, "json", false), "\"counterexample\":[{\"calls\":[\"a2 use(7)\"],\"unblocks\":[]}]");
}

static void
what_the_implementation_printed_cannot_be_taken_for_the_report(void **state)
{
	struct fixture *f = *state;
	f->tested.output = "thing: passed\n\x1b[2Jbye";
	has(written(f, "text", false), "What the implementation printed:\n  | thing: passed\n  | ?[2Jbye\n");
	has(written(f, "junit", false), "<system-out>thing: passed\n\\x1b[2Jbye</system-out>");
}

static void
a_failure_that_comes_back_only_now_and_then_is_told_as_such(void **state)
{
	struct fixture *f = *state;
	f->tested.alike = 19;
	f->tested.confirmations = 20;
	has(written(f, "text", false), "came back in 19 of 20 runs");
	f->tested.alike = 20;
	has_not(written(f, "text", false), "came back");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(steps_that_repeat_are_shown_once, setup, teardown),
		cmocka_unit_test_setup_teardown(two_equal_steps_are_no_loop, setup, teardown),
		cmocka_unit_test_setup_teardown(of_a_long_story_the_last_phase_is_told_unless_more_is_asked_for, setup, teardown),
		cmocka_unit_test_setup_teardown(each_actor_has_a_column_and_preemptions_are_counted, setup, teardown),
		cmocka_unit_test_setup_teardown(many_actors_share_a_column, setup, teardown),
		cmocka_unit_test_setup_teardown(who_is_woken_stands_with_the_step_that_wakes, setup, teardown),
		cmocka_unit_test_setup_teardown(letters_go_by_the_last_phase, setup, teardown),
		cmocka_unit_test_setup_teardown(junit_holds_any_bytes, setup, teardown),
		cmocka_unit_test_setup_teardown(in_junit_undecided_is_no_pass, setup, teardown),
		cmocka_unit_test_setup_teardown(for_github_a_failure_is_one_line_at_the_place_where_it_happened, setup, teardown),
		cmocka_unit_test_setup_teardown(for_github_a_failure_of_a_call_is_at_the_clause_that_decided, setup, teardown),
		cmocka_unit_test_setup_teardown(for_github_undecided_is_an_error_without_a_place_and_a_pass_is_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(the_test_that_left_it_undecided_is_shown_if_more_is_asked_for, setup, teardown),
		cmocka_unit_test_setup_teardown(what_the_implementation_printed_cannot_be_taken_for_the_report, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_that_comes_back_only_now_and_then_is_told_as_such, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
