#include "unit/cdecl/parsed.h"

/* `text` with one mistake: its message and hint contain these words, and the caret stands under `at` (its first place in the text). */
struct mistake {
	const char *text, *at, *message, *hint;
};

static const struct mistake mistakes[] = {
	{"int f(wharehouse *w); typedef struct warehouse warehouse;", "wharehouse", "unknown type `wharehouse`", "typedef struct wharehouse wharehouse;"},
	{"typedef struct warehouse warehouse; int f(wharehouse *w, wharehouse *v);", "wharehouse", "unknown type", "did you mean `warehouse`?"},
	{"struct point { int x; }; int f(point p);", "point p", "unknown type `point`", "write `struct point`"},
	{"void f(unsinged n);", "unsinged", "unknown type", "did you mean `unsigned`"},
	{"API int f(void); API int g(void);", "API", "`API` is not known here", "#define API"},
	{"int f(void)\nint g(void);", "\nint g", "`;` is missing after the declaration of `f`", NULL},
	{"struct s { int a; }\nint g(void);", "\nint g", "`;` is missing after the closing brace", NULL},
	{"struct s { int a }; int g(void);", " };", "`;` is missing after the member `a`", NULL},
	{"int f(int a) { if (a) { return 1; } return 2; } int g(void);", "f(", "`f` has a body", "int f(int a);"},
	{"static inline int f(int a)\n{ return a; }", "f(", "`f` has a body", NULL},
	{"static int f(int a);", "f(", "`f` is static", NULL},
	{"int f(int); int f(long);", "f(long", "with another type", "line 1 has `int f(int)`"},
	{"typedef int t;\ntypedef long t ;", "t ;", "with another type", "line 1"},
	{"struct s { int a; }; struct s { long a; };", "s { long", "`struct s` is defined a second time", "line 1"},
	{"enum e { A }; enum e { A, B };", "e { A, B", "`enum e` is defined a second time", NULL},
	{"int f; int f(void);", "f(", "`f` is already a variable", "line 1"},
	{"struct s; union s *f(void);", "s *f", "`s` is `struct s` already", "line 1"},
	{"struct s; int f(struct s by_value);", "struct s by", "by value, whose members are not known", "pointer"},
	{"struct s; struct s f(void);", "f(", "returns `struct s` by value", "pointer"},
	{"int f(void *v[3], void w[3]);", "[3])", "no arrays of void", "unsigned char [n]"},
	{"int f(int (*v[2])(void), int w[2](void));", "[2](void))", "no arrays of functions", NULL},
	{"struct s { int a, b, a; };", "a; }", "two members `a` in one struct", NULL},
	{"struct s { int a; union { int b; long a; }; };", "a; }; }", "two members `a`", NULL},
	{"enum { A, B, A };", "A }", "the constant `A` is defined a second time", "line 1"},
	{"enum { A };\n#define A 3", "A 3", "the constant `A` is defined a second time", "line 1"},
	{"struct s { struct s inner; };", "inner", "`struct s` cannot contain itself", "`*`"},
	{"struct s { struct s list[2]; };", "[2]", "whose size is not known here", NULL},
	{"struct s { struct t inner; };", "inner", "`struct t` is only declared", "above"},
	{"struct s { void v; };", "v;", "a member cannot be void", "`void *`"},
	{"struct s { int f(void); };", "f(", "a member cannot be a function", "pointer"},
	{"struct s { int a; int; };", "int; }", "this member has no name", NULL},
	{"struct s { int v[]; int a; };", "v[", "only the last member", NULL},
	{"struct s { int v[]; };", "v[", "alone", NULL},
	{"struct s { };", "{", "a struct without members", "struct s;"},
	{"enum e { };", "{", "an enum without constants", NULL},
	{"struct s { int a : 33; };", ": 33", "from 0 to 32", NULL},
	{"struct s { float a : 3; };", ": 3", "has to be an integer", NULL},
	{"struct s { int a : 0; };", ": 0", "without a name", NULL},
	{"struct s { int a; } __attribute__((packed));", "packed", "changes the layout", "struct x;"},
	{"struct s { int a __attribute__((__aligned__(16))); };", "__aligned__", "changes the layout", NULL},
	{"struct s { _Alignas(16) int a; };", "_Alignas", "changes the layout", NULL},
	{"int f(void) __asm__(\"g\");", "__asm__", "assembler", NULL},
	{"int f(void x);", "void x", "a parameter cannot be void", "`(void)` alone"},
	{"int f(int a, int a);", "a)", "two parameters `a`", NULL},
	{"int f(int, ...  , int);", ", int);", "comes last", NULL},
	{"int f(...);", "...", "expected a parameter instead of `...`", NULL},
	{"int f(int)(int);", "(int)(", "a function cannot return a function", "pointer"},
	{"int f(void)[3];", "(void", "a function cannot return an array", "pointer"},
	{"f(int);", "f(", "declared without a type", "`int f`"},
	{"long char c;", "long char", "do not make a type", NULL},
	{"unsigned float f(void);", "unsigned float", "do not make a type", NULL},
	{"struct s { int a; }; struct s int f(void);", "int f", "a second type", NULL},
	{"typedef int;", ";", "gives the type no name", NULL},
	{"int;", "int", "declares nothing", NULL},
	{"void v;", "v;", "cannot be void", "`void *v`"},
	{"restrict int x;", "restrict int", "restrict belongs to pointers", NULL},
	{"struct s { static int a; };", "static", "cannot stand here", NULL},
	{"typedef extern int t;", "extern", "cannot be combined", NULL},
	{"__int128 f(void);", "__int128", "not understood as a type", NULL},
	{"typeof(int) f(void);", "typeof", "not understood", NULL},
	{"enum e : long { A };", ":", "not understood", NULL},
	{"int a[-1];", "-1", "cannot be negative", NULL},
	{"int a[2000000000];", "2000000000", "too long", NULL},
	{"int a[1000000000];", "[1", "too large", NULL},
	{"struct s { char a[1 << 30]; char b; };", "b;", "too large", NULL},
	{"int n; int a[n];", "n];", "not a constant known here", "#define n"},
	{"enum { ONE }; int a[ONF];", "ONF", "not a constant known here", "did you mean `ONE`?"},
	{"#define MAX(a, b) a\nint f(void);", "#define", "a macro with parameters", "cc -E -P"},
	{"#define NAME \"text\"\nint f(void);", "\"text\"", "integer constant", "cc -E -P"},
	{"#if 1\nint f(void);\n#else\nint g(void);\n#endif", "#if", "this condition is not understood", "cc -E -P"},
	{"#undef X\n", "#undef", "not understood", "cc -E -P"},
	{"#pragma pack(1)\n", "#pragma", "layout", "cc -E -P"},
	{"#ifdef __cplusplus\nextern \"C\" {\n", "#ifdef", "no #endif", NULL},
	{"int f(void);\n#endif\n", "#endif", "no #if belongs", NULL},
	{"int f(void); /* never closed", "/*", "does not end", "*/"},
	{"int f(void); \"open\n", "\"", "closing \" is missing", NULL},
	{"int f(void); @ int g(void);", "@", "not part of C", NULL},
	{"int f(void); }", "}", "closes nothing", NULL},
	{"extern \"C\" { int f(void);", NULL, "not closed", NULL},
	{"struct s { int a;", "{", "this `{` is not closed", NULL},
	{"_Static_assert(1 == 2, \"no\");", "_Static", "does not hold", NULL},
	{"int f(int a int b);", "int b", "`,` or `)` after the parameter", NULL},
	{"int 3;", "3", "expected a name", NULL},
	{"struct;", ";", "the name of the struct", NULL},
};

