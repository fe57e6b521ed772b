#include "unit/cdecl/parsed.h"

static const char warehouse[] =
	"typedef struct warehouse warehouse;\n"
	"warehouse *warehouse_new(int n_warehouses, int max_weight);\n"
	"void warehouse_free(warehouse *);\n"
	"void warehouse_enter(warehouse *, int n, int w);\n";

static void
the_prototypes_of_the_warehouse_are_understood(void **state)
{
	struct parsed p;
	parse_good(&p, warehouse);
	assert_int_equal(p.table.functions.n, 3);
	const struct cfunction *f = cdecl_function(&p.table, "warehouse_new");
	assert_non_null(f);
	assert_int_equal(f->n_parameters, 2);
	assert_string_equal(f->parameters[1].name, "max_weight");
	assert_int_equal(f->parameters[1].type->kind, CTYPE_INT);
	assert_int_equal(f->result->kind, CTYPE_POINTER);
	assert_false(ctype_is_complete(f->result->target));
	assert_string_equal(f->result->target->alias->name, "warehouse");
	f = cdecl_function(&p.table, "warehouse_enter");
	assert_null(f->parameters[0].name);
	assert_true(ctype_is_void(f->result));
	assert_null(cdecl_function(&p.table, "warehouse_exit"));
	assert_null(cdecl_function(&p.table, "warehouse"));
	assert_non_null(cdecl_type(&p.table, "warehouse"));
	assert_non_null(cdecl_type(&p.table, "struct warehouse"));
	assert_null(cdecl_type(&p.table, "union warehouse"));
	assert_null(cdecl_type(&p.table, "warehouse_new"));
	forget(&p);
}

/* Each line is printed as the second string, or as it stands. */
static void
functions_are_printed_as_c(void **state)
{
	static const struct {
		const char *text, *printed;
	} cases[] = {
		{"void f(void)", NULL},
		{"int f()", NULL},
		{"const char *f(const char *const *names, ...)", NULL},
		{"char const * f ( char const s[], char * restrict const q )", "const char *f(const char *s, char *const restrict q)"},
		{"void (*f(int, void (*)(int)))(int)", NULL},
		{"int (*f(void))[3]", NULL},
		{"void f(int (*)(void *), int (*compare)(const void *, const void *))", NULL},
		{"void f(int g(int), int v[3][4], int *w[])", "void f(int (*g)(int), int (*v)[4], int **w)"},
		{"void f(int n, int v[n], int m[n][n], int w[static 3], int u[*])", "void f(int n, int *v, int (*m)[], int *w, int *u)"},
		{"struct s *f(union u *, enum e *)", NULL},
		{"uint32_t f(size_t n, volatile bool *flag, unsigned char c)", NULL},
		{"struct { int a; } *f(void)", "struct {...} *f(void)"},
		{"long unsigned (f)(int (x))", "unsigned long f(int x)"},
		{"extern __inline__ int __attribute__((pure, nonnull(1))) f(void *p __attribute__((unused))) __attribute__((warn_unused_result))", "int f(void *p)"},
		{"[[nodiscard]] int f([[maybe_unused]] int x)", "int f(int x)"},
		{"_Atomic int *f(_Atomic(long) *p)", "_Atomic int *f(_Atomic long *p)"},
		{"double f(float x, long double y)", NULL},
		{"int (f(int)), g", "int f(int)"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed p;
		struct text t = {0};
		char line[300];
		snprintf(line, sizeof line, "%s;", cases[i].text);
		parse_good(&p, line);
		cfunction_print(&t, cdecl_function(&p.table, "f"));
		assert_string_equal(t.s, cases[i].printed ? cases[i].printed : cases[i].text);
		text_free(&t);
		forget(&p);
	}
}

static void
types_are_printed_as_c(void **state)
{
	struct parsed p;
	parse_good(&p, "typedef struct point { int x; } point; typedef int vector[3]; typedef const char *str;"
		"typedef int t1[4]; typedef int (*t2)(void *); typedef point *const t3; typedef const vector t4; typedef int (*t5[2])(str, const str); typedef struct point t6; typedef void t7(void);");
	static const char *const printed[] = {"int [4]", "int (*)(void *)", "point *const", "const vector", "int (*[2])(str, const str)", "struct point", "void (void)"};
	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
		char name[] = {'t', (char)('1' + i), 0};
		assert_string_equal(ctype_string(&p.arena, cdecl_type(&p.table, name)), printed[i]);
	}
	forget(&p);
}

