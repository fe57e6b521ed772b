#include "gen/gen.h"
#include "gen/tape.h"

#include "unit/unit.h"

#include <stdio.h>

/* A client in a specification, and what evaluates it. */
struct world {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct heap *heap;
	struct gen gen;
	struct tape tape;
	word vars[8], args[8];
};

static const char yaml[] =
	"resource: r\n"
	"operations:\n"
	"  put: { params: { a: 0..9, b: 0..9 }, returns: int, result: a }\n"
	"clients:\n"
	"  first:\n"
	"    count: 3\n"
	"    vars:\n"
	"      n: 0..9 = id * 2\n"
	"      w: 0..9 = pick {4, 5}\n"
	"      s: set of int = {}\n"
	"    calls:\n"
	"      - call: put(n, pick 1..2)\n"
	"        when: n < 4\n"
	"        then:\n"
	"          - n := result\n"
	"          - w := old(n)\n"
	"  second: { count: 2, calls: [ 'call': 'put(1, 1)' ] }\n";

static int
open_world(void **state)
{
	struct world *w = calloc(1, sizeof *w);
	w->spec = spec_parse(&w->arena, &w->diags, source_text(&w->arena, "test", yaml, strlen(yaml)), "test", NULL);
	if (!w->spec)
		diags_print(&w->diags, stderr, false);
	assert_non_null(w->spec);
	w->heap = heap_new(w->spec->heap);
	w->gen.machine = machine_new(w->heap);
	tape_rewind(&w->tape, 100);
	*state = w;
	return 0;
}

static int
close_world(void **state)
{
	struct world *w = *state;
	machine_free(w->gen.machine);
	heap_free(w->heap);
	spec_free(w->spec);
	diags_free(&w->diags);
	arena_free(&w->arena);
	free(w);
	return 0;
}

static void
variables_start_with_the_id_and_see_those_before_them(void **state)
{
	struct world *w = *state;
	const struct client *c = &w->spec->clients[0];
	assert_true(tape_next(&w->tape));
	assert_true(gen_start(&w->gen, c, 2, w->vars, &w->tape.choices));
	assert_int_equal(w->vars[0], 2);
	assert_int_equal(w->vars[1], 4);
	assert_int_equal(w->vars[2], 4);
	assert_true(w->vars[3] == empty_block());
	assert_true(tape_next(&w->tape));
	assert_true(gen_start(&w->gen, c, 2, w->vars, &w->tape.choices));
	assert_int_equal(w->vars[2], 5);
	assert_false(tape_next(&w->tape));
}

static void
a_call_is_guarded_and_gets_its_arguments(void **state)
{
	struct world *w = *state;
	const struct alternative *a = &w->spec->clients[0].calls[0];
	bool ready;
	w->vars[1] = 4;
	assert_true(gen_ready(&w->gen, a, w->vars, &ready));
	assert_false(ready);
	w->vars[1] = 3;
	assert_true(gen_ready(&w->gen, a, w->vars, &ready));
	assert_true(ready);
	assert_true(tape_next(&w->tape));
	assert_true(gen_args(&w->gen, a, w->vars, w->args, &w->tape.choices));
	assert_int_equal(w->args[0], 3);
	assert_int_equal(w->args[1], 1);
}

static void
what_follows_a_call_sees_its_result_and_the_old_values(void **state)
{
	struct world *w = *state;
	const struct client *c = &w->spec->clients[0];
	w->vars[1] = 3;
	assert_true(gen_then(&w->gen, &c->calls[0], c->vars.n, w->vars, (word[]){3, 1}, 7, &w->tape.choices));
	assert_int_equal(w->vars[1], 7);
	assert_int_equal(w->vars[2], 3);
}

static void
what_goes_wrong_is_told_with_its_place(void **state)
{
	struct world *w = *state;
	const struct client *c = &w->spec->clients[0];
	w->vars[1] = 3;
	assert_false(gen_then(&w->gen, &c->calls[0], c->vars.n, w->vars, (word[]){3, 1}, 10, &w->tape.choices));
	assert_string_equal(w->gen.mishap.what, "then of first");
	assert_int_equal(w->gen.mishap.fault.kind, FAULT_LEAVES);
	assert_true(w->gen.mishap.where == &c->calls[0].then);
}

static void
a_limit_on_clients_takes_the_first_of_each_kind(void **state)
{
	struct world *w = *state;
	struct gen_client at[8];
	assert_int_equal(gen_clients(w->spec, 8, at), 5);
	assert_int_equal(gen_clients(w->spec, 3, at), 3);
	assert_int_equal(at[0].id, 0);
	assert_int_equal(at[1].id, 1);
	assert_true(at[1].kind == &w->spec->clients[0]);
	assert_true(at[2].kind == &w->spec->clients[1]);
	assert_int_equal(gen_clients(w->spec, 1, at), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(variables_start_with_the_id_and_see_those_before_them, open_world, close_world),
		cmocka_unit_test_setup_teardown(a_call_is_guarded_and_gets_its_arguments, open_world, close_world),
		cmocka_unit_test_setup_teardown(what_follows_a_call_sees_its_result_and_the_old_values, open_world, close_world),
		cmocka_unit_test_setup_teardown(what_goes_wrong_is_told_with_its_place, open_world, close_world),
		cmocka_unit_test_setup_teardown(a_limit_on_clients_takes_the_first_of_each_kind, open_world, close_world),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
