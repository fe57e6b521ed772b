#include "unit/submit/found.h"

static int
start(void **state)
{
	(void)state;
	return mkdir("class", 0700);
}

static int
finish(void **state)
{
	(void)state;
	remove_all("class");
	return 0;
}

static void
a_folder_holds_submissions_and_other_things_are_told_once(void **state)
{
	struct found f = {0};
	(void)state;
	make_folder("class/dora");
	write_file("class/anna.c", "");
	write_file("class/berta.so", "");
	write_file("class/carl.tar.gz", "");
	write_file("class/README", "");
	write_file("class/queue.h", "");
	write_file("class/.hidden.c", "");
	find_in(&f, NULL, "class/");
	assert_true(f.ok);
	assert_int_equal(f.all.n, 4);
	assert_string_equal(f.all.at[0].name, "anna");
	assert_string_equal(f.all.at[0].path, "class/anna.c");
	assert_int_equal(f.all.at[0].kind, SUBMISSION_SOURCE);
	assert_int_equal(named(&f, "berta")->kind, SUBMISSION_LIBRARY);
	assert_int_equal(named(&f, "carl")->kind, SUBMISSION_ARCHIVE);
	assert_int_equal(named(&f, "dora")->kind, SUBMISSION_FOLDER);
	assert_int_equal(f.diags.list.n, 1);
	assert_string_equal(f.diags.list.at[0].message, "class/: left out, as no submissions: .hidden.c, README, queue.h");
	forget(&f);
}

static void
files_that_are_named_are_submissions_themselves(void **state)
{
	struct found f = {0};
	const char *paths[] = {"class/z.c", "class/a.zip"};
	(void)state;
	write_file("class/z.c", "");
	write_file("class/a.zip", "");
	assert_true(submissions_find(&f.arena, &f.diags, NULL, 2, paths, &f.all));
	assert_int_equal(f.all.n, 2);
	assert_string_equal(f.all.at[0].name, "a");
	assert_string_equal(f.all.at[1].name, "z");
	forget(&f);
	write_file("class/z.txt", "");
	find_in(&f, NULL, "class/z.txt");
	assert_false(f.ok);
	expect_said(&f.diags, "class/z.txt: is no submission");
	find_in(&f, NULL, "class/nobody.c");
	assert_false(f.ok);
	expect_said(&f.diags, "class/nobody.c: there is no such file");
	forget(&f);
}

static void
a_folder_without_submissions_is_an_error(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/notes.txt", "");
	find_in(&f, NULL, "class");
	assert_false(f.ok);
	expect_said(&f.diags, "left out, as no submissions: notes.txt");
	expect_said(&f.diags, "there are no submissions");
	forget(&f);
	assert_false(submissions_find(&f.arena, &f.diags, NULL, 0, NULL, &f.all));
	expect_said(&f.diags, "no path is named");
	forget(&f);
}

static void
those_that_would_have_one_name_get_names_that_differ(void **state)
{
	struct found f = {0};
	const char *twice[] = {"class/anna.c", "class/anna.c"};
	(void)state;
	write_file("class/anna.c", "");
	write_file("class/anna.so", "");
	write_file("class/anna.tar.gz", "");
	write_file("class/anna.c.c", "");
	make_folder("class/anna");
	write_file("class/carl.c", "");
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.n, 6);
	expect_said(&f.diags, "4 submissions would have one name, anna, and get longer ones: class/anna, class/anna.c, class/anna.so and class/anna.tar.gz");
	assert_int_equal(named(&f, "anna/")->kind, SUBMISSION_FOLDER);
	assert_int_equal(named(&f, "anna.so")->kind, SUBMISSION_LIBRARY);
	assert_int_equal(named(&f, "anna.tar.gz")->kind, SUBMISSION_ARCHIVE);
	assert_string_equal(named(&f, "class/anna.c")->path, "class/anna.c");
	assert_string_equal(named(&f, "anna.c.c")->path, "class/anna.c.c");
	assert_null(named(&f, "anna"));
	for (size_t i = 0; i < f.all.n; i++)
		assert_null(f.all.at[i].problem);
	forget(&f);
	assert_false(submissions_find(&f.arena, &f.diags, NULL, 2, twice, &f.all));
	expect_said(&f.diags, "class/anna.c: is named twice");
	forget(&f);
}