static void
flags_say_what_is_special_about_a_function(void **state)
{
	struct parsed p;
	parse_good(&p, "int old(); int printf(const char *, ...); _Noreturn void die(void); int v(int a[7], int b[]);");
	assert_true(cdecl_function(&p.table, "old")->unspecified);
	assert_true(cdecl_function(&p.table, "printf")->variadic);
	assert_true(cdecl_function(&p.table, "die")->noreturn);
	assert_false(cdecl_function(&p.table, "die")->unspecified);
	const struct cparameter *v = cdecl_function(&p.table, "v")->parameters;
	assert_true(v[0].was_array && v[0].array_length == 7);
	assert_true(v[1].was_array && v[1].array_length == 0);
	const struct cparameter *format = cdecl_function(&p.table, "printf")->parameters;
	assert_true(format->type->target->qualifiers == CQUAL_CONST);
	assert_true(format->type->qualifiers == 0);
	forget(&p);
}

static void
the_same_declaration_again_is_fine(void **state)
{
	struct parsed p;
	parse_good(&p, "typedef struct s s; typedef struct s s; int f(s *); int f(struct s *self); int g(); int g(int x);"
		"extern int v[]; extern int v[4]; struct s { int a; s *next; }; struct s { int a; struct s *next; };"
		"enum e { A, B = 2 }; enum e { A, B = 2 };\n#define N 4\n#define N 4\n");
	assert_int_equal(p.table.functions.n, 2);
	assert_int_equal(cdecl_function(&p.table, "g")->n_parameters, 1);
	assert_false(cdecl_function(&p.table, "g")->unspecified);
	assert_int_equal(p.table.constants.n, 3);
	forget(&p);
}

static void
what_a_copied_header_brings_along_is_skipped(void **state)
{
	struct parsed p;
	parse_good(&p,
		"# 1 \"queue.h\"\n/* a queue */\n#ifndef QUEUE_H\n#define QUEUE_H\n#include <stddef.h> /* for\n size_t */ // and more\n#pragma once\n"
		"#ifdef __cplusplus\nextern \"C\" {\n#else\nint only_c(void);\n#endif\n#define QUEUE_API\n#define SIZE \\\n   (1 << 3)  // bytes\n"
		"QUEUE_API int push(char data[SIZE]);\nextern \"C\" int pop(void);\nextern \"C\" { int top(void); }\n"
		"static const int limit = 3, list[] = { 1, (2, 3) };\n;\n_Static_assert(sizeof(int) == 4, \"int\");\n"
		"#ifndef SIZE\n#define SIZE 9\n#endif\nint spl\\\nit(void);\r\n"
		"#ifdef __cplusplus\n}\n#endif\n#endif /* QUEUE_H */\n");
	assert_non_null(cdecl_function(&p.table, "push"));
	assert_non_null(cdecl_function(&p.table, "pop"));
	assert_non_null(cdecl_function(&p.table, "top"));
	assert_non_null(cdecl_function(&p.table, "only_c"));
	assert_non_null(cdecl_function(&p.table, "split"));
	assert_int_equal(cdecl_constant(&p.table, "SIZE")->value, 8);
	assert_int_equal(cdecl_function(&p.table, "push")->parameters[0].array_length, 8);
	forget(&p);
}

static void
a_struct_may_be_defined_after_the_function_that_takes_it(void **state)
{
	struct parsed p;
	parse_good(&p, "struct point; int norm(struct point); struct point { int x, y; };");
	assert_int_equal(ctype_size(cdecl_function(&p.table, "norm")->parameters[0].type), 8);
	forget(&p);
}

static void
defines_are_read_where_they_stand(void **state)
{
	struct parsed p;
	parse_good(&p, "struct s {\n#define LENGTH 3\nint a[LENGTH];\n};\nenum {\nA,\n#define AFTER_A (A + 1)\nB = AFTER_A * 2\n};\n");
	assert_int_equal(cdecl_constant(&p.table, "B")->value, 2);
	assert_int_equal(ctype_size(cdecl_type(&p.table, "struct s")), 12);
	forget(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_prototypes_of_the_warehouse_are_understood),
		cmocka_unit_test(functions_are_printed_as_c),
		cmocka_unit_test(types_are_printed_as_c),
		cmocka_unit_test(flags_say_what_is_special_about_a_function),
		cmocka_unit_test(the_same_declaration_again_is_fine),
		cmocka_unit_test(what_a_copied_header_brings_along_is_skipped),
		cmocka_unit_test(a_struct_may_be_defined_after_the_function_that_takes_it),
		cmocka_unit_test(defines_are_read_where_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
