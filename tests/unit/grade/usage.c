#include "grade/usage.h"

#include "unit/unit.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PART = 8 << 20, DEEP = 24 };

/* Touches so much memory, says so, and stays. */
static void __attribute__((noreturn))
take(int ready)
{
	char *p = mmap(NULL, PART, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(p, 1, PART);
	if (write(ready, "", 1) == 1)
		for (;;)
			pause();
	_exit(1);
}

/* A process in a process in a process; only the last one takes memory. */
static void __attribute__((noreturn))
descend(int depth, int ready)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (depth == 0)
		take(ready);
	if (fork() == 0)
		descend(depth - 1, ready);
	for (;;)
		pause();
}

struct start {
	int depth, ready;
	pid_t pid;
};

static void *
start_there(void *context)
{
	struct start *s = context;
	char byte;
	s->pid = fork();
	if (s->pid == 0)
		descend(s->depth, s->ready);
	for (;;) /* whoever starts a process has to stay for that to be its child */
		if (read(-1, &byte, 1) < 0)
			pause();
}

static void
expect_counted(int depth, bool by_thread)
{
	int ends[2];
	char byte;
	struct usage before = usage_of(getpid());
	assert_int_equal(pipe(ends), 0);
	struct start s = {.depth = depth, .ready = ends[1]};
	pthread_t thread;
	if (by_thread) {
		assert_int_equal(pthread_create(&thread, NULL, start_there, &s), 0);
	} else if ((s.pid = fork()) == 0) {
		descend(depth, ends[1]);
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	struct usage after = usage_of(getpid());
	kill(s.pid, SIGKILL);
	waitpid(s.pid, NULL, 0);
	assert_true(after.memory - before.memory >= PART);
	close(ends[0]);
	close(ends[1]);
}

static void
children_of_every_thread_are_counted(void **state)
{
	expect_counted(0, true);
	expect_counted(2, true);
}

static void
children_are_counted_however_deep_they_lie(void **state)
{
	expect_counted(DEEP, false);
	expect_counted(DEEP, true);
}

static void
of_a_process_that_is_gone_nothing_is_known(void **state)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
	struct usage u = usage_of(pid);
	assert_int_equal(u.memory, 0);
	assert_int_equal(u.cpu, 0);
	assert_int_equal(u.waited, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(children_of_every_thread_are_counted),
		cmocka_unit_test(children_are_counted_however_deep_they_lie),
		cmocka_unit_test(of_a_process_that_is_gone_nothing_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
