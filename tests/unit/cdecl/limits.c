/* Hostile texts: each has to be an error that says which limit it breaks, soon. The time limit of every test sees to "soon". */
#include "unit/cdecl/parsed.h"

static void
repeat(struct text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		text_str(t, s);
}

/* before, then `middle` n times, then after; the first message has these words. */
static void
refuse_repeated(const char *before, const char *middle, size_t n, const char *after, const char *message)
{
	struct text t = {0};
	struct parsed p;
	text_str(&t, before);
	repeat(&t, middle, n);
	text_str(&t, after);
	parse_bytes(&p, t.s, t.n);
	assert_false(p.ok);
	if (!strstr(p.diags.list.at[0].message, message))
		fail_msg("%s%s... says: %s", before, middle, p.diags.list.at[0].message);
	forget(&p);
	text_free(&t);
}

static void
nesting_is_limited(void **state)
{
	static const char deep[] = "nested too deeply";
	refuse_repeated("int ", "*", 10000, "f(void);", deep);
	refuse_repeated("int ", "(", 10000, "f(void);", deep);
	refuse_repeated("int f", "(", 10000, ";", "expected a parameter");
	refuse_repeated("int f(", "int (", 10000, ";", deep);
	refuse_repeated("int f(int ", "(*", 10000, ";", deep);
	refuse_repeated("int f(int g", "(int", 10000, ";", deep);
	refuse_repeated("int a[", "(", 10000, "1];", deep);
	refuse_repeated("int a[", "-", 10000, "1];", deep);
	refuse_repeated("int a[", "1?", 10000, "1];", deep);
	refuse_repeated("int a[", "1?1:", 10000, "1];", deep);
	refuse_repeated("int a[", "sizeof(int[", 10000, "1];", deep);
	refuse_repeated("int a[", "(int)", 10000, "1];", deep);
	refuse_repeated("int a", "[1]", 10000, ";", deep);
	refuse_repeated("", "struct { ", 10000, "int a;", deep);
	refuse_repeated("int f(", "_Atomic(", 10000, "int", deep);
	refuse_repeated("typedef int t; ", "typedef struct { t *a; } *u; int f(u *********************************************************************************************************************", 1, ");", deep);
}

/* No single declaration is deep, but each stands on the one before. */
static void
chains_of_declarations_are_limited(void **state)
{
	struct text t = {0};
	struct parsed p;
	text_str(&t, "typedef int t0;");
	for (int i = 0; i < 5000; i++)
		text_printf(&t, "typedef t%d *t%d;", i, i + 1);
	parse(&p, t.s);
	assert_string_equal(p.diags.list.at[0].message, "this type is nested too deeply: more than 100 levels");
	forget(&p);
	t.n = 0;
	text_str(&t, "struct s0 { int a; };");
	for (int i = 0; i < 5000; i++)
		text_printf(&t, "struct s%d { struct s%d a; };", i + 1, i);
	parse(&p, t.s);
	assert_string_equal(p.diags.list.at[0].message, "structs stand too deeply in each other: more than 100 levels");
	forget(&p);
	t.n = 0;
	text_str(&t, "struct s0 { char a[1000]; };");
	for (int i = 0; i < 50; i++)
		text_printf(&t, "struct s%d { struct s%d a[1000]; };", i + 1, i);
	parse(&p, t.s);
	assert_string_equal(p.diags.list.at[0].message, "this array is too large: at most 1073741824 bytes");
	forget(&p);
	text_free(&t);
}

/* f70 and g70 are equal trees with 3^70 leaves; whatever the answer is, it comes. */
static void
comparing_huge_types_ends(void **state)
{
	struct text t = {0};
	struct parsed p;
	text_str(&t, "typedef int f0; typedef int g0;");
	for (int i = 0; i < 40; i++)
		text_printf(&t, "typedef f%d (*f%d)(f%d, f%d); typedef g%d (*g%d)(g%d, g%d);", i, i + 1, i, i, i, i + 1, i, i);
	for (int i = 0; i < 200; i++)
		text_str(&t, "int h(f40); int h(g40);");
	parse(&p, t.s);
	forget(&p);
	text_free(&t);
}

static void
lengths_are_limited(void **state)
{
	refuse_repeated("int ", "x", 1000000, "(void);", "this name is too long: 1000000 bytes");
	refuse_repeated("int f(void);", " ", 1 << 20, "", "the prototypes are too long");
	refuse_repeated("int f(int", ",int", 10000, ");", "more than 127 parameters");
	refuse_repeated("int a[", "9", 100000, "];", "64 bits");
	refuse_repeated("int a['", "9", 100000, "'];", "not a single character");
	refuse_repeated("", "long ", 100000, "x;", "repeated too often");
}

