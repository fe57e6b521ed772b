#include "unit/spec/loaded.h"

#include <stdio.h>
#include <unistd.h>

static const char warehouse[] =
	"resource: warehouse\n"
	"constants: { N: 4, MAX: 1000 }\n"
	"types:\n"
	"  Warehouse: 0..N-1\n"
	"  Corridor: 1..N-1\n"
	"  Weight: 0..2*MAX\n"
	"state:\n"
	"  weight: map[Warehouse] Weight = 0\n"
	"  occupied: map[Corridor] bool = false\n"
	"invariant:\n"
	"  - forall n in Warehouse . weight[n] <= MAX\n"
	"operations:\n"
	"  enter:\n"
	"    params: { n: Warehouse, w: Weight }\n"
	"    cpre: weight[n] + w <= MAX\n"
	"    post:\n"
	"      - weight[n] += w\n"
	"      - if n > 0 then occupied[n] := false\n"
	"  exit:\n"
	"    params: { n: Warehouse, w: Weight }\n"
	"    cpre: n == N-1 or not occupied[n+1]\n"
	"    post:\n"
	"      - weight[n] -= w\n"
	"      - if n < N-1 then occupied[n+1] := true\n"
	"scheduling: always\n"
	"clients:\n"
	"  robot:\n"
	"    count: 10\n"
	"    vars:\n"
	"      n: 0..N = 0\n"
	"      inside: bool = false\n"
	"      w: Weight = pick 100..1100 step 100\n"
	"    calls:\n"
	"      - call: enter(n, w)\n"
	"        when: not inside and n < N\n"
	"        then: inside := true\n"
	"      - call: exit(n, w)\n"
	"        when: inside\n"
	"        then:\n"
	"          - inside := false\n"
	"          - n += 1\n"
	"          - w += pick 0..200 step 100\n"
	"implementation:\n"
	"  prototypes: |\n"
	"    typedef struct warehouse warehouse;\n"
	"    warehouse *warehouse_new(int n_warehouses, int max_weight);\n"
	"    void warehouse_free(warehouse *);\n"
	"    void warehouse_enter(warehouse *, int n, int w);\n"
	"    void warehouse_exit(warehouse *, int n, int w);\n"
	"  create: self = warehouse_new(N, MAX)\n"
	"  destroy: warehouse_free(self)\n"
	"  enter: warehouse_enter(self, n, w)\n"
	"  exit: warehouse_exit(self, n, w)\n"
	"testing: { phases: 1..40, concurrency: 1..4 }\n";

static void
the_warehouse_of_the_paper_loads(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, warehouse);
	const struct spec *s = l.spec;
	assert_string_equal(s->resource, "warehouse");
	assert_int_equal(s->nconstants, 2);
	assert_int_equal(s->state.n, 2);
	assert_int_equal(s->ninvariants, 1);
	assert_int_equal(s->nops, 2);
	assert_int_equal(s->ops[1].n, 2);
	assert_non_null(s->ops[1].cpre.code);
	assert_null(s->ops[1].pre.code);
	assert_int_equal(s->nclients, 1);
	assert_int_equal(s->clients[0].count, 10);
	assert_int_equal(s->clients[0].vars.n, 4);
	assert_int_equal(s->clients[0].n, 2);
	assert_string_equal(s->policy->name, "always");
	assert_true(s->implementation.given);
	assert_string_equal(s->implementation.create.function->name, "warehouse_new");
	assert_true(s->implementation.calls[0].args[0].is_self);
	assert_int_equal(s->testing.phases.high, 40);
	assert_int_equal(s->testing.wait, 20000000);
	assert_ptr_equal(spec_operation(s, "exit"), &s->ops[1]);
	assert_null(spec_operation(s, "exi"));
	forget(&l);
}

/* Loads `text` under a policy that stands in a file. */
static void
load_with_policy(struct loaded *l, const char *text, const char *policy)
{
	FILE *f = fopen("policy.yaml", "w");
	assert_non_null(f);
	fputs(policy, f);
	fclose(f);
	load_bytes(l, text, strlen(text), &(struct spec_options){.policy = "policy.yaml"});
	unlink("policy.yaml");
	if (l->spec)
		return;
	diags_print(&l->diags, stderr, false);
	fail_msg("not accepted:\n%s", policy);
}

