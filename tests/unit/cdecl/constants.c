#include "unit/cdecl/parsed.h"

/* The compiler is asked for the values, not for its opinion of the style. */
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-conversion"

#define EXPRESSION(...) {#__VA_ARGS__, (long long)(__VA_ARGS__), __builtin_types_compatible_p(__typeof__((__VA_ARGS__)), unsigned long)}

enum { SEVEN = 7, MINUS = -3 };

static void
expressions_have_the_value_that_the_compiler_gives_them(void **state)
{
	static const struct {
		const char *text;
		long long value;
		int is_ulong;
	} cases[] = {
		EXPRESSION(0), EXPRESSION(42), EXPRESSION(0x7fffffffffffffff), EXPRESSION(017), EXPRESSION(0b101), EXPRESSION(10ULL), EXPRESSION(1lu),
		EXPRESSION('a'), EXPRESSION('\n'), EXPRESSION('\0'), EXPRESSION('\377'), EXPRESSION('\x41'), EXPRESSION('\''), EXPRESSION('"'),
		EXPRESSION(-5), EXPRESSION(~0), EXPRESSION(!0), EXPRESSION(!7), EXPRESSION(+3), EXPRESSION(- -3),
		EXPRESSION(1 + 2 * 3), EXPRESSION((1 + 2) * 3), EXPRESSION(10 - 4 - 3), EXPRESSION(-7 / 2), EXPRESSION(-7 % 3), EXPRESSION(100 / 7 % 5),
		EXPRESSION(1 << 4 | 1), EXPRESSION(0xff & 0x0f ^ 3), EXPRESSION(-16 >> 2), EXPRESSION(1u << 31), EXPRESSION(1ul << 63),
		EXPRESSION(3 < 4), EXPRESSION(-1 < 0u), EXPRESSION(-1L < 0u), EXPRESSION(3 >= 4), EXPRESSION(2 == 2), EXPRESSION(2 != 2),
		EXPRESSION(1 && 0 || 1), EXPRESSION(0 && 1 / 0), EXPRESSION(1 || 1 / 0), EXPRESSION(1 ? 2 : 1 / 0), EXPRESSION(0 ? 1 : 0 ? 2 : 3),
		EXPRESSION(SEVEN * MINUS), EXPRESSION(SEVEN << 2), EXPRESSION(0u - 1), EXPRESSION(0xffffffff + 1), EXPRESSION(4294967295u + 1ul),
		EXPRESSION(sizeof(int)), EXPRESSION(sizeof(char *[3])), EXPRESSION(sizeof(struct { char a; int b; })), EXPRESSION(_Alignof(double)),
		EXPRESSION(sizeof(int (*)(void)) * 2), EXPRESSION((unsigned char)300), EXPRESSION((signed char)200), EXPRESSION((_Bool)5),
		EXPRESSION((size_t)1 << 40), EXPRESSION((int)4294967295u), EXPRESSION(-(long)2147483648), EXPRESSION(2147483648 - 1),
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed p;
		char text[300];
		snprintf(text, sizeof text, "enum { SEVEN = 7, MINUS = -3 };\n#define X %s\n", cases[i].text);
		parse_good(&p, text);
		const struct cconstant *x = cdecl_constant(&p.table, "X");
		assert_non_null(x);
		if (x->value != cases[i].value)
			fail_msg("%s is %lld, not %lld", cases[i].text, cases[i].value, (long long)x->value);
		assert_int_equal(x->huge, cases[i].is_ulong && cases[i].value < 0);
		assert_int_equal(x->type->kind == CTYPE_ULONG, cases[i].is_ulong);
		forget(&p);
	}
}

static void
what_cannot_be_computed_is_an_error_at_its_place(void **state)
{
	static const struct {
		const char *text, *message;
		uint32_t from;
	} cases[] = {
		{"1 / 0", "division by zero", 2}, {"5 % (2 - 2)", "division by zero", 2}, {"2147483647 + 1", "does not fit into `int`", 11},
		{"-2147483647 - 2", "does not fit", 12}, {"65536 * 65536", "does not fit", 6}, {"9223372036854775807 + 1", "does not fit into `long`", 20},
		{"1 << 32", "a shift by 32", 2}, {"1 << -1", "a shift by -1", 2}, {"1 << 31", "does not fit", 2}, {"18446744073709551616", "64 bits", 0},
		{"1.5", "is not an integer", 0}, {"1e3", "is not an integer", 0}, {"08", "is not an integer", 0}, {"0x", "is not an integer", 0}, {"1uu", "is not an integer", 0},
		{"'ab'", "single character", 0}, {"''", "single character", 0}, {"'\\q'", "single character", 0}, {"UNKNOWN", "not a constant known here", 0},
		{"3 4", "expected an operator", 2}, {"(3", "expected `)`", 2}, {"\"text\"", "integer constant", 0}, {"f(3)", "not a constant", 0}, {"3 +", "the end of the line", 3},
		{"sizeof(struct nowhere)", "size of `struct nowhere` is not known", 0}, {"sizeof 3", "in parentheses", 7}, {"(double)3", "cannot be converted", 1},
		{"-9223372036854775807 - 2", "does not fit", 21}, {"(-2147483647 - 1) / -1", "does not fit", 18},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed p;
		char text[300];
		snprintf(text, sizeof text, "#define X %s\nint f(void);\n", cases[i].text);
		parse(&p, text);
		assert_false(p.ok);
		assert_int_equal(p.diags.list.n, 1);
		const struct diag *d = &p.diags.list.at[0];
		if (!strstr(d->message, cases[i].message) || d->span.from != cases[i].from + strlen("#define X "))
			fail_msg("%s: at %u: %s", cases[i].text, d->span.from, d->message);
		assert_non_null(cdecl_function(&p.table, "f"));
		forget(&p);
	}
}

static void
the_largest_unsigned_value_is_marked_huge(void **state)
{
	struct parsed p;
	parse_good(&p, "#define MOST 18446744073709551615u\nenum { ALSO = MOST };\n#define PLAIN 9223372036854775807\n");
	assert_true(cdecl_constant(&p.table, "MOST")->huge);
	assert_true((uint64_t)cdecl_constant(&p.table, "ALSO")->value == UINT64_MAX);
	assert_true(cdecl_constant(&p.table, "ALSO")->huge);
	assert_false(cdecl_constant(&p.table, "PLAIN")->huge);
	assert_null(cdecl_constant(&p.table, "LEAST"));
	forget(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_have_the_value_that_the_compiler_gives_them),
		cmocka_unit_test(what_cannot_be_computed_is_an_error_at_its_place),
		cmocka_unit_test(the_largest_unsigned_value_is_marked_huge),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
