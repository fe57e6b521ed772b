#include "unit/cdecl/parsed.h"

#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

/* The same declarations for the compiler and, as text, for the parser. */
#define DECLARE(name, ...) \
	__VA_ARGS__; \
	static const char name[] = #__VA_ARGS__ ";"

DECLARE(plain_text, struct plain {
	char c;
	short s;
	int i;
	long l;
	char after;
	long double ld;
	float f;
	double d;
	void *p;
	bool b;
});

DECLARE(nested_text, struct inner { char a; short b[3]; }; union choice { char c[5]; int i; struct inner in; }; struct outer {
	char first;
	struct inner in;
	union choice u;
	struct inner list[2][3];
	struct { int x, *y; double z[2]; };
	union { long l; char bytes[9]; };
	int (*callback)(struct outer *, const char *);
	pthread_mutex_t lock;
	sem_t sem;
	enum { RED, GREEN } color;
	int last;
});

DECLARE(bits_text, struct bits {
	unsigned a : 3;
	unsigned b : 30;
	char c : 4;
	int : 0;
	short d : 9;
	unsigned long e : 40;
	_Bool f : 1;
	char g;
	int : 5;
	unsigned char h : 7;
	long i : 33;
}; struct few { char a : 1; }; struct padded { char c; int : 9; }; struct wide { int x; long : 0; char y; }; union ubits { int a : 3; short b : 12; });

DECLARE(open_text, struct open { int n; double values[]; });

DECLARE(enums_text, enum small { SMALL_A, SMALL_B = 200 }; enum negative { NEGATIVE = -1, POSITIVE = 5 }; enum large { LARGE = 0x100000000 };
	enum large_negative { LOW = -0x100000000, HIGH = 1 }; enum flags { TOP = 1u << 31, NEXT = TOP - 1 });

static void
check_member(const struct parsed *p, const char *type, const char *name, size_t offset, size_t size)
{
	struct cmember m;
	assert_true(ctype_member(cdecl_type(&p->table, type), name, &m));
	if (m.offset != offset || ctype_size(m.type) != size)
		fail_msg("%s.%s: offset %zu, size %zu; the compiler has %zu, %zu", type, name, m.offset, ctype_size(m.type), offset, size);
}

#define CHECK_MEMBER(type, name) check_member(&p, #type, #name, offsetof(type, name), sizeof(((type *)0)->name))

static void
check_type(const struct parsed *p, const char *name, size_t size, size_t align)
{
	const struct ctype *t = cdecl_type(&p->table, name);
	assert_non_null(t);
	if (ctype_size(t) != size || ctype_align(t) != align)
		fail_msg("%s: size %zu, alignment %zu; the compiler has %zu, %zu", name, ctype_size(t), ctype_align(t), size, align);
}

#define CHECK_TYPE(type) check_type(&p, #type, sizeof(type), _Alignof(type))

static void
members_stand_where_the_compiler_puts_them(void **state)
{
	struct parsed p;
	parse_good(&p, plain_text);
	CHECK_TYPE(struct plain);
	CHECK_MEMBER(struct plain, c);
	CHECK_MEMBER(struct plain, s);
	CHECK_MEMBER(struct plain, i);
	CHECK_MEMBER(struct plain, l);
	CHECK_MEMBER(struct plain, after);
	CHECK_MEMBER(struct plain, ld);
	CHECK_MEMBER(struct plain, f);
	CHECK_MEMBER(struct plain, d);
	CHECK_MEMBER(struct plain, p);
	CHECK_MEMBER(struct plain, b);
	forget(&p);
}

static void
records_within_records_are_laid_out_too(void **state)
{
	struct parsed p;
	parse_good(&p, nested_text);
	CHECK_TYPE(struct inner);
	CHECK_TYPE(union choice);
	CHECK_TYPE(struct outer);
	CHECK_MEMBER(union choice, c);
	CHECK_MEMBER(struct outer, in);
	CHECK_MEMBER(struct outer, u);
	CHECK_MEMBER(struct outer, list);
	CHECK_MEMBER(struct outer, x);
	CHECK_MEMBER(struct outer, y);
	CHECK_MEMBER(struct outer, z);
	CHECK_MEMBER(struct outer, bytes);
	CHECK_MEMBER(struct outer, callback);
	CHECK_MEMBER(struct outer, lock);
	CHECK_MEMBER(struct outer, sem);
	CHECK_MEMBER(struct outer, color);
	CHECK_MEMBER(struct outer, last);
	assert_false(ctype_member(cdecl_type(&p.table, "struct outer"), "a", &(struct cmember){0}));
	forget(&p);
}