static void
a_policy_may_stand_in_a_file(void **state)
{
	(void)state;
	struct loaded l;
	load_with_policy(&l, warehouse, "policy: fifo-per-warehouse\noperations:\n  enter:\n    enabled: empty(older(enter(n, _)))\n");
	assert_string_equal(l.spec->policy->name, "fifo-per-warehouse");
	assert_int_equal(l.spec->policy->rules[0].enabled.asks, HISTORY_BIT(OP_OLDER));
	assert_null(l.spec->policy->rules[1].enabled.code);
	forget(&l);
	load_with_policy(&l, warehouse, "policy: heaviest-first\noperations:\n  enter:\n    enabled: forall enter(n, v) in waiting(enter(n, _)) . v <= w\n");
	assert_int_equal(l.spec->policy->rules[0].enabled.asks, HISTORY_BIT(OP_WAITING));
	forget(&l);
	load_with_policy(&l,
		"resource: rw\nstate: {readers: nat, writers: nat}\noperations:\n"
		"  before_read: {cpre: writers == 0, post: readers += 1}\n  after_read: {post: readers -= 1}\n"
		"  before_write: {cpre: writers == 0 and readers == 0, post: writers += 1}\n  after_write: {post: writers -= 1}\n",
		"policy: writers-over-readers            # with a scheduling state of its own\n"
		"state: { writers_waiting: nat = 0 }\n"
		"operations:\n"
		"  before_write:\n"
		"    waiting: writers_waiting += 1\n"
		"    post_waiting: writers_waiting -= 1\n"
		"  before_read:\n"
		"    enabled: writers_waiting == 0\n");
	assert_string_equal(l.spec->policy->name, "writers-over-readers");
	assert_int_equal(l.spec->policy->state.n, 1);
	assert_int_equal(l.spec->policy->rules[2].waiting.writes, SEG_BIT(SEG_POLICY));
	forget(&l);
}

static void
every_predefined_policy_loads(void **state)
{
	(void)state;
	static const char *const names[] = {"always", "fifo", "fifo-per-operation", "lifo", "priority: w", "priority: w - 2 * n"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct loaded l;
		load_bytes(&l, warehouse, strlen(warehouse), &(struct spec_options){.policy = names[i]});
		if (!l.spec)
			diags_print(&l.diags, stderr, false);
		assert_non_null(l.spec);
		assert_true((l.spec->policy->rules[0].enabled.code != NULL) == (i > 0));
		forget(&l);
	}
}

static const char *const good[] = {
	/* results */
	"resource: r\nstate:\n  free: set of nat = {}\noperations:\n  get: {returns: nat, cpre: not empty(free), ensures: result in free, post: 'free := free - {result}'}\n",
	"resource: r\noperations:\n  get: {returns: int, pre: true, reject: result == -1, result: '0'}\n",
	"resource: r\noperations: {recv: {returns: {ok: bool, v: int}, result: '(ok = true, v = 3)'}}\nimplementation:\n"
	"  prototypes: |\n    typedef struct chan chan;\n    chan *chan_new(void);\n    _Bool chan_recv(chan *, int *);\n"
	"  create: self = chan_new()\n  recv: result.ok = chan_recv(self, out result.v)\n",
	/* operations of their own mind */
	"resource: barrier\nconstants: {N: 3}\nscheduling_state: {here: 0..N = 0, round: nat = 0}\noperations:\n  wait:\n    info: nat\n"
	"    waiting:\n      - info := round\n      - here += 1\n      - if here == N then (round += 1; here := 0)\n    enabled: info < round\n    must: info < round - 1\n",
	"resource: r\nparameters: {size: 1..256, fair: bool}\nstate: {x: int = size}\noperations: {op: {cpre: x > size or fair}}\n",
	"resource: r\nstate: {buf: seq of int}\noperations:\n  op:\n    cases: {S1: len(buf) > 0, S2: len(buf) == 0}\n",
	/* types */
	"resource: r\ntypes:\n  A: seq of int\n  B: set of 0..3\n  C: bag of char\n  D: map[0..3] bool\n  E: map string to bytes\n  F: option nat\n  G: enum(on, off)\n  H: [red, green]\n"
	"  I: {x: A, y: {z: H}}\n  J: 'record(x: A, y: G)'\nstate:\n  i: I\n  g: G = off\n  h: H\n  inline: [up, down]\noperations: {op: {params: {d: \"enum(x, y)\"}, cpre: d == y and inline == up and h == red}}\n",
	/* statements without ; */
	"resource: r\nstate: {x: int, y: int}\noperations:\n  op:\n    post: |\n      x := 1\n      y := x\n      if x > 0 then x := 2 else y := 3\n      for i in 0..3 do x += i\n\n      x -= 1;\n      y := 4\n",
	/* YAML as it is */
	"{\"resource\": \"r\", \"operations\": {\"op\": {\"params\": {\"n\": \"int\"}, \"cpre\": \"n > 3\"}}}\n",
	"%YAML 1.1\n---\nresource: r  # a comment\noperations:\n  op:   # another\n    cpre: true # and one behind an expression\n...\n",
	"resource: r\noperations:\n  a: &a\n    params: &p {n: int}\n    cpre: &c n > 3\n  b: {params: *p, cpre: *c}\n  d: *a\n  e:\n    <<: *a\n    cpre: n > 4\n",
	"resource: r\noperations:\n  ? op\n  : cpre: >-\n      true and\n        false\n",
	"resource: \"r\"\r\noperations:\r\n  op:\r\n    cpre: |\r\n      true and\r\n      false\r\n",
	"resource: r\noperations:\n  op: {params: {n: int}, cpre: ∀ x ∈ 0..3 • x ≠ n ∧ x ≤ 3}\n",
};

