/* What a process inside can do, and what is left of it. Where the kernel denies a layer, what rests on it is skipped, and said to be. */
#include "unit/unit.h"

#include "base/removal.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sandbox *
make(const struct sandbox_options *o)
{
	struct diags d = {0};
	struct sandbox *s = sandbox_open(&d, o);
	assert_non_null(s);
	diags_free(&d);
	return s;
}

static bool
has(const struct sandbox *s, const char *layer)
{
	struct arena a = {0};
	const char *words = sandbox_words(s, &a), *missing = strstr(words, " (missing");
	const char *at = strstr(words, layer);
	bool there = at && (!missing || at < missing) && (strcmp(layer, "seccomp") != 0 || !strstr(words, "is not seen"));
	arena_free(&a);
	return there;
}

static void
needs(struct sandbox *s, const char *layer)
{
	if (has(s, layer))
		return;
	fprintf(stderr, "SKIPPED, for the kernel does not let us have %s\n", layer);
	sandbox_close(s);
	skip();
}

/* Runs a line of the shell inside, and says how it ended. */
static int
run(const struct sandbox *s, const char *line)
{
	struct inside in;
	int status;
	pid_t pid = sandbox_fork(s, &in);
	if (pid == 0) {
		if (sandbox_confine(s))
			execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	sandbox_end(&in);
	return status;
}

static int
run_entered(const struct sandbox *s, const char *line)
{
	int status;
	pid_t pid = fork();
	if (pid == 0) {
		if (sandbox_enter(s))
			execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void
the_caller_sees_how_the_process_inside_ends(void **state)
{
	(void)state;
	struct sandbox *s = make(&(struct sandbox_options){0});
	assert_int_equal(WEXITSTATUS(run(s, "exit 3")), 3);
	assert_int_equal(WTERMSIG(run(s, "kill -TERM $$")), SIGTERM);
	assert_int_equal(WEXITSTATUS(run_entered(s, "exit 4")), 4);
	assert_int_equal(WTERMSIG(run_entered(s, "kill -TERM $$")), SIGTERM);
	sandbox_close(s);
}

static void
what_is_started_inside_ends_with_it(void **state)
{
	(void)state;
	int life[2];
	char byte;
	struct sandbox *s = make(&(struct sandbox_options){0});
	needs(s, "a pid namespace");
	for (int entered = 0; entered < 2; entered++) {
		assert_int_equal(pipe(life), 0);
		assert_int_equal((entered ? run_entered : run)(s, "(env -i setsid sleep 3600 &) ; exit 0"), 0);
		close(life[1]);
		assert_int_equal(read(life[0], &byte, 1), 0); /* nobody has the other end any more */
		close(life[0]);
	}
	sandbox_close(s);
}

static void
the_folder_to_write_to_can_be_written_and_nothing_else(void **state)
{
	(void)state;
	char folder[] = "/tmp/sandbox-unit-XXXXXX", line[256], path[64];
	struct stat st;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/inner", folder);
	assert_int_equal(mkdir(path, 0755), 0);
	struct sandbox *s = make(&(struct sandbox_options){.write = path});
	snprintf(line, sizeof line, "echo x >%s/made && echo y >$TMPDIR/made && cd $TMPDIR && ! echo z >/usr/made && ! echo z >%s/outside 2>/dev/null", path, folder);
	run(s, line);
	snprintf(line, sizeof line, "%s/outside", folder);
	assert_int_equal(stat(line, &st), -1);
	snprintf(line, sizeof line, "%s/made", path);
	assert_int_equal(stat(line, &st), 0);
	assert_int_equal(unlink(line), 0);
	sandbox_close(s);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

static void
the_folder_to_write_to_can_lie_in_one_that_is_read(void **state)
{
	(void)state;
	char folder[] = "/tmp/sandbox-unit-XXXXXX", inner[64], file[64], line[512];
	struct sandbox *s = make(&(struct sandbox_options){0});
	needs(s, "a mount namespace");
	sandbox_close(s);
	assert_non_null(mkdtemp(folder));
	snprintf(inner, sizeof inner, "%s/inner", folder);
	snprintf(file, sizeof file, "%s/file", folder);
	assert_int_equal(mkdir(inner, 0755), 0);
	assert_int_equal(close(open(file, O_WRONLY | O_CREAT, 0644)), 0);
	s = make(&(struct sandbox_options){.write = inner, .nread = 2, .read = (const char *[]){folder, file}});
	assert_true(has(s, "a mount namespace"));
	snprintf(line, sizeof line, "cat %s && echo x >%s/made && ! echo y >%s 2>/dev/null && ! echo z >%s/outside 2>/dev/null", file, inner, file, folder);
	assert_int_equal(run(s, line), 0);
	sandbox_close(s);
	assert_true(removal_try(folder));
}

static void
make_file(const char *folder, const char *name)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(close(open(path, O_WRONLY | O_CREAT, 0644)), 0);
}

static void
what_is_hidden_in_a_folder_is_seen_only_where_it_is_named(void **state)
{
	(void)state;
	char folder[] = "/var/tmp/sandbox-unit-XXXXXX", inner[64], named[128], file[128], line[512];
	assert_non_null(mkdtemp(folder));
	snprintf(inner, sizeof inner, "%s/inner", folder);
	snprintf(named, sizeof named, "%s/named", inner);
	snprintf(file, sizeof file, "%s/hidden", folder);
	assert_int_equal(mkdir(inner, 0755), 0);
	make_file(folder, "outer");
	make_file(folder, "hidden");
	make_file(inner, "named");
	make_file(inner, "other");
	struct sandbox *s = make(&(struct sandbox_options){.nread = 2, .read = (const char *[]){folder, named}, .nhidden = 2, .hidden = (const char *[]){inner, file}});
	snprintf(line, sizeof line, "cd %s && cat outer inner/named && ! cat inner/other && ! cat inner/../inner/other && ! ls inner/* | grep other && ! test -s hidden && ! touch inner/new", folder);
	assert_int_equal(run(s, line), 0);
	sandbox_close(s);
	s = make(&(struct sandbox_options){.nread = 1, .read = (const char *[]){named}, .work = inner});
	assert_int_equal(run(s, "cat ./named && ! cat ./other"), 0);
	sandbox_close(s);
	assert_true(removal_try(folder));
}

static void
processes_are_limited_and_that_is_told(void **state)
{
	(void)state;
	struct sandbox *s = make(&(struct sandbox_options){.processes = 12});
	needs(s, "a cgroup");
	assert_null(sandbox_limit(s));
	assert_int_not_equal(run(s, "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 3600 & done"), 0);
	assert_string_equal(sandbox_limit(s), "processes");
	sandbox_close(s);
}

static void
memory_is_limited_and_that_is_told(void **state)
{
	(void)state;
	struct sandbox *s = make(&(struct sandbox_options){.memory = 32 << 20});
	needs(s, "a cgroup");
	assert_int_not_equal(run(s, "head -c 200000000 /dev/zero | tail -c 200000000 | wc -c; exit 1"), 0);
	assert_string_equal(sandbox_limit(s), "memory");
	sandbox_close(s);
}

static void
what_one_leaves_behind_is_not_there_for_the_next(void **state)
{
	(void)state;
	struct sandbox *s = make(&(struct sandbox_options){0});
	static const char line[] = "test ! -e $TMPDIR/left && echo x >$TMPDIR/left && test -e $TMPDIR/left";
	assert_int_equal(run(s, line), 0);
	assert_int_equal(run(s, line), 0);
	assert_int_equal(run_entered(s, line), 0);
	if (has(s, "a mount namespace"))
		for (int i = 0; i < 2; i++)
			assert_int_equal(run(s, "test ! -e /dev/shm/left && echo x >/dev/shm/left && test ! -e /tmp/left && echo x >/tmp/left"), 0);
	sandbox_close(s);
}

static void
attempts_are_told_once_and_in_one_line(void **state)
{
	(void)state;
	struct arena a = {0};
	size_t n;
	struct sandbox *s = make(&(struct sandbox_options){0});
	needs(s, "seccomp");
	sandbox_attempts(s, &a, &n);
	assert_int_equal(n, 0);
	run(s, "cat /etc/passwd /usr/../etc//passwd; cat /etc/passwd; : >'/no\nsuch'");
	const char *const *at = sandbox_attempts(s, &a, &n);
	assert_int_equal(n, 2);
	assert_string_equal(at[0], "tried to open /etc/passwd for reading");
	assert_string_equal(at[1], "tried to open \"/no\\nsuch\" for writing");
	arena_free(&a);
	sandbox_close(s);
}

static void
one_sandbox_holds_several_at_a_time(void **state)
{
	(void)state;
	struct inside in[3];
	int status;
	struct sandbox *s = make(&(struct sandbox_options){0});
	for (size_t i = 0; i < 3; i++) {
		pid_t pid = sandbox_fork(s, &in[i]);
		if (pid == 0) {
			if (sandbox_confine(s))
				execl("/bin/sleep", "sleep", "3600", (char *)NULL);
			_exit(127);
		}
		assert_true(pid > 0);
	}
	for (size_t i = 0; i < 3; i++) {
		pid_t pid = in[i].pid;
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(WTERMSIG(status), SIGKILL);
		sandbox_end(&in[i]);
	}
	sandbox_close(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_caller_sees_how_the_process_inside_ends),
		cmocka_unit_test(what_is_started_inside_ends_with_it),
		cmocka_unit_test(the_folder_to_write_to_can_be_written_and_nothing_else),
		cmocka_unit_test(the_folder_to_write_to_can_lie_in_one_that_is_read),
		cmocka_unit_test(what_is_hidden_in_a_folder_is_seen_only_where_it_is_named),
		cmocka_unit_test(processes_are_limited_and_that_is_told),
		cmocka_unit_test(memory_is_limited_and_that_is_told),
		cmocka_unit_test(what_one_leaves_behind_is_not_there_for_the_next),
		cmocka_unit_test(attempts_are_told_once_and_in_one_line),
		cmocka_unit_test(one_sandbox_holds_several_at_a_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