static void
what_a_pattern_calls_alike_is_called_by_file_and_by_path(void **state)
{
	struct found f = {0};
	(void)state;
	make_folder("class/1");
	make_folder("class/2");
	write_file("class/1/anna.c", "");
	write_file("class/2/anna.c", "");
	write_file("class/2/carl.c", "");
	assert_true(submissions_find(&f.arena, &f.diags, "(?<name>a)", 2, (const char *[]){"class/1", "class/2"}, &f.all));
	assert_int_equal(f.all.n, 3);
	assert_non_null(named(&f, "class/1/anna.c"));
	assert_non_null(named(&f, "class/2/anna.c"));
	assert_non_null(named(&f, "carl.c"));
	forget(&f);
}

static void
a_pattern_takes_the_name_and_groups_out_of_the_path(void **state)
{
	struct found f = {0};
	(void)state;
	make_folder("class/Anna B_17_file");
	make_folder("class/Carl_4_");
	find_in(&f, "(?<full>[^/_]+)_(?<student>\\d+)_(?<rest>file)?$", "class");
	assert_true(f.ok);
	const struct submission *anna = named(&f, "17"), *carl = named(&f, "4");
	assert_non_null(anna);
	assert_non_null(carl);
	assert_int_equal(anna->ngroups, 2);
	assert_string_equal(anna->groups[0].name, "full");
	assert_string_equal(anna->groups[0].value, "Anna B");
	assert_string_equal(anna->groups[1].value, "file");
	assert_int_equal(carl->ngroups, 2);
	assert_string_equal(carl->groups[1].value, "");
	find_in(&f, "(?<name>\\w+)_(?<student>\\d+)_", "class");
	assert_non_null(named(&f, "Carl"));
	assert_string_equal(named(&f, "Carl")->groups[0].value, "4");
	find_in(&f, "\\d+", "class");
	assert_non_null(named(&f, "17"));
	assert_int_equal(named(&f, "17")->ngroups, 0);
	forget(&f);
}

static void
what_the_pattern_does_not_match_keeps_its_own_name_and_is_told(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/anna-1.c", "");
	write_file("class/berta.c", "");
	find_in(&f, "(?<name>[a-z]+)-(?<sheet>\\d)", "class");
	assert_true(f.ok);
	assert_int_equal(f.diags.warnings, 1);
	expect_said(&f.diags, "class/berta.c: --name finds no name in this path: it does not match");
	assert_non_null(named(&f, "anna"));
	assert_int_equal(named(&f, "berta")->ngroups, 1);
	assert_string_equal(named(&f, "berta")->groups[0].value, "");
	find_in(&f, "(?<name>x*)", "class");
	assert_true(f.ok);
	expect_said(&f.diags, "what it matches is empty");
	forget(&f);
}

static void
a_wrong_pattern_is_pointed_at(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/anna.c", "");
	find_in(&f, "(?<name>[a-z]+", "class");
	assert_false(f.ok);
	assert_int_equal(f.diags.list.n, 1);
	assert_non_null(f.diags.list.at[0].span.src);
	assert_string_equal(f.diags.list.at[0].span.src->name, "--name");
	find_in(&f, "ab(*x)", "class");
	assert_false(f.ok);
	assert_true(f.diags.list.at[0].span.from >= 2 && f.diags.list.at[0].span.from < 6);
	find_in(&f, "\xff", "class");
	assert_false(f.ok);
	forget(&f);
}

static void
a_pattern_that_never_comes_to_an_end_is_given_up(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.c", "");
	find_in(&f, "^class/(a+)+(?<name>[b-z]{2})", "class");
	assert_true(f.ok);
	assert_int_equal(f.diags.warnings, 1);
	expect_said(&f.diags, "match limit exceeded");
	forget(&f);
}

static void
names_may_hold_anything(void **state)
{
	static const char *const odd[] = {"a b", "it's", "\"q\"", "line\nbreak", "tab\t", "-rf", "--help", "$(reboot)", "`id`", "\xff\xfe", "a;b", "%s%n", "*"};
	struct found f = {0};
	char path[600], longest[251];
	(void)state;
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		snprintf(path, sizeof path, "class/%s.c", odd[i]);
		write_file(path, "");
	}
	memset(longest, 'n', 250);
	longest[250] = 0;
	snprintf(path, sizeof path, "class/%s.c", longest);
	write_file(path, "");
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.n, sizeof odd / sizeof *odd + 1);
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		assert_non_null(named(&f, odd[i]));
	assert_non_null(named(&f, longest));
	find_in(&f, "^class/(?<name>.*)[.]c$", "class");
	assert_non_null(named(&f, "\xff\xfe"));
	expect_said(&f.diags, "\"class/line\\nbreak.c\": --name finds no name");
	forget(&f);
}

