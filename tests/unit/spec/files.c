#include "unit/spec/loaded.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is said of the file at this path. */
static void
expect(const char *path, const struct spec_options *options, const char *message)
{
	struct loaded l = {0};
	l.spec = spec_load(&l.arena, &l.diags, path, options);
	assert_null(l.spec);
	if (l.diags.list.n != 1 || !strstr(l.diags.list.at[0].message, message))
		diags_print(&l.diags, stderr, false);
	assert_int_equal(l.diags.list.n, 1);
	assert_non_null(strstr(l.diags.list.at[0].message, message));
	forget(&l);
}

static void
write_file(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(f);
}

static void
what_is_no_file_is_told_and_nobody_waits_for_it(void **state)
{
	(void)state;
	expect("nowhere.yaml", NULL, "cannot be opened");
	expect(".", NULL, "is a directory");
	assert_int_equal(mkfifo("fifo.yaml", 0600), 0);
	expect("fifo.yaml", NULL, "is a pipe or a device");
	unlink("fifo.yaml");
	expect("/dev/null", NULL, "is a pipe or a device");
	if (geteuid() != 0) {
		write_file("secret.yaml", "", 0);
		chmod("secret.yaml", 0);
		expect("secret.yaml", NULL, "cannot be opened");
		unlink("secret.yaml");
	}
	write_file("empty.yaml", "", 0);
	expect("empty.yaml", NULL, "there is nothing in this file");
	unlink("empty.yaml");
}

static void
a_huge_file_is_not_read(void **state)
{
	(void)state;
	int fd = open("huge.yaml", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (1 << 20) + 1), 0);
	close(fd);
	expect("huge.yaml", NULL, "is too large");
	unlink("huge.yaml");
}

static const char plain[] = "resource: r\noperations: {op: {}}\n";

static void
a_policy_that_cannot_be_read_is_told(void **state)
{
	(void)state;
	write_file("spec.yaml", plain, strlen(plain));
	expect("spec.yaml", &(struct spec_options){.policy = "nowhere.yaml"}, "cannot be opened");
	expect("spec.yaml", &(struct spec_options){.policy = "fiffo"}, "there is no policy 'fiffo'");
	expect("spec.yaml", &(struct spec_options){.policy = ""}, "there is no policy ''");
	expect("spec.yaml", &(struct spec_options){.policy = "priority:"}, "an expression is expected here");
	unlink("spec.yaml");
}

static void
a_policy_file_is_sought_beside_the_specification(void **state)
{
	(void)state;
	static const char spec[] = "resource: r\noperations: {op: {}}\nscheduling: mine.yaml\n", policy[] = "policy: mine\noperations: {op: {enabled: true}}\n";
	mkdir("inside", 0700);
	write_file("inside/spec.yaml", spec, strlen(spec));
	expect("inside/spec.yaml", NULL, "cannot be opened");
	write_file("inside/mine.yaml", policy, strlen(policy));
	struct loaded l = {0};
	l.spec = spec_load(&l.arena, &l.diags, "inside/spec.yaml", NULL);
	assert_non_null(l.spec);
	assert_string_equal(l.spec->policy->name, "mine");
	forget(&l);
	unlink("inside/spec.yaml");
	unlink("inside/mine.yaml");
	rmdir("inside");
}

/* --- texts that would cost too much --- */

static char *
repeated(const char *before, const char *part, size_t n, const char *after)
{
	struct text t = {0};
	text_str(&t, before);
	for (size_t i = 0; i < n; i++)
		text_str(&t, part);
	text_str(&t, after);
	return t.s;
}

#define OPS "resource: r\noperations: {op: {}}\n"

