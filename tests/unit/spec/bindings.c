#include "unit/spec/loaded.h"

/* Operations of all kinds, with these prototypes and these lines. */
#define BIND(prototypes, lines) \
	"resource: r\n" \
	"constants: {N: 4}\n" \
	"parameters: {size: 1..16}\n" \
	"types: {Color: [red, green], Pair: {ok: bool, v: int}}\n" \
	"state: {s: int = 0}\n" \
	"operations:\n" \
	"  op:\n" \
	"    params: {n: 0..9, big: 300..400, b: bool, c: Color, text: string, data: bytes, list: seq of int, set: set of int, pair: Pair, maybe: option int}\n" \
	"implementation:\n" \
	"  prototypes: |\n" \
	"    typedef struct q q;\n" \
	"    q *q_new(int n);\n" \
	"    " prototypes "\n" lines

/* One operation that returns `type`. */
#define RETURN(type, prototypes, lines) \
	"resource: r\n" \
	"types: {Color: [red, green], Pair: {ok: bool, v: int}}\n" \
	"operations: {op: {params: {n: int}, returns: " type ", ensures: true}}\n" \
	"implementation:\n" \
	"  prototypes: |\n" \
	"    " prototypes "\n" lines

static const struct mistake mistakes[] = {
	/* functions */
	{BIND("void f(int x);", "  op: @@q_nwe(n)\n"), "no function 'q_nwe'", "did you mean 'q_new'?"},
	{BIND("void f(int x);", "  op: @@quite_another(n)\n"), "no function 'quite_another'", "prototypes"},
	{BIND("void f(int x);", "  op: @@f(n, b)\n"), "f takes 1 argument, not 2", "void f(int x)"},
	{BIND("void f(int x, int y);", "  op: @@f()\n"), "f takes 2 arguments, not 0", "void f(int x, int y)"},
	{BIND("void f(int x, ...);", "  op: @@f(n)\n"), "variable number of arguments", "write a function in C"},
	{BIND("void f(int x);", "  op: f@@(n\n"), "this ( is not closed", NULL},
	{BIND("void f(int x);", "  op: f(n) @@+ 1\n"), "the line should end before this", NULL},
	{BIND("void f(int x);", "  op: @@f\n"), "the arguments are missing", "function(self, x)"},
	{BIND("void f(int x);", "  op: @@3(n)\n"), "the name of a C function", NULL},
	{BIND("void f(int x);", "  op: @@[f(n)]\n"), "a call of a C function is expected", "\"[f(n)]\""},
	{BIND("void f(int x);", "  op: @@f()\n"), "f takes 1 argument, not 0", NULL},
	{BIND("void f(int x, int y);", "  op: f(n, @@)\n"), "a value is missing here", NULL},
	{BIND("void f(int x);", "  op: f(n @@n)\n"), "the end is expected here", NULL},
	{BIND("void f(int x);", "  op: f(@@m)\n"), "'m' is not known here", NULL},
	{BIND("void f(int x);", "  op: f(@@s)\n"), "the state of the resource, which the binding of op cannot read", NULL},
	{BIND("void f(@@wharf *x);", "  op: f(n)\n"), "unknown type", NULL},
	/* lines */
	{BIND("void f(int x);", "  op: f(n)\n  @@opp: f(n)\n"), "r has no operation 'opp'", "did you mean 'op'?"},
	{BIND("void f(int x);", "  op: f(n)\n  @@destory: f(n)\n"), "r has no operation 'destory'", "did you mean 'destroy'?"},
	{"resource: r\noperations: {op: {params: {n: int}}}\nimplementation:\n  @@prototypes: void f(int x);\n", "the operation 'op' is not bound", "op: function(self, n)"},
	{"resource: r\noperations: {op: {}}\nimplementation:\n  @@op: f()\n", "needs the key 'prototypes'", NULL},
	{"resource: r\noperations: {op: {}}\nimplementation: @@f()\n", "the implementation is a map", NULL},
	{"resource: r\noperations: {@@create: {}}\nimplementation: {prototypes: void f(void);}\n", "'create' cannot be bound", "another name"},
	{BIND("void f(int x);", "  op: f(n)\n  create_may_fail: @@yes\n"), "true or false is expected", NULL},
	/* create, destroy and self */
	{BIND("void f(int x);", "  op: f(n)\n  create: @@q_new(N)\n"), "create makes an instance", "self = q_new(...)"},
	{BIND("void f(int x);", "  op: f(n)\n  create: self = q_new(@@self)\n"), "no instance yet", NULL},
	{BIND("void f(int x);", "  op: f(n)\n  create: self = q_new(@@n)\n"), "'n' is not known here", NULL},
	{BIND("void f(int x);", "  op: f(n)\n  create: @@result = q_new(N)\n"), "can only become 'self'", "create: self = f(...)"},
	{BIND("void f(int x);", "  op: f(n)\n  create: @@self = f(N)\n"), "f returns 'void'; an instance is a pointer or an integer", NULL},
	{BIND("double f(int x);", "  op: f(n)\n  create: @@self = f(N)\n"), "an instance is a pointer or an integer", NULL},
	{BIND("void f(int x); void g(q *x);", "  op: f(n)\n  create: self = q_new(size)\n  destroy: @@self = g(self)\n"), "what destroy returns goes nowhere", "g(self)"},
	{BIND("void f(int x); void g(q *x);", "  op: f(n)\n  destroy: g(@@self)\n"), "'create' is missing", "create: self = f(...)"},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), @@wehn: true }\n"), "a call of destroy has no key 'wehn'", "did you mean 'when'?"},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: @@{ when: true }\n"), "needs the key 'call'", NULL},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), when: @@size }\n"), "bool is expected here", NULL},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), when: @@n > 1 }\n"), "'n' is not known here", NULL},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), before: @@op }\n"), "operations stand here as a list", "before: [close]"},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), before: [@@op] }\n"), "no client calls op", "share: 0"},
	{BIND("void f(int x); void g(void);", "  op: f(n)\n  destroy: { call: g(), before: [@@opp] }\n"), "r has no operation 'opp'", "did you mean 'op'?"},
	{BIND("void f(int *x);", "  create: self = q_new(N)\n  op: f(@@self)\n"), "'self' is a 'q *', this parameter is 'int *'", NULL},
	{BIND("void f(int x);", "  create: self = q_new(N)\n  op: f(@@self)\n"), "'self' is a 'q *', this parameter is 'int'", NULL},
	{BIND("void f(int x);", "  create: self = q_new(N)\n  op: f(@@self + 1)\n"), "stands alone as an argument", NULL},
	{BIND("void f(int x);", "  create: self = q_new(N)\n  op: @@self = f(n)\n"), "only create makes an instance", NULL},
	/* what goes in */
	{BIND("void f(unsigned char x);", "  op: f(@@big)\n"), "type 300..400 cannot be passed as 'unsigned char'", "0..255"},
	{BIND("void f(unsigned x);", "  op: f(@@-1)\n"), "cannot be passed as 'unsigned int'", "0..4294967295"},
	{BIND("void f(int *x);", "  op: f(@@n)\n"), "cannot be passed as 'int *'", "out-argument"},
	{BIND("void f(int *x);", "  op: f(@@b)\n"), "type bool cannot be passed as 'int *'", NULL},
	{BIND("void f(double x);", "  op: f(@@b)\n"), "type bool cannot be passed as 'double'", NULL},
	{BIND("void f(int *x);", "  op: f(@@c)\n"), "type Color cannot be passed as 'int *'", NULL},
	{BIND("enum color { COLOR_RED, COLOR_BLUE }; void f(enum color x);", "  op: f(@@c)\n"), "type Color cannot be passed as 'enum color'", "'green'"},
	{BIND("void f(int x);", "  op: f(@@text)\n"), "type string cannot be passed as 'int'", "pointer to its elements"},
	{BIND("void f(char *x);", "  op: f(@@text)\n"), "type string cannot be passed as 'char *'", "const char *"},
	{BIND("void f(const void *x);", "  op: f(@@data)\n"), "type bytes cannot be passed as 'const void *'", "with a length"},
	{BIND("void f(const char **x);", "  op: f(@@list)\n"), "type int cannot be passed as 'const char *'", NULL},
	{BIND("void f(const int *x);", "  op: f(@@set)\n"), "type set of int cannot be passed", "[x | x in s]"},
	{BIND("void f(int x);", "  op: f(@@maybe)\n"), "type option int cannot be passed as 'int'", "NULL"},
	{BIND("void f(int x);", "  op: f(@@pair)\n"), "type Pair cannot be passed as 'int'", "struct"},
	{BIND("struct p { _Bool ok; }; void f(struct p x);", "  op: f(@@pair)\n"), "type Pair cannot be passed as 'struct p'", "no member 'v'"},
	{BIND("struct p { _Bool ok; int v, w; }; void f(struct p x);", "  op: f(@@pair)\n"), "type Pair cannot be passed as 'struct p'", "nothing is said of the struct's member 'w'"},
	{BIND("struct p { _Bool ok; char *v; }; void f(struct p x);", "  op: f(@@pair)\n"), "its field 'v': a value of type int cannot be passed as 'char *'", NULL},
	{BIND("struct p { _Bool ok; int v[1]; }; void f(struct p x);", "  op: f(@@pair)\n"), "its field 'v': a value of type int cannot be passed as 'int [1]'", NULL},
	{BIND("struct p { const char *t; }; void f(struct p x);", "  op: 'f(@@(t = text))'\n"), "its field 't': a value of type string cannot be passed as 'const char *'", "an argument of its own"},
	{BIND("struct u { int a : 3; }; void f(struct u x);", "  op: f(@@n)\n"), "this argument cannot be passed as 'struct u'", NULL},
	{BIND("void f(int x);", "  op: f(@@n length 4)\n"), "only a sequence has a length", NULL},
	{BIND("void f(const int *x);", "  op: f(list length @@b)\n"), "nat is expected here, this is bool", NULL},
	/* what comes out */
	{BIND("void f(int *x);", "  op: f(out @@result)\n"), "op returns nothing in the specification", "returns: TYPE"},
	{BIND("int f(int x);", "  op: @@result = f(n)\n"), "op returns nothing in the specification", NULL},
	{RETURN("int", "void f(int x);", "  op: @@f(n)\n"), "op returns int, but the C function f is void", "out result"},
	{RETURN("int", "void f(int x);", "  op: @@result = f(n)\n"), "f returns nothing in C", NULL},
	{RETURN("int", "char *f(int x);", "  op: @@f(n)\n"), "a 'char *' gives no value of type int", NULL},
	{RETURN("int", "double f(int x);", "  op: @@f(n)\n"), "a 'double' gives no value of type int", "no fractions"},
	{RETURN("-9..-1", "unsigned f(int x);", "  op: @@f(n)\n"), "gives no value of type -9..-1", NULL},
	{RETURN("string", "int f(int x);", "  op: @@f(n)\n"), "a 'int' gives no value of type string", NULL},
	{RETURN("bytes", "unsigned char *f(int x);", "  op: @@f(n)\n"), "gives no value of type bytes", "out result length 16"},
	{RETURN("set of int", "int *f(int x);", "  op: @@f(n)\n"), "gives no value of type set of int", "sequence"},
	{RETURN("Pair", "int f(int x);", "  op: @@result.v = f(n)\n"), "nothing sets the field 'ok'", "out result.ok"},
	{RETURN("Pair", "int f(int *v, int *w);", "  op: result.ok = f(out result.v, @@out result.v)\n"), "two values come out into the same place", NULL},
	{RETURN("Pair", "_Bool f(int *v);", "  op: result.@@okay = f(out result.v)\n"), "has no field 'okay'", NULL},
	{RETURN("int", "void f(int *v);", "  op: f(out result.@@v)\n"), "has no field 'v'", "write: result"},
	{RETURN("int", "void f(int *v);", "  op: f(@@result)\n"), "stands behind 'out'", "write: out result, or out"},
	{RETURN("Pair", "_Bool f(int n, int *v);", "  op: result.ok = f(n, @@result.v)\n"), "stands behind 'out'", "out result.FIELD"},
	{RETURN("int", "void f(int *v);", "  op: f(@@&v)\n"), "stands behind 'out'", "out result.FIELD"},
	{RETURN("int", "void f(int *v);", "  op: f(out @@n)\n"), "into 'result'", "out result.x"},
	{RETURN("int", "void f(int v);", "  op: f(@@out result)\n"), "needs a pointer", NULL},
	{RETURN("int", "void f(const int *v);", "  op: f(@@out result)\n"), "what it points at is const", NULL},
	{RETURN("int", "void f(char **v);", "  op: f(@@out result)\n"), "a 'char *' gives no value of type int", NULL},
	{RETURN("bytes", "void f(unsigned char *v);", "  op: f(@@out result)\n"), "how large is this buffer?", "length 16"},
	{RETURN("int", "void f(int *v);", "  op: f(inout @@result)\n"), "what goes in here?", "inout result = EXPR"},
	{RETURN("int", "void f(int *v);", "  op: f(out @@result = n)\n"), "only comes out", NULL},
	{RETURN("'record(s: seq of int)'", "struct p { int s[3]; }; struct p f(void);", "  op: @@f()\n"), "its field 's': a 'int [3]' gives no value of type seq of int", "pointer to its elements"},
	{RETURN("option int", "void f(int **v);", "  op: f(@@inout result = some(n))\n"), "either goes in or comes out", "out result"},
	{RETURN("int", "struct u { int a : 3; }; struct u f(int x);", "  op: @@f(n)\n"), "f cannot be called", NULL},
};

