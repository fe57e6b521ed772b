/* long: where several builds are tested, in the last one only */
#include "grade/mark.h"

#include "unit/submit/found.h"

#include <fcntl.h>
#include <time.h>

/* A class: a source with a header beside it, a folder, and a specification elsewhere, with its header. */
struct fixture {
	struct arena arena;
	struct submission source, folder;
	struct mark source_mark, folder_mark; /* before anything was changed */
};

static struct mark
mark_now(struct fixture *f, const struct submission *s)
{
	struct marking m;
	marking_start(&m, &(struct prepare_options){.spec = "class/spec/thing.yaml", .cc = "sh"}, 1, (const char *const[]){"class/program"});
	return marking_of(&m, &f->arena, s);
}

static void
expect_changed(struct fixture *f, bool source, bool folder)
{
	struct mark now = mark_now(f, &f->source), of_folder = mark_now(f, &f->folder);
	assert_int_equal(strcmp(now.text, f->source_mark.text) != 0, source);
	assert_int_equal(strcmp(of_folder.text, f->folder_mark.text) != 0, folder);
	f->source_mark = now;
	f->folder_mark = of_folder;
}

/* Nothing but what a test is about is to differ. */
static void
write_then(const char *path, const char *text, time_t when)
{
	write_file(path, text);
	assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[]){{.tv_sec = when}, {.tv_sec = when}}, 0), 0);
}

static int
set_up(void **state)
{
	static struct fixture f;
	f = (struct fixture){.source = {.name = "a", .path = "class/a.c", .kind = SUBMISSION_SOURCE}, .folder = {.name = "b", .path = "class/b", .kind = SUBMISSION_FOLDER}};
	remove_all("class");
	make_folder("class");
	make_folder("class/b");
	make_folder("class/b/c");
	make_folder("class/spec");
	write_then("class/a.c", "int a;", 1);
	write_then("class/a.h", "", 1);
	write_then("class/b/Makefile", "all:", 1);
	write_then("class/b/x", "12", 1);
	write_then("class/b/y", "3", 1);
	write_then("class/spec/thing.yaml", "", 1);
	write_then("class/spec/thing.h", "", 1);
	write_then("class/program", "1", 1);
	assert_int_equal(symlink("x", "class/b/link"), 0);
	f.source_mark = mark_now(&f, &f.source);
	f.folder_mark = mark_now(&f, &f.folder);
	*state = &f;
	expect_changed(&f, false, false);
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	arena_free(&f->arena);
	remove_all("class");
	return 0;
}

static void
what_a_source_may_include_is_part_of_its_mark(void **state)
{
	struct fixture *f = *state;
	write_then("class/a.h", "#define A", 1);
	expect_changed(f, true, false);
	write_then("class/other.h", "", 1);
	expect_changed(f, true, false);
	assert_int_equal(rename("class/other.h", "class/another.h"), 0);
	expect_changed(f, true, false);
	write_then("class/README", "", 1);
	expect_changed(f, false, false);
	write_then("class/spec/thing.h", "#define B", 1);
	expect_changed(f, true, true);
	assert_int_equal(symlink("../README", "class/spec/more.h"), 0);
	expect_changed(f, true, true);
	write_then("class/README", "#define C", 1);
	expect_changed(f, true, true);
}

static void
the_programs_the_compiler_and_its_environment_are_part_of_all_marks(void **state)
{
	struct fixture *f = *state;
	write_then("class/program", "2", 1);
	expect_changed(f, true, true);
	setenv("CPATH", "class/spec", 1);
	expect_changed(f, true, true);
	unsetenv("CPATH");
	expect_changed(f, true, true);
	char *path = strdup(getenv("PATH"));
	write_file("class/sh", "");
	assert_int_equal(chmod("class/sh", 0700), 0);
	setenv("PATH", "class:/bin", 1);
	expect_changed(f, true, true);
	setenv("PATH", path, 1);
	expect_changed(f, true, true);
	free(path);
}

static void
a_link_that_leads_elsewhere_changes_a_folder(void **state)
{
	struct fixture *f = *state;
	assert_int_equal(unlink("class/b/link"), 0);
	assert_int_equal(symlink("y", "class/b/link"), 0);
	expect_changed(f, false, true);
	assert_int_equal(unlink("class/b/link"), 0);
	assert_int_equal(symlink("../README", "class/b/link"), 0);
	expect_changed(f, false, true);
	write_then("class/README", "", 1); /* it is there now, but outside */
	expect_changed(f, false, true);
	write_then("class/README", "changed", 1);
	expect_changed(f, false, false);
	assert_int_equal(unlink("class/b/link"), 0);
	write_then("class/b/link", "12", 1); /* what was a link is a file */
	expect_changed(f, false, true);
}

static void
what_lies_in_a_folder_is_told_apart_however_it_is_cut(void **state)
{
	struct fixture *f = *state;
	write_then("class/b/x", "1", 1);
	write_then("class/b/y", "23", 1);
	expect_changed(f, false, true);
	assert_int_equal(rename("class/b/y", "class/b/c/y"), 0);
	expect_changed(f, false, true);
	assert_int_equal(rmdir("class/b/c") < 0, 1);
	make_folder("class/b/d");
	expect_changed(f, false, true);
	assert_int_equal(chmod("class/b/x", 0755), 0);
	expect_changed(f, false, true);
	write_then("class/b/x", "1", 2); /* make compares times */
	expect_changed(f, false, true);
	make_folder("class/b/.git");
	expect_changed(f, false, false);
}

static void
what_nobody_could_read_to_its_end_has_a_mark_soon(void **state)
{
	struct fixture *f = *state;
	struct submission root = {.name = "r", .path = "/", .kind = SUBMISSION_FOLDER, .problem = "is a link that leads out of class"};
	struct submission device = {.name = "z", .path = "/dev/zero", .kind = SUBMISSION_LIBRARY};
	time_t before = time(NULL);
	mark_now(f, &root);
	mark_now(f, &device);
	assert_int_equal(mkfifo("class/b/pipe", 0600), 0);
	write_file("class/b/huge", "");
	assert_int_equal(truncate("class/b/huge", (off_t)1 << 42), 0);
	expect_changed(f, false, true);
	assert_true(time(NULL) - before < 60);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_a_source_may_include_is_part_of_its_mark),
		TEST(the_programs_the_compiler_and_its_environment_are_part_of_all_marks),
		TEST(a_link_that_leads_elsewhere_changes_a_folder),
		TEST(what_lies_in_a_folder_is_told_apart_however_it_is_cut),
		TEST(what_nobody_could_read_to_its_end_has_a_mark_soon),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