static void
the_number_of_names_is_limited(void **state)
{
	struct text t = {0};
	struct parsed p;
	for (int i = 0; i < 30000; i++)
		text_printf(&t, "int f%d(void);", i);
	parse(&p, t.s);
	assert_false(p.ok);
	assert_string_equal(p.diags.list.at[0].message, "there are more than 20000 different names before this one");
	forget(&p);
	text_free(&t);
}

static void
many_mistakes_cost_no_more_than_few(void **state)
{
	struct text t = {0};
	struct parsed p;
	for (int i = 0; i < 15000; i++)
		text_printf(&t, "a%d f(b%d x[c %d);", i % 9000, i % 9000, i);
	parse(&p, t.s);
	assert_false(p.ok);
	assert_true(p.diags.dropped > 0);
	forget(&p);
	text_free(&t);
	refuse_repeated("", "@ ", 500000, "", "not part of C");
	refuse_repeated("", "}", 500000, "", "closes nothing");
	refuse_repeated("", "{", 500000, "", "expected a declaration");
	refuse_repeated("", "struct {", 100000, "", "nested too deeply");
	refuse_repeated("", "#ifndef X\n", 100000, "", "condition");
	refuse_repeated("", "#ifdef __cplusplus\n", 50000, "", "no #endif");
	refuse_repeated("", "enum {", 100000, "", "the name of a constant");
	refuse_repeated("int f(", "__attribute__((", 60000, "", "expected");
	refuse_repeated("", "struct s { int a; };\nstruct s { long a; };\n", 20000, "", "second time");
	refuse_repeated("", "extern \"C\" {", 80000, "", "not closed");
}

static void
many_members_and_constants_are_fine(void **state)
{
	struct text t = {0};
	struct parsed p;
	text_str(&t, "struct s {");
	for (int i = 0; i < 9000; i++)
		text_printf(&t, "int m%d;", i);
	text_str(&t, "}; enum {");
	for (int i = 0; i < 9000; i++)
		text_printf(&t, "C%d,", i);
	text_str(&t, "};\n#define X 1");
	repeat(&t, " + 1", 20000);
	parse_good(&p, t.s);
	assert_int_equal(ctype_size(cdecl_type(&p.table, "struct s")), 36000);
	assert_int_equal(cdecl_constant(&p.table, "C8999")->value, 8999);
	assert_int_equal(cdecl_constant(&p.table, "X")->value, 20001);
	forget(&p);
	text_free(&t);
}

static void
bytes_that_are_no_text_are_refused_at_their_place(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *message;
		uint32_t at;
	} cases[] = {
		{"int f(\0void);", 13, "a NUL byte in the prototypes", 6},
		{"int \xff(void);", 11, "the prototypes are not valid UTF-8 from here on", 4},
		{"/* \xc3", 4, "the prototypes are not valid UTF-8 from here on", 3},
		{"int gr\xc3\xb6\xc3\x9f" "e(void);", 17, "this is not part of C", 6},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed p;
		parse_bytes(&p, cases[i].text, cases[i].n);
		assert_false(p.ok);
		assert_string_equal(p.diags.list.at[0].message, cases[i].message);
		assert_int_equal(p.diags.list.at[0].span.from, cases[i].at);
		forget(&p);
	}
}

/* Whatever is missing at the end, nothing is read beyond it. */
static void
every_beginning_of_a_text_is_read_safely(void **state)
{
	static const char text[] = "#ifndef A\n#define A\n#endif\n#define B 'x' + 0x1f\ntypedef struct s { int a[3], *b : 2; union { long c; }; } s;\nenum e { X = sizeof(s) << 2, Y };\n"
		"extern \"C\" { s *f(int (*g)(const s *, ...), enum e) __attribute__((pure(\"x\"))); } /* end */ \\\n";
	for (size_t n = 0; n < sizeof text; n++) {
		struct parsed p;
		char *copy = malloc(n);
		memcpy(copy, text, n);
		parse_bytes(&p, copy, n);
		forget(&p);
		free(copy);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nesting_is_limited),
		cmocka_unit_test(chains_of_declarations_are_limited),
		cmocka_unit_test(comparing_huge_types_ends),
		cmocka_unit_test(lengths_are_limited),
		cmocka_unit_test(the_number_of_names_is_limited),
		cmocka_unit_test(many_mistakes_cost_no_more_than_few),
		cmocka_unit_test(many_members_and_constants_are_fine),
		cmocka_unit_test(bytes_that_are_no_text_are_refused_at_their_place),
		cmocka_unit_test(every_beginning_of_a_text_is_read_safely),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