static void
all_of_the_format_loads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct loaded l;
		load_good(&l, good[i]);
		forget(&l);
	}
}

static void
statements_in_lines_of_their_own_need_nothing_between_them(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"x := 1\ny := x\nif x > y then x := 2\n", "x := 1; y := x; if x > y then x := 2 else y := 3;", "x := a\nb := c\nfor i in 0..3 do {x := 1\ny := 2}",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct loaded l = {0};
		struct source *src = source_text(&l.arena, "text", texts[i], strlen(texts[i]));
		struct snippet in = {src, texts[i], strlen(texts[i]), NULL, 0};
		struct stmt *s = parse_stmt(&l.arena, &l.diags, &in);
		assert_non_null(s);
		assert_int_equal(s->kind, STMT_BLOCK);
		assert_int_equal(s->n, 3);
		forget(&l);
	}
}

static void
display_templates_take_expressions_apart_from_text(void **state)
{
	(void)state;
	struct loaded l;
	load_good(&l, "resource: r\nstate: {x: int}\noperations: {op: {params: {n: int}}}\ndisplay: {state: 'x is {x}.', op: \"op({n + 1})\"}\n");
	assert_int_equal(l.spec->display.n, 3);
	assert_string_equal(l.spec->display.at[0].text, "x is ");
	assert_null(l.spec->display.at[1].text);
	assert_int_equal(l.spec->ops[0].display.n, 3);
	forget(&l);
}

/* --- --define --- */

static void
load_defined(struct loaded *l, const char *text, const char *name, const char *value)
{
	struct define d = {name, value};
	load_bytes(l, text, strlen(text), &(struct spec_options){.ndefines = 1, .defines = &d});
}

static const char defined[] = "resource: r\nconstants: {N: 4, M: N + 1}\ntypes: {T: 2..N}\nparameters: {size: 1..8}\noperations: {op: {}}\n";

static void
define_changes_a_constant_and_what_depends_on_it(void **state)
{
	(void)state;
	struct loaded l;
	load_defined(&l, defined, "N", "M2 + 1");
	assert_null(l.spec);
	forget(&l);
	load_defined(&l, defined, "N", "3 * 3");
	assert_non_null(l.spec);
	assert_int_equal(scope_find(&l.spec->scope, "M")->value, 10);
	assert_int_equal(scope_find(&l.spec->scope, "T")->type->max, 9);
	forget(&l);
}

static void
define_fixes_a_parameter(void **state)
{
	(void)state;
	struct loaded l;
	load_defined(&l, defined, "size", "let x = N in x + 3");
	assert_non_null(l.spec);
	assert_non_null(l.spec->params.at[0].init);
	assert_int_equal(l.spec->params.at[0].expr->value, 7);
	forget(&l);
	load(&l, defined);
	assert_null(l.spec->params.at[0].init);
	forget(&l);
}

static void
a_wrong_define_is_told(void **state)
{
	(void)state;
	static const struct {
		const char *name, *value, *message, *hint, *source;
	} wrong[] = {
		{"sizze", "3", "no constant or parameter of this name", "did you mean 'size'?", "--define sizze"},
		{"xyzzy", "3", "no constant or parameter of this name", NULL, "--define xyzzy"},
		{"N", "true", "this is bool, but 'N' is 4..4", NULL, "--define N"},
		{"N", "3 +", "an expression is expected here", NULL, "--define N"},
		{"N", "", "an expression is expected here", NULL, "--define N"},
		{"N", "1", "this range is empty: 2 is greater than 1", NULL, "spec.yaml"},
		{"N", "M", "'N' is defined by itself", NULL, NULL},
		{"size", "9", "this is 9, which is never in 1..8", NULL, "--define size"},
		{"size", "true", "is expected here, this is bool", NULL, "--define size"},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct loaded l;
		load_defined(&l, defined, wrong[i].name, wrong[i].value);
		assert_true(l.diags.list.n >= 1);
		const struct diag *d = &l.diags.list.at[0];
		if (!strstr(d->message, wrong[i].message) || l.diags.list.n != 1)
			diags_print(&l.diags, stderr, false);
		assert_non_null(strstr(d->message, wrong[i].message));
		assert_int_equal(l.diags.list.n, 1);
		if (wrong[i].hint)
			assert_string_equal(d->hint, wrong[i].hint);
		if (wrong[i].source)
			assert_string_equal(d->span.src->name, wrong[i].source);
		forget(&l);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_warehouse_of_the_paper_loads),
		cmocka_unit_test(a_policy_may_stand_in_a_file),
		cmocka_unit_test(every_predefined_policy_loads),
		cmocka_unit_test(all_of_the_format_loads),
		cmocka_unit_test(statements_in_lines_of_their_own_need_nothing_between_them),
		cmocka_unit_test(display_templates_take_expressions_apart_from_text),
		cmocka_unit_test(define_changes_a_constant_and_what_depends_on_it),
		cmocka_unit_test(define_fixes_a_parameter),
		cmocka_unit_test(a_wrong_define_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