/* Writes ones into the bits that the table names, and reads them back through the compiler's struct. */
static void
fill_bits(const struct parsed *p, const char *type, const char *name, void *object)
{
	struct cmember m;
	assert_true(ctype_member(cdecl_type(&p->table, type), name, &m));
	assert_true(m.is_bitfield);
	unsigned char *bytes = object;
	for (size_t i = 0; i < m.width; i++) {
		size_t bit = m.offset * 8 + m.bit + i;
		bytes[bit / 8] = (unsigned char)(bytes[bit / 8] | 1u << bit % 8);
	}
}

static void
bit_fields_stand_where_the_compiler_puts_them(void **state)
{
	struct parsed p;
	parse_good(&p, bits_text);
	CHECK_TYPE(struct bits);
	CHECK_TYPE(struct few);
	CHECK_TYPE(struct padded);
	CHECK_TYPE(struct wide);
	CHECK_TYPE(union ubits);
	struct bits all = {.a = 7, .b = (1u << 30) - 1, .c = -1, .d = -1, .e = (1ul << 40) - 1, .f = 1, .h = 127, .i = -1}, got = {0};
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "h", "i"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		fill_bits(&p, "struct bits", names[i], &got);
	assert_memory_equal(&got, &all, sizeof got);
	CHECK_MEMBER(struct bits, g);
	CHECK_MEMBER(struct wide, y);
	struct cmember m;
	assert_true(ctype_member(cdecl_type(&p.table, "struct bits"), "e", &m));
	assert_int_equal(m.width, 40);
	forget(&p);
}

static void
what_cannot_be_passed_by_value_says_why(void **state)
{
	struct parsed p;
	parse_good(&p, bits_text);
	assert_string_equal(ctype_not_by_value(cdecl_type(&p.table, "struct bits")), "has bit-fields");
	forget(&p);
	parse_good(&p, open_text);
	CHECK_TYPE(struct open);
	assert_string_equal(ctype_not_by_value(cdecl_type(&p.table, "struct open")), "ends in an array without a length");
	forget(&p);
	parse_good(&p, nested_text);
	assert_null(ctype_not_by_value(cdecl_type(&p.table, "struct inner")));
	assert_non_null(ctype_not_by_value(cdecl_type(&p.table, "struct outer"))); /* holds a mutex */
	assert_non_null(ctype_not_by_value(cdecl_type(&p.table, "void")));
	assert_null(ctype_not_by_value(cdecl_type(&p.table, "int")));
	forget(&p);
}

static void
enums_are_as_large_as_the_compiler_makes_them(void **state)
{
	struct parsed p;
	parse_good(&p, enums_text);
	CHECK_TYPE(enum small);
	CHECK_TYPE(enum negative);
	CHECK_TYPE(enum large);
	CHECK_TYPE(enum large_negative);
	CHECK_TYPE(enum flags);
	assert_int_equal(cdecl_constant(&p.table, "SMALL_B")->value, SMALL_B);
	assert_int_equal(cdecl_constant(&p.table, "NEGATIVE")->value, NEGATIVE);
	assert_int_equal(cdecl_constant(&p.table, "LOW")->value, LOW);
	assert_int_equal(cdecl_constant(&p.table, "NEXT")->value, NEXT);
	assert_true(ctype_is_signed(cdecl_type(&p.table, "enum negative")));
	assert_false(ctype_is_signed(cdecl_type(&p.table, "enum small")));
	forget(&p);
}

static void
standard_names_are_the_types_of_this_machine(void **state)
{
	struct parsed p;
	parse_good(&p, "");
	CHECK_TYPE(int8_t);
	CHECK_TYPE(uint16_t);
	CHECK_TYPE(int_fast32_t);
	CHECK_TYPE(uint64_t);
	CHECK_TYPE(uintptr_t);
	CHECK_TYPE(size_t);
	CHECK_TYPE(ssize_t);
	CHECK_TYPE(ptrdiff_t);
	CHECK_TYPE(bool);
	CHECK_TYPE(wchar_t);
	CHECK_TYPE(time_t);
	CHECK_TYPE(pthread_t);
	CHECK_TYPE(pthread_mutex_t);
	CHECK_TYPE(pthread_cond_t);
	CHECK_TYPE(sem_t);
	CHECK_TYPE(va_list);
	CHECK_TYPE(unsigned long long);
	CHECK_TYPE(long double);
	forget(&p);
}