static void
links_to_nothing_and_in_circles_are_told_for_themselves_only(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/good.c", "");
	assert_int_equal(symlink("nowhere", "class/dangling.c"), 0);
	assert_int_equal(symlink("loop", "class/loop"), 0);
	assert_int_equal(symlink("nowhere", "class/link.md"), 0);
	assert_int_equal(mkfifo("class/pipe.c", 0600), 0);
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.n, 4);
	assert_null(named(&f, "good")->problem);
	assert_string_equal(named(&f, "dangling")->problem, "is a link that leads nowhere");
	assert_string_equal(named(&f, "loop")->problem, "is a link that leads in a circle");
	assert_string_equal(named(&f, "pipe")->problem, "is a pipe, not a file");
	find_in(&f, NULL, "class/dangling.c");
	assert_true(f.ok);
	assert_non_null(f.all.at[0].problem);
	forget(&f);
}

static void
links_that_lead_out_of_a_folder_are_not_followed(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/good.c", "");
	make_folder("class2");
	write_file("class2/key.c", "");
	write_file("key.c", "");
	assert_int_equal(symlink("../key.c", "class/up.c"), 0);
	assert_int_equal(symlink("/", "class/root"), 0);
	assert_int_equal(symlink("../class2/key.c", "class/beside.c"), 0);
	assert_int_equal(symlink("../class/good.c", "class/within.c"), 0);
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.n, 5);
	assert_string_equal(named(&f, "up")->problem, "is a link that leads out of class; copy what is there, or name it by its own path");
	assert_non_null(named(&f, "root")->problem);
	assert_non_null(named(&f, "beside")->problem);
	assert_null(named(&f, "within")->problem);
	find_in(&f, NULL, "class/up.c");
	assert_null(f.all.at[0].problem);
	forget(&f);
}

static void
a_submission_that_is_a_link_to_another_one_is_told(void **state)
{
	struct found f = {0};
	(void)state;
	write_file("class/anna.c", "");
	write_file("class/dora.c", "");
	make_folder("class/carl");
	assert_int_equal(symlink("anna.c", "class/berta.c"), 0);
	assert_int_equal(link("class/dora.c", "class/emil.c"), 0);
	assert_int_equal(symlink("carl", "class/frieda"), 0);
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.n, 6);
	assert_int_equal(f.diags.list.n, 3);
	expect_said(&f.diags, "two submissions are one and the same, by a link: class/anna.c and class/berta.c");
	expect_said(&f.diags, "class/dora.c and class/emil.c");
	expect_said(&f.diags, "class/carl and class/frieda");
	forget(&f);
}

static void
a_directory_that_is_called_like_a_library_is_a_folder(void **state)
{
	struct found f = {0};
	(void)state;
	make_folder("class/x.so");
	find_in(&f, NULL, "class");
	assert_true(f.ok);
	assert_int_equal(f.all.at[0].kind, SUBMISSION_FOLDER);
	assert_string_equal(f.all.at[0].name, "x.so");
	find_in(&f, NULL, "class/x.so");
	assert_false(f.ok);
	expect_said(&f.diags, "there are no submissions");
	forget(&f);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, start, finish)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_folder_holds_submissions_and_other_things_are_told_once),
		TEST(files_that_are_named_are_submissions_themselves),
		TEST(a_folder_without_submissions_is_an_error),
		TEST(those_that_would_have_one_name_get_names_that_differ),
		TEST(what_a_pattern_calls_alike_is_called_by_file_and_by_path),
		TEST(a_pattern_takes_the_name_and_groups_out_of_the_path),
		TEST(what_the_pattern_does_not_match_keeps_its_own_name_and_is_told),
		TEST(a_wrong_pattern_is_pointed_at),
		TEST(a_pattern_that_never_comes_to_an_end_is_given_up),
		TEST(names_may_hold_anything),
		TEST(links_to_nothing_and_in_circles_are_told_for_themselves_only),
		TEST(links_that_lead_out_of_a_folder_are_not_followed),
		TEST(a_submission_that_is_a_link_to_another_one_is_told),
		TEST(a_directory_that_is_called_like_a_library_is_a_folder),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