static void
each_mistake_of_a_binding_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(mistakes);
}

static const char *const good[] = {
	BIND("void f(int x);", "  op: f(n)\n"),
	BIND("void f(_Bool x); void g(q *);", "  create: self = q_new(size + N)\n  destroy: g(self)\n  create_may_fail: true\n  op: f(b and n > 3)\n"),
	BIND("void f(double x);", "  op: f(n)\n"),
	BIND("void f(const void *self, const char *x);", "  create: self = q_new(N)\n  op: f(self, text)\n"),
	BIND("void f(char *x, int length);", "  op: f(text length len(text), len(text))\n"),
	BIND("void f(const void *x);", "  op: f(in data length 16)\n"),
	BIND("void f(const int *x, int n);", "  op: f(list, len(list))\n"),
	BIND("void f(int x[4]);", "  op: f(list)\n"),
	BIND("void f(const int *x);", "  op: f(\n      maybe)\n"),
	BIND("void f(const int *x);", "  op: f(none)\n"),
	BIND("void f(const int *x);", "  op: f([x | x in set])\n"),
	BIND("struct p { _Bool ok; int v; }; void f(struct p x, const struct p *y);", "  op: f(pair, pair)\n"),
	BIND("struct p { _Bool ok; int v; }; void f(struct p x);", "  op: 'f((ok = b, v = n))'\n"),
	BIND("enum color { COLOR_RED = 7, COLOR_GREEN }; void f(enum color x, int y);", "  op: f(c, c)\n"),
	BIND("void f(const char *x, char y);", "  op: f(\"a, (b\", ',')\n"),
	RETURN("int", "int f(long x);", "  op: f(n)\n"),
	RETURN("int", "int f(long x);", "  op: result = f(n)\n"),
	RETURN("int", "int f(int *x);", "  op: f(out result)\n"),
	RETURN("int", "int f(int *x);", "  op: f(inout result = n + 1)\n"),
	RETURN("string", "const char *f(void);", "  op: f()\n"),
	RETURN("string", "int f(char *x, int n);", "  op: f(out result length 16, 16)\n"),
	RETURN("string", "int f(char x[16]);", "  op: f(out result)\n"),
	RETURN("option string", "const char *f(void);", "  op: f()\n"),
	RETURN("option int", "int *f(void);", "  op: f()\n"),
	RETURN("Pair", "_Bool f(int *v);", "  op: result.ok = f(out result.v)\n"),
	RETURN("Pair", "struct p { int v; _Bool ok; }; struct p f(void); struct p *g(void);", "  op: f()\n"),
	RETURN("Pair", "struct p { int v; _Bool ok; double more; }; int f(struct p *x);", "  op: f(out result)\n"),
	RETURN("Pair", "void f(_Bool *ok, int *v);", "  op: f(out result.ok, out result.v)\n"),
	RETURN("Color", "enum color { Red = 3, Green = 9 }; enum color f(void);", "  op: f()\n"),
	RETURN("Color", "unsigned char f(void);", "  op: f()\n"),
};