#define CHECK_RANGE(type, low, high) \
	do { \
		struct crange r = ctype_range(cdecl_type(&p.table, #type)); \
		assert_true(r.min == (int64_t)(low)); \
		assert_true(r.max == (uint64_t)(high)); \
	} while (0)

static void
an_integer_type_knows_its_range(void **state)
{
	struct parsed p;
	parse_good(&p, enums_text);
	CHECK_RANGE(_Bool, 0, 1);
	CHECK_RANGE(char, CHAR_MIN, CHAR_MAX);
	CHECK_RANGE(signed char, SCHAR_MIN, SCHAR_MAX);
	CHECK_RANGE(unsigned char, 0, UCHAR_MAX);
	CHECK_RANGE(short, SHRT_MIN, SHRT_MAX);
	CHECK_RANGE(unsigned int, 0, UINT_MAX);
	CHECK_RANGE(int, INT_MIN, INT_MAX);
	CHECK_RANGE(int64_t, INT64_MIN, INT64_MAX);
	CHECK_RANGE(size_t, 0, SIZE_MAX);
	CHECK_RANGE(enum small, 0, UINT_MAX);
	CHECK_RANGE(enum negative, INT_MIN, INT_MAX);
	CHECK_RANGE(double, 0, 0);
	forget(&p);
}

static void
the_words_of_an_integer_type_may_stand_in_any_order(void **state)
{
	static const struct {
		const char *text;
		enum ctype_kind kind;
	} cases[] = {
		{"unsigned long int x(void);", CTYPE_ULONG}, {"long unsigned x(void);", CTYPE_ULONG}, {"int long unsigned long x(void);", CTYPE_ULLONG},
		{"int long x(void);", CTYPE_LONG}, {"short signed int x(void);", CTYPE_SHORT}, {"int short unsigned x(void);", CTYPE_USHORT},
		{"char unsigned x(void);", CTYPE_UCHAR}, {"signed x(void);", CTYPE_INT}, {"int const unsigned extern x(void);", CTYPE_UINT},
		{"long const double x(void);", CTYPE_LDOUBLE}, {"double long x(void);", CTYPE_LDOUBLE}, {"_Bool x(void);", CTYPE_BOOL},
		{"__signed__ char x(void);", CTYPE_SCHAR}, {"long long x(void);", CTYPE_LLONG},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct parsed p;
		parse_good(&p, cases[i].text);
		assert_int_equal(cdecl_function(&p.table, "x")->result->kind, cases[i].kind);
		forget(&p);
	}
}

static void
a_header_may_define_a_standard_name_itself(void **state)
{
	struct parsed p;
	parse_good(&p, "typedef enum { false, true } bool; typedef unsigned long size_t; bool f(size_t);");
	assert_int_equal(cdecl_function(&p.table, "f")->result->kind, CTYPE_ENUM);
	assert_int_equal(cdecl_constant(&p.table, "true")->value, 1);
	forget(&p);
}

static void
types_are_the_same_however_they_are_spelled(void **state)
{
	struct parsed p;
	parse_good(&p, "typedef const char *str; typedef char const *str2; typedef struct s s; typedef int (*cb)(s *, str); typedef int (*cb2)(struct s *const, str2 x); typedef char *str3;");
	assert_true(ctype_same(cdecl_type(&p.table, "str"), cdecl_type(&p.table, "str2")));
	assert_true(ctype_same(cdecl_type(&p.table, "s"), cdecl_type(&p.table, "struct s")));
	assert_true(ctype_same(cdecl_type(&p.table, "cb"), cdecl_type(&p.table, "cb2")));
	assert_false(ctype_same(cdecl_type(&p.table, "str"), cdecl_type(&p.table, "str3")));
	forget(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_stand_where_the_compiler_puts_them),
		cmocka_unit_test(records_within_records_are_laid_out_too),
		cmocka_unit_test(bit_fields_stand_where_the_compiler_puts_them),
		cmocka_unit_test(what_cannot_be_passed_by_value_says_why),
		cmocka_unit_test(enums_are_as_large_as_the_compiler_makes_them),
		cmocka_unit_test(standard_names_are_the_types_of_this_machine),
		cmocka_unit_test(an_integer_type_knows_its_range),
		cmocka_unit_test(the_words_of_an_integer_type_may_stand_in_any_order),
		cmocka_unit_test(a_header_may_define_a_standard_name_itself),
		cmocka_unit_test(types_are_the_same_however_they_are_spelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
