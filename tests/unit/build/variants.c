#include "build/build.h"

#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct made {
	struct diags diags;
	struct text words;
	struct build *build; /* NULL: the usual variant cannot be compiled */
};

static void
write_source(const char *text)
{
	FILE *f = fopen("it.c", "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void
make(struct made *m, unsigned variants, const char *source)
{
	const char *const sources[] = {"it.c"};
	struct build_options o = {.variants = variants};
	*m = (struct made){0};
	write_source(source);
	m->build = build_start(&m->diags, &o, 1, sources, &m->words, NULL);
}

static void
end(struct made *m)
{
	build_free(m->build);
	diags_free(&m->diags);
	text_free(&m->words);
	unlink("it.c");
}

static bool
has(struct made *m, enum variant v)
{
	bool lost;
	const char *library = build_variant(m->build, v, &lost);
	assert_false(lost);
	return library && access(library, R_OK) == 0 && strcmp(library, build_library(m->build)) != 0;
}

static void
the_first_of_the_chosen_is_the_usual_one(void **state)
{
	assert_int_equal(variant_usual(VARIANTS_ALL), VARIANT_HOOKED);
	assert_int_equal(variant_usual(1u << VARIANT_PLAIN | 1u << VARIANT_UNOPTIMISED), VARIANT_PLAIN);
	assert_int_equal(variant_usual(1u << VARIANT_UNOPTIMISED), VARIANT_UNOPTIMISED);
}

static void
names_are_found_as_they_are_written(void **state)
{
	struct arena a = {0};
	enum variant v;
	for (int i = 0; i < VARIANTS; i++) {
		const char *name = variant_name((enum variant)i);
		assert_true(variant_find(name, strlen(name), &v) && (int)v == i);
		assert_false(variant_find(name, strlen(name) - 1, &v));
	}
	assert_string_equal(variant_names(&a, VARIANTS_ALL), "hooked,plain,unoptimised,guarded");
	assert_string_equal(variant_names(&a, 1u << VARIANT_PLAIN), "plain");
	arena_free(&a);
}

static void
each_variant_has_a_library_of_its_own(void **state)
{
	struct made m;
	make(&m, VARIANTS_ALL, "int answer(void) { return 42; }\n");
	assert_non_null(m.build);
	assert_int_equal(strncmp(build_library(m.build), build_folder(m.build), strlen(build_folder(m.build))), 0);
	assert_true(has(&m, VARIANT_UNOPTIMISED));
	assert_true(has(&m, VARIANT_PLAIN));
	assert_true(has(&m, VARIANT_PLAIN));
	assert_true(has(&m, VARIANT_GUARDED));
	end(&m);
}

static void
what_was_not_asked_for_is_not_there(void **state)
{
	struct made m;
	make(&m, 1u << VARIANT_HOOKED | 1u << VARIANT_PLAIN, "int answer(void) { return 42; }\n");
	assert_non_null(m.build);
	assert_false(has(&m, VARIANT_UNOPTIMISED));
	assert_true(has(&m, VARIANT_PLAIN));
	end(&m);
}

static void
a_source_may_be_wrong_in_another_variant_only(void **state)
{
	struct made m;
	make(&m, VARIANTS_ALL, "#ifndef __SANITIZE_THREAD__\n#error it needs hooks\n#endif\nint answer(void) { return 42; }\n");
	assert_non_null(m.build);
	assert_int_equal(m.words.n, 0);
	assert_false(has(&m, VARIANT_PLAIN));
	assert_true(has(&m, VARIANT_UNOPTIMISED));
	end(&m);
}

static void
nothing_else_is_compiled_where_the_usual_variant_cannot_be(void **state)
{
	struct made m;
	make(&m, VARIANTS_ALL, "int answer(void) { return }\n");
	assert_null(m.build);
	assert_true(m.diags.errors > 0);
	end(&m);
}

/* A compiler that takes a minute for each variant but the first. */
static void
whoever_is_done_waits_for_no_other_variant(void **state)
{
	struct made m;
	struct timespec start, now;
	const char *const sources[] = {"it.c"};
	struct build_options o = {.cc = "./slow", .variants = VARIANTS_ALL};
	FILE *f = fopen("slow", "w");
	assert_non_null(f);
	fputs("#!/bin/sh\ncase \"$*\" in *-O0*|*-shared*) [ -e first ] && sleep 60;; esac\ngcc \"$@\" || exit\ncase \"$*\" in *-shared*) touch first;; esac\n", f);
	fclose(f);
	assert_int_equal(system("chmod +x slow"), 0);
	m = (struct made){0};
	write_source("int answer(void) { return 42; }\n");
	m.build = build_start(&m.diags, &o, 1, sources, &m.words, NULL);
	assert_non_null(m.build);
	clock_gettime(CLOCK_MONOTONIC, &start);
	end(&m);
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert_true(now.tv_sec - start.tv_sec < 30);
	unlink("slow");
	unlink("first");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_of_the_chosen_is_the_usual_one),
		cmocka_unit_test(names_are_found_as_they_are_written),
		cmocka_unit_test(each_variant_has_a_library_of_its_own),
		cmocka_unit_test(what_was_not_asked_for_is_not_there),
		cmocka_unit_test(a_source_may_be_wrong_in_another_variant_only),
		cmocka_unit_test(nothing_else_is_compiled_where_the_usual_variant_cannot_be),
		cmocka_unit_test(whoever_is_done_waits_for_no_other_variant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