static void
deep_and_long_texts_are_refused_and_not_followed(void **state)
{
	(void)state;
	static const struct {
		const char *before, *part;
		size_t n;
		const char *after, *message;
	} texts[] = {
		{OPS "state: ", "[", 10000, "", "nested too deeply"},
		{OPS "state: ", "{a: ", 10000, "", "nested too deeply"},
		{OPS "invariant: ", "(", 10000, "", "nested too deeply"},
		{OPS "invariant: ", "not ", 10000, "true", "nested too deeply"},
		{OPS "invariant: 0", " + 1", 10000, " > 3", "too long"},
		{OPS "types: {A: '", "seq of ", 10000, "int'}", "nested too deeply"},
		{OPS "types: {A: [", "a, ", 3000, "b]}", "too many names"},
		{OPS "x: &x y\nstate: [", "*x, ", 200000, "]", "too many parts"},
		{"resource: r\noperations: {op: {cpre: [", "true, ", 1000, "true]}}", "more than 500 conditions"},
		{OPS "display: {state: '", "{1}", 1000, "'}", "too many parts"},
		{OPS "implementation:\n  prototypes: void f(void);\n  op: f(", "(", 10000, ")", "is not closed"},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = repeated(texts[i].before, texts[i].part, texts[i].n, texts[i].after);
		struct loaded l;
		load(&l, text);
		assert_null(l.spec);
		if (!strstr(l.diags.list.at[0].message, texts[i].message))
			diags_print(&l.diags, stderr, false);
		assert_non_null(strstr(l.diags.list.at[0].message, texts[i].message));
		forget(&l);
		free(text);
	}
}

static void
aliases_cannot_multiply_without_end(void **state)
{
	(void)state;
	struct text t = {0};
	text_str(&t, "a: &a [x, x, x, x, x, x, x, x, x]\n");
	for (int c = 'b'; c < 'k'; c++) {
		text_printf(&t, "%c: &%c [", c, c);
		for (int i = 0; i < 9; i++)
			text_printf(&t, "%s*%c", i ? ", " : "", c - 1);
		text_str(&t, "]\n");
	}
	struct loaded l;
	load(&l, t.s);
	assert_int_equal(l.diags.list.n, 1);
	assert_string_equal(l.diags.list.at[0].message, "this file has too many parts");
	forget(&l);
	text_free(&t);
}

static void
types_cannot_double_without_end(void **state)
{
	(void)state;
	struct text t = {0};
	text_str(&t, OPS "types:\n  t0: int\n");
	for (int i = 0; i < 40; i++)
		text_printf(&t, "  t%d: {a: t%d, b: t%d}\n", i + 1, i, i);
	text_str(&t, "state: {x: t40}\n");
	struct loaded l;
	load(&l, t.s);
	assert_int_equal(l.diags.list.n, 1);
	assert_non_null(strstr(l.diags.list.at[0].message, "this type has too many parts"));
	forget(&l);
	text_free(&t);
}

static void
constants_together_may_not_take_too_long(void **state)
{
	(void)state;
	struct text t = {0};
	text_str(&t, OPS "constants:\n");
	for (int i = 0; i < 1000; i++)
		text_printf(&t, "  c%d: sum x in 0..1000000 . x\n", i);
	struct loaded l;
	load(&l, t.s);
	assert_int_equal(l.diags.list.n, 1);
	assert_non_null(strstr(l.diags.list.at[0].message, "take too long"));
	forget(&l);
	text_free(&t);
}

static void
a_map_over_too_many_keys_is_partial(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, "resource: r\ntypes: {Big: 0..1099511627775}\nstate:\n  m: map[Big] bool = {}\noperations: {op: {params: {k: Big}, cpre: k in m, post: 'm[k] := true'}}\n");
	assert_false(l.spec->state.at[0].type->total);
	forget(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_file_is_told_and_nobody_waits_for_it),
		cmocka_unit_test(a_huge_file_is_not_read),
		cmocka_unit_test(a_policy_that_cannot_be_read_is_told),
		cmocka_unit_test(a_policy_file_is_sought_beside_the_specification),
		cmocka_unit_test(deep_and_long_texts_are_refused_and_not_followed),
		cmocka_unit_test(aliases_cannot_multiply_without_end),
		cmocka_unit_test(types_cannot_double_without_end),
		cmocka_unit_test(constants_together_may_not_take_too_long),
		cmocka_unit_test(a_map_over_too_many_keys_is_partial),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