static void
values_go_into_all_that_c_has_for_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct loaded l;
		load_good(&l, good[i]);
		assert_true(l.spec->implementation.given);
		assert_true(l.spec->implementation.calls[0].given);
		forget(&l);
	}
}

static void
a_binding_says_where_each_value_goes(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, RETURN("Pair", "_Bool f(int a, int *v, char *buffer);", "  op: result.ok = f(n + 1, inout result.v = n, \"\" length 8)\n"));
	const struct binding *b = &l.spec->implementation.calls[0];
	assert_string_equal(b->function->name, "f");
	assert_int_equal(b->target, TARGET_RESULT);
	assert_int_equal(b->field, 0);
	assert_int_equal(b->n, 3);
	assert_non_null(b->args[0].value.code);
	assert_int_equal(b->args[0].direction, DIRECTION_IN);
	assert_int_equal(b->args[1].direction, DIRECTION_INOUT);
	assert_int_equal(b->args[1].field, 1);
	assert_non_null(b->args[1].value.code);
	assert_null(b->args[1].length.code);
	assert_non_null(b->args[2].length.code);
	forget(&l);
}

static void
a_returned_value_is_the_result_unless_an_argument_is(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, RETURN("int", "int f(void);", "  op: f()\n"));
	assert_int_equal(l.spec->implementation.calls[0].target, TARGET_RESULT);
	assert_int_equal(l.spec->implementation.calls[0].field, -1);
	forget(&l);
	load_good(&l, RETURN("int", "int f(int *);", "  op: f(out result)\n"));
	assert_int_equal(l.spec->implementation.calls[0].target, TARGET_NONE);
	forget(&l);
}

