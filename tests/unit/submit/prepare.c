/* long: where several builds are tested, in the last one only */
#include "sandbox/sandbox.h"
#include "unit/submit/found.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

struct tried {
	struct diags diags;
	struct text words;
	struct prepared *prepared;
	const char *limit;
};

static struct prepare_options options;

static int
start(void **state)
{
	(void)state;
	options = (struct prepare_options){.spec = "spec/queue.yaml", .variants = 1 << VARIANT_PLAIN, .limits = {.seconds = 80, .processes = 100}};
	make_folder("class");
	make_folder("spec");
	write_file("spec/queue.yaml", "");
	write_file("spec/from-spec.h", "#define FROM_SPEC 30\n");
	return 0;
}

static int
finish(void **state)
{
	(void)state;
	remove_all("class");
	remove_all("spec");
	return 0;
}

static void
prepare(struct tried *t, enum submission_kind kind, const char *path)
{
	struct submission s = {.name = "anna", .path = path, .kind = kind};
	*t = (struct tried){0};
	t->prepared = submission_prepare(&t->diags, &s, &options, &t->words, &t->limit);
}

static void
end(struct tried *t)
{
	prepared_free(t->prepared);
	diags_free(&t->diags);
	text_free(&t->words);
}

/* It is prepared, and its function `answer` gives this, where it can be called. */
static void
expect_answer(enum submission_kind kind, const char *path, int answer)
{
	struct tried t;
	prepare(&t, kind, path);
	if (!t.prepared) {
		diags_print(&t.diags, stderr, false);
		fprintf(stderr, "%s", t.words.n ? t.words.s : "");
	}
	assert_non_null(t.prepared);
	assert_null(t.limit);
	assert_int_equal(strncmp(prepared_library(t.prepared), prepared_folder(t.prepared), strlen(prepared_folder(t.prepared))), 0);
	if (!options.variants) { /* hooks are the host's, which is not here */
		assert_int_equal(access(prepared_library(t.prepared), R_OK), 0);
		end(&t);
		return;
	}
	void *library = dlopen(prepared_library(t.prepared), RTLD_NOW | RTLD_LOCAL);
	assert_non_null(library);
	int (*function)(void) = (int (*)(void))(uintptr_t)dlsym(library, "answer");
	assert_non_null(function);
	assert_int_equal(function(), answer);
	dlclose(library);
	end(&t);
}

static void
expect_problem(enum submission_kind kind, const char *path, const char *words)
{
	struct tried t;
	prepare(&t, kind, path);
	assert_null(t.prepared);
	expect_said(&t.diags, words);
	end(&t);
}

/* --- each kind --- */

static void
a_source_is_compiled_with_the_headers_beside_it_and_those_of_the_specification(void **state)
{
	(void)state;
	write_file("class/beside.h", "#define BESIDE 12\n");
	write_file("class/anna.c", "#include \"beside.h\"\n#include \"from-spec.h\"\nint answer(void) { return BESIDE + FROM_SPEC; }\n");
	expect_answer(SUBMISSION_SOURCE, "class/anna.c", 42);
	options.variants = 0;
	expect_answer(SUBMISSION_SOURCE, "class/anna.c", 42);
	write_file("class/other.c", "#include \"anna.c\"\n");
	expect_problem(SUBMISSION_SOURCE, "class/other.c", "cannot be compiled");
}