static void
every_mistake_is_shown_where_it_stands(void **state)
{
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		const struct mistake *m = &mistakes[i];
		struct parsed p;
		parse(&p, m->text);
		if (p.ok)
			fail_msg("accepted: %s", m->text);
		const struct diag *d = &p.diags.list.at[0];
		if (!strstr(d->message, m->message))
			fail_msg("%s\nsays: %s", m->text, d->message);
		if (m->hint && (!d->hint || !strstr(d->hint, m->hint)))
			fail_msg("%s\nhints: %s", m->text, d->hint ? d->hint : "nothing");
		if (m->at && d->span.from != (uint32_t)(strstr(m->text, m->at) - m->text))
			fail_msg("%s\npoints at %u: %s", m->text, d->span.from, m->text + d->span.from);
		forget(&p);
	}
}

static void
one_mistake_is_one_message(void **state)
{
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		struct parsed p;
		parse(&p, mistakes[i].text);
		if (p.diags.list.n != 1) {
			diags_print(&p.diags, stderr, false);
			fail_msg("%zu messages for: %s", p.diags.list.n, mistakes[i].text);
		}
		forget(&p);
	}
}

static void
several_mistakes_come_in_one_go_and_the_rest_is_still_read(void **state)
{
	struct parsed p;
	parse(&p, "typedef struct q q;\nint push(q *, itn);\nint bad(int int_ 3);\nint body(void) { int x; }\nstruct s { int a; foo b; int ] c; int d; };\nenum { A, B = 1 / 0, C };\nint pop(q *);\n");
	assert_false(p.ok);
	assert_int_equal(p.diags.list.n, 6);
	assert_non_null(cdecl_function(&p.table, "push"));
	assert_non_null(cdecl_function(&p.table, "pop"));
	assert_non_null(cdecl_function(&p.table, "body"));
	assert_null(cdecl_function(&p.table, "bad"));
	assert_non_null(cdecl_constant(&p.table, "C"));
	assert_true(ctype_member(cdecl_type(&p.table, "struct s"), "d", &(struct cmember){0}));
	forget(&p);
}