static void
a_word_like_out_or_length_may_also_be_a_name(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, "resource: r\n"
		      "operations: {op: {params: {out: int, length: int, inout: bool}}}\n"
		      "implementation:\n"
		      "  prototypes: void f(int, int, int, _Bool, int);\n"
		      "  op: f(out, length, out + length, inout and out > 2, - length)\n");
	const struct binding *b = &l.spec->implementation.calls[0];
	for (size_t i = 0; i < b->n; i++) {
		assert_int_equal(b->args[i].direction, DIRECTION_IN);
		assert_null(b->args[i].length.code);
	}
	forget(&l);
}

static void
a_constant_of_an_enum_is_found_by_its_name(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, RETURN("Color", "enum color { MY_RED = -3, MY_GREEN = 9, GREEN = 4 }; enum color f(void);", "  op: f()\n"));
	const struct cdecl_table *t = &l.spec->implementation.table;
	const struct cenum *e = l.spec->implementation.calls[0].function->result->enumeration;
	int64_t value;
	assert_true(binding_enum_value(t, e, "red", &value));
	assert_int_equal(value, -3);
	assert_true(binding_enum_value(t, e, "green", &value));
	assert_int_equal(value, 4);
	assert_false(binding_enum_value(t, e, "blue", &value));
	forget(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_mistake_of_a_binding_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(values_go_into_all_that_c_has_for_them),
		cmocka_unit_test(a_binding_says_where_each_value_goes),
		cmocka_unit_test(a_returned_value_is_the_result_unless_an_argument_is),
		cmocka_unit_test(a_word_like_out_or_length_may_also_be_a_name),
		cmocka_unit_test(a_constant_of_an_enum_is_found_by_its_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
