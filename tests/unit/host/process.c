/* Why a host is given up that does not answer: the minutes that pass are written into what is known of it. */
#include "host/process.h"

#include "unit/unit.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND 1000000000ll

/* Looked at once, so that it is known what it has computed so far. */
static struct process
watched(pid_t pid)
{
	struct process p = {.pid = pid, .patience = 3600 * SECOND, .memory = INT64_MAX};
	assert_true(process_watch(&p));
	return p;
}

static void
expect_words(const struct process *p, const char *said, const char *unsaid)
{
	struct arena a = {0};
	const char *words = process_words(p, &a);
	assert_non_null(strstr(words, said));
	assert_null(strstr(words, unsaid));
	arena_free(&a);
}

static void
whoever_computes_too_slowly_is_not_said_to_have_waited(void **state)
{
	(void)state;
	struct process p = watched(getpid());
	p.silent = (60 + 24 * 8 + 8) * SECOND;
	p.computed -= 24 * SECOND + SECOND / 2;
	p.computed_awake = p.computed;
	assert_false(process_watch(&p));
	assert_int_equal(p.state, PROCESS_SLOW);
	expect_words(&p, "has not answered for 260 seconds, of which it computed for 24:", "neither computed");
}

static void
whoever_sleeps_has_neither_computed_nor_answered(void **state)
{
	(void)state;
	pid_t pid = fork();
	if (pid == 0)
		for (;;)
			pause();
	struct process p = watched(pid);
	do
		p.asleep = 4 * SECOND;
	while (process_watch(&p)); /* until it has come to its pause */
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(p.state, PROCESS_WAITS);
	expect_words(&p, "for 3 seconds it has neither computed nor answered", "60 seconds");
}

static void
whoever_answers_late_but_in_time_goes_on(void **state)
{
	(void)state;
	struct process p = watched(getpid());
	p.silent = 59 * SECOND;
	p.asleep = 4 * SECOND; /* but it is awake */
	assert_true(process_watch(&p));
	assert_int_equal(p.state, PROCESS_RUNS);
}

static void
whoever_computes_on_a_busy_machine_may_take_long(void **state)
{
	(void)state;
	struct process p = watched(getpid());
	p.silent = 61 * SECOND;
	p.computed -= SECOND;
	p.computed_awake = p.computed;
	assert_true(process_watch(&p));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_computes_on_a_busy_machine_may_take_long),
		cmocka_unit_test(whoever_computes_too_slowly_is_not_said_to_have_waited),
		cmocka_unit_test(whoever_sleeps_has_neither_computed_nor_answered),
		cmocka_unit_test(whoever_answers_late_but_in_time_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