static void
a_header_that_is_named_as_if_it_lay_above_is_that_of_the_specification(void **state)
{
	(void)state;
	struct tried t;
	write_file("class/anna.c", "#include \"../from-spec.h\"\nint answer(void) { return FROM_SPEC; }\n");
	expect_answer(SUBMISSION_SOURCE, "class/anna.c", 30);
	make_folder("class/anna");
	make_folder("class/anna/sources");
	write_file("class/anna/sources/anna.c", "#include \"../from-spec.h\"\nint answer(void) { return FROM_SPEC; }\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 30);
	write_file("class/anna/from-spec.h", "#define FROM_SPEC 8\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 8);
	write_file("class/anna.c", "#include \"../from-spec.h\"\n#include \"../spec.yaml\"\n");
	expect_problem(SUBMISSION_SOURCE, "class/anna.c", "cannot be compiled");
	expect_problem(SUBMISSION_SOURCE, "class/anna.c", "there is no header ../spec.yaml");
	options.cc = "clang";
	expect_problem(SUBMISSION_SOURCE, "class/anna.c", system("clang --version >/dev/null 2>&1") == 0 ? "there is no header ../spec.yaml" : "there is no compiler");
	options.cc = NULL;
	write_file("spec/wrong.h", "#error wrong\n");
	write_file("class/anna.c", "#include \"../wrong.h\"\n");
	prepare(&t, SUBMISSION_SOURCE, "class/anna.c");
	assert_null(t.prepared);
	assert_non_null(strstr(t.words.s, "../wrong.h:1:2: error"));
	assert_null(strstr(t.words.s, "headers"));
	end(&t);
}

static void
a_library_is_copied(void **state)
{
	(void)state;
	write_file("class/anna.c", "int answer(void) { return 7; }\n");
	assert_int_equal(system("gcc -shared -fPIC -o class/anna.so class/anna.c"), 0);
	expect_answer(SUBMISSION_LIBRARY, "class/anna.so", 7);
	expect_problem(SUBMISSION_LIBRARY, "class/none.so", "class/none.so: cannot be opened");
	expect_problem(SUBMISSION_LIBRARY, "class", "is a directory, not a file");
}

static void
all_sources_of_a_folder_make_one_library(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/one.c", "int two(void);\nint answer(void) { return two() + 1; }\n");
	write_file("class/anna/two.c", "#include \"two.h\"\nint two(void) { return TWO; }\n");
	write_file("class/anna/two.h", "#define TWO 2\n");
	write_file("class/anna/README", "");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 3);
	options.variants = 0;
	expect_answer(SUBMISSION_FOLDER, "class/anna", 3);
}

static void
folders_and_archives_that_hold_only_the_next_one_are_looked_through(void **state)
{
	(void)state;
	make_folder("class/anna");
	make_folder("class/anna/sheet 1");
	make_folder("class/anna/sheet 1/src");
	write_file("class/anna/sheet 1/README", "");
	write_file("class/anna/sheet 1/src/q.c", "int answer(void) { return 5; }\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 5);
	assert_int_equal(system("tar -C class -czf class/anna.tar.gz anna"), 0);
	expect_answer(SUBMISSION_ARCHIVE, "class/anna.tar.gz", 5);
	make_folder("class/moodle");
	assert_int_equal(rename("class/anna.tar.gz", "class/moodle/solution.tar.gz"), 0);
	expect_answer(SUBMISSION_FOLDER, "class/moodle", 5);
	options.command = "gcc -shared -fPIC -o q.so src/q.c";
	expect_answer(SUBMISSION_FOLDER, "class/moodle", 5);
}

static void
names_may_hold_anything(void **state)
{
	static const char *const odd[] = {"a b.c", "it's.c", "\"q\".c", "line\nbreak.c", "-rf.c", "@file.c", "$(touch class-was-here).c", "\xff\xfe.c", "a;b.c", "%s%n.c"};
	char path[300], longest[256];
	(void)state;
	options.variants = 0;
	memset(longest, 'n', sizeof longest);
	memcpy(longest + 253, ".c", 3);
	for (size_t i = 0; i <= sizeof odd / sizeof *odd; i++) {
		snprintf(path, sizeof path, "class/%s", i < sizeof odd / sizeof *odd ? odd[i] : longest);
		write_file(path, "int answer(void) { return 1; }\n");
		expect_answer(SUBMISSION_SOURCE, path, 1);
	}
	assert_int_not_equal(access("class-was-here", F_OK), 0);
}

/* --- what goes wrong --- */

static void
compilers_are_quoted_without_private_folders(void **state)
{
	struct tried t;
	(void)state;
	write_file("class/anna.c", "int nothing(void);\nint answer(void) { return nothing(; }\n");
	prepare(&t, SUBMISSION_SOURCE, "class/anna.c");
	assert_null(t.prepared);
	expect_said(&t.diags, "anna.c: cannot be compiled: gcc ended with status 1");
	assert_non_null(strstr(t.words.s, "anna.c:2:35: error:"));
	assert_null(strstr(t.words.s, "srtest-"));
	end(&t);
	write_file("class/anna.c", "int nothing(void);\nint answer(void) { return nothing(); }\n");
	options.flags = "-Wl,--no-undefined";
	options.variants = 0;
	prepare(&t, SUBMISSION_SOURCE, "class/anna.c");
	assert_null(t.prepared);
	assert_non_null(strstr(t.words.s, "undefined reference"));
	assert_null(strstr(t.words.s, "srtest-"));
	end(&t);
}

static void
what_cannot_be_built_is_told(void **state)
{
	struct submission s = {.name = "x", .path = "class/x", .kind = SUBMISSION_FOLDER, .problem = "is a link that leads nowhere"};
	struct tried t = {0};
	(void)state;
	make_folder("class/x.so");
	expect_problem(SUBMISSION_FOLDER, "class/x.so", "class/x.so: is a directory, and holds nothing that could be built");
	write_file("class/x.so/one.so", "");
	write_file("class/x.so/two.so", "");
	expect_problem(SUBMISSION_FOLDER, "class/x.so", "holds 2 shared objects");
	write_file("class/x.zip", "no archive");
	expect_problem(SUBMISSION_ARCHIVE, "class/x.zip", "class/x.zip: this archive cannot be read");
	expect_problem(SUBMISSION_FOLDER, "class/none", "class/none: cannot be opened");
	assert_null(submission_prepare(&t.diags, &s, &options, &t.words, &t.limit));
	expect_said(&t.diags, "class/x: is a link that leads nowhere");
	end(&t);
}

static void
of_many_links_that_are_left_out_not_all_are_told(void **state)
{
	struct tried t;
	char path[64];
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int answer(void) { return 1; }\n");
	for (int i = 0; i < 1000; i++) {
		snprintf(path, sizeof path, "class/anna/nowhere%d", i);
		assert_int_equal(symlink("nowhere", path), 0);
	}
	prepare(&t, SUBMISSION_FOLDER, "class/anna");
	assert_non_null(t.prepared);
	assert_in_range(t.words.n, 1, 10000);
	assert_non_null(strstr(t.words.s, "srtest: left out: more of that kind\n"));
	end(&t);
}

static void
links_do_not_lead_to_the_work_of_others(void **state)
{
	struct tried t;
	(void)state;
	make_folder("class/anna");
	make_folder("class/berta");
	write_file("class/anna/real.c", "int answer(void) { return 9; }\n");
	assert_int_equal(symlink("../anna/real.c", "class/berta/stolen.c"), 0);
	assert_int_equal(symlink("loop", "class/berta/loop"), 0);
	prepare(&t, SUBMISSION_FOLDER, "class/berta");
	assert_null(t.prepared);
	expect_said(&t.diags, "holds nothing that could be built");
	assert_string_equal(t.words.s, "srtest: left out: \"loop\": a link that leads in a circle\n"
				       "srtest: left out: \"stolen.c\": a link that leads out of the folder\n");
	end(&t);
	make_folder("class/anna/old");
	assert_int_equal(rename("class/anna/real.c", "class/anna/old/real"), 0);
	assert_int_equal(symlink("old/real", "class/anna/linked.c"), 0);
	expect_answer(SUBMISSION_FOLDER, "class/anna", 9);
}

/* --- commands --- */

static void
a_makefile_is_run_in_a_copy(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "#include \"from-spec.h\"\nint answer(void) { return FROM_SPEC; }\n");
	write_file("class/anna/Makefile", "build/q.so: q.c\n\tmkdir -p build\n\tgcc -shared -fPIC -I$(SRTEST_SPEC_DIR) -o $@ $<\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 30);
	assert_int_not_equal(access("class/anna/build", F_OK), 0);
	write_file("class/anna/Makefile", "all:\n\tfalse\n");
	expect_problem(SUBMISSION_FOLDER, "class/anna", "class/anna: make ended with status 2");
	write_file("class/anna/Makefile", "all:\n");
	expect_problem(SUBMISSION_FOLDER, "class/anna", "make leaves no shared object");
}

static void
of_several_results_the_one_called_like_the_specification_is_meant(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int answer(void) { return WHICH; }\n");
	write_file("class/anna/Makefile", "all:\n\tgcc -shared -fPIC -DWHICH=1 -o a.so q.c\n\tgcc -shared -fPIC -DWHICH=2 -o b.so q.c\n");
	expect_problem(SUBMISSION_FOLDER, "class/anna", "make leaves 2 shared objects, and which of them is meant cannot be told: a.so, b.so");
	write_file("class/anna/Makefile", "all:\n\tgcc -shared -fPIC -DWHICH=1 -o a.so q.c\n\tgcc -shared -fPIC -DWHICH=2 -o libqueue.so q.c\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 2);
	write_file("class/anna/handed-in.so", "was here before");
	write_file("class/anna/Makefile", "all:\n\tgcc -shared -fPIC -DWHICH=3 -o c.so q.c\n");
	expect_answer(SUBMISSION_FOLDER, "class/anna", 3);
}

static void
a_command_builds_instead_of_a_makefile(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int answer(void) { return 8; }\n");
	write_file("class/anna/Makefile", "all:\n\tfalse\n");
	options.command = "gcc -shared -fPIC -o \"$SRTEST_OUTPUT\" *.c && touch other.so";
	expect_answer(SUBMISSION_FOLDER, "class/anna", 8);
	options.command = "test \"$(cd; pwd)\" != \"$OLDPWD\" && test -z \"$SECRET\" && gcc -shared -fPIC -o q.so q.c";
	assert_int_equal(setenv("SECRET", "42", 1), 0);
	expect_answer(SUBMISSION_FOLDER, "class/anna", 8);
	unsetenv("SECRET");
	options.command = "exit 3";
	expect_problem(SUBMISSION_FOLDER, "class/anna", "the command of --build ended with status 3");
	options.command = "kill -SEGV $$";
	expect_problem(SUBMISSION_FOLDER, "class/anna", "the command of --build was ended by a signal: Segmentation fault");
	options.command = "ln -s \"$SRTEST_SPEC_DIR/queue.yaml\" stolen.so";
	expect_problem(SUBMISSION_FOLDER, "class/anna", "leaves no shared object");
}

/* --- limits --- */

static void
expect_limit(const char *command, const char *limit)
{
	struct tried t;
	options.command = command;
	prepare(&t, SUBMISSION_FOLDER, "class/anna");
	assert_null(t.prepared);
	assert_non_null(t.limit);
	assert_string_equal(t.limit, limit);
	expect_said(&t.diags, "took more than it may of");
	expect_said(&t.diags, limit);
	end(&t);
}

static void
a_command_that_takes_too_much_is_ended(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int x;\n");
	expect_limit("yes", "output");
	expect_limit("i=0; while [ $i -lt 150 ]; do sleep 1000 & i=$((i + 1)); done; wait", "processes");
	options.limits = (struct build_limits){.seconds = 80, .cpu = 1};
	expect_limit("while :; do :; done", "CPU time");
	options.limits = (struct build_limits){.seconds = 80, .file = 1 << 20};
	expect_limit("exec head -c 2000000 /dev/zero >big", "file size");
	expect_limit("head -c 2000000 /dev/zero >big || exit 2", "file size");
	options.limits = (struct build_limits){.seconds = 1};
	expect_limit("sleep 1000", "time");
}

static void
of_much_that_a_command_prints_the_first_part_is_kept(void **state)
{
	struct tried t;
	(void)state;
	make_folder("class/anna");
	options.command = "head -c 200000 /dev/zero | tr '\\0' x; false";
	prepare(&t, SUBMISSION_FOLDER, "class/anna");
	assert_null(t.prepared);
	assert_int_equal(strspn(t.words.s, "x"), 64 << 10);
	assert_string_equal(t.words.s + (64 << 10), "\nsrtest: left out: all else that was printed\n");
	end(&t);
}

/* A number that is written in the folder of the specification. */
static pid_t
read_number(const char *path)
{
	FILE *f = fopen(path, "r");
	int number = 0;
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%d", &number), 1);
	fclose(f);
	return number;
}

static void
nothing_is_left_running(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int answer(void) { return 8; }\n");
	options.command = "gcc -shared -fPIC -o q.so q.c; (setsid sh -c 'echo $$ >\"$SRTEST_SPEC_DIR/pid.new\"; mv \"$SRTEST_SPEC_DIR/pid.new\" \"$SRTEST_SPEC_DIR/pid\"; "
			  "exec sleep 1000' &); until test -e \"$SRTEST_SPEC_DIR/pid\"; do :; done";
	expect_answer(SUBMISSION_FOLDER, "class/anna", 8);
	assert_int_equal(kill(read_number("spec/pid"), 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void
nothing_is_left_running_when_the_program_is_killed(void **state)
{
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int x;\n");
	assert_int_equal(mkfifo("spec/fifo", 0600), 0);
	options.command = "setsid sh -c 'echo $$ >\"$SRTEST_SPEC_DIR/fifo\"; exec sleep 1000' & wait";
	pid_t pid = fork();
	if (pid == 0) {
		struct tried t;
		prepare(&t, SUBMISSION_FOLDER, "class/anna");
		_exit(0);
	}
	pid_t sleeper = read_number("spec/fifo");
	struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, sleeper, 0), .events = POLLIN};
	assert_true(ended.fd >= 0);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(poll(&ended, 1, 80000), 1);
	close(ended.fd);
}

/* Deeper than paths may be long, and closed. The test's runner looks whether anything stays. */
static void
whatever_a_command_leaves_in_the_folder_is_removed(void **state)
{
	struct tried t;
	char folder[4096];
	(void)state;
	make_folder("class/anna");
	write_file("class/anna/q.c", "int x;\n");
	options.command = "i=0; while [ $i -lt 200 ]; do mkdir dddddddddddddddddddddddddddddd .lifted-$i && touch x && cd -P ddd* || exit; i=$((i + 1)); done; "
			  "mkdir closed && touch closed/x && chmod 0 closed; ln -s / root; gcc -shared -fPIC -o $SRTEST_OUTPUT -x c /dev/null";
	prepare(&t, SUBMISSION_FOLDER, "class/anna");
	if (!t.prepared)
		diags_print(&t.diags, stderr, false);
	assert_non_null(t.prepared);
	snprintf(folder, sizeof folder, "%s", prepared_folder(t.prepared));
	assert_int_equal(access(folder, F_OK), 0);
	end(&t);
	assert_int_not_equal(access(folder, F_OK), 0);
}

static void
commands_run_in_the_sandbox(void **state)
{
	char spec[4096], folder[4096];
	const char *const read[] = {realpath("spec", spec)};
	struct diags d = {0};
	(void)state;
	make_folder("private");
	struct sandbox_options so = {.read = read, .nread = 1, .write = realpath("private", folder)};
	struct sandbox *sandbox = sandbox_open(&d, &so);
	assert_non_null(sandbox);
	options.sandbox = sandbox;
	options.folder = folder;
	make_folder("class/anna");
	write_file("class/anna/q.c", "#include \"from-spec.h\"\nint answer(void) { return FROM_SPEC; }\n");
	options.command = "gcc -shared -fPIC -iquote \"$SRTEST_SPEC_DIR\" -o q.so q.c; touch \"$SRTEST_SPEC_DIR/written\"; touch \"$SRTEST_SPEC_DIR/../class/written\"; exit 0";
	expect_answer(SUBMISSION_FOLDER, "class/anna", 30);
	assert_int_not_equal(access("spec/written", F_OK), 0);
	assert_int_not_equal(access("class/written", F_OK), 0);
	remove_all("private");
	sandbox_close(sandbox);
	diags_free(&d);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, start, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_source_is_compiled_with_the_headers_beside_it_and_those_of_the_specification),
		TEST(a_header_that_is_named_as_if_it_lay_above_is_that_of_the_specification),
		TEST(a_library_is_copied),
		TEST(all_sources_of_a_folder_make_one_library),
		TEST(folders_and_archives_that_hold_only_the_next_one_are_looked_through),
		TEST(names_may_hold_anything),
		TEST(compilers_are_quoted_without_private_folders),
		TEST(what_cannot_be_built_is_told),
		TEST(links_do_not_lead_to_the_work_of_others),
		TEST(of_many_links_that_are_left_out_not_all_are_told),
		TEST(a_makefile_is_run_in_a_copy),
		TEST(of_several_results_the_one_called_like_the_specification_is_meant),
		TEST(a_command_builds_instead_of_a_makefile),
		TEST(a_command_that_takes_too_much_is_ended),
		TEST(of_much_that_a_command_prints_the_first_part_is_kept),
		TEST(commands_run_in_the_sandbox),
		TEST(nothing_is_left_running),
		TEST(nothing_is_left_running_when_the_program_is_killed),
		TEST(whatever_a_command_leaves_in_the_folder_is_removed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