/* The block of a YAML file: each line indented by four, and the parser given the text without that. */
static void
messages_point_into_the_file_that_the_text_came_from(void **state)
{
	static const char file[] = "prototypes: |\n    int f(void);\n    int g(foo *x);\n";
	struct arena a = {0};
	struct diags d = {0};
	struct source *src = source_text(&a, "spec.yaml", file, strlen(file));
	char text[sizeof file];
	uint32_t offsets[sizeof file];
	size_t n = 0;
	for (uint32_t i = 14; file[i]; i++) {
		if (file[i] == ' ' && (file[i - 1] == '\n' || (n && text[n - 1] == '\n')))
			continue;
		offsets[n] = i;
		text[n++] = file[i];
	}
	struct cdecl_input in = {.src = src, .text = text, .n = n, .offsets = offsets};
	struct cdecl_table table;
	assert_false(cdecl_parse(&a, &d, &in, &table));
	assert_int_equal(d.list.n, 1);
	struct span span = d.list.at[0].span;
	assert_memory_equal(file + span.from, "foo", 3);
	assert_int_equal(span.to - span.from, 3);
	assert_int_equal(source_position(src, span.from).line, 3);
	assert_memory_equal(file + cdecl_function(&table, "f")->span.from, "f(void)", 7);
	diags_free(&d);
	arena_free(&a);
}

static void
a_part_of_a_source_is_read_and_no_more(void **state)
{
	static const char file[] = "int f(int int f(void); nonsense";
	struct arena a = {0};
	struct diags d = {0};
	struct source *src = source_text(&a, "spec.yaml", file, strlen(file));
	struct cdecl_input in = cdecl_input_range(src, 10, 22);
	struct cdecl_table table;
	assert_true(cdecl_parse(&a, &d, &in, &table));
	assert_int_equal(cdecl_function(&table, "f")->span.from, 14);
	diags_free(&d);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mistake_is_shown_where_it_stands),
		cmocka_unit_test(one_mistake_is_one_message),
		cmocka_unit_test(several_mistakes_come_in_one_go_and_the_rest_is_still_read),
		cmocka_unit_test(messages_point_into_the_file_that_the_text_came_from),
		cmocka_unit_test(a_part_of_a_source_is_read_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
