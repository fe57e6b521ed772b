/* Histories are made smaller through an oracle that says what cannot be, and what can. */
#include "unit/unit.h"

#include "history/reduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 12 };

static struct operation set = {.name = "set"};

/* What the oracle knows: calls by their numbers, which stand in the place of arguments. */
struct world {
	uint64_t core; /* together they cannot be, once all of them have returned */
	uint64_t base; /* without these, nothing of what comes before can be explained */
	size_t asked, most;
	bool undecided; /* whatever is asked */
};

/* The calls of a history, and those of them that returned. */
static uint64_t
calls(const struct history *h, bool returned)
{
	uint64_t made = 0, back = 0;
	word now[4 * CALLS] = {0};
	for (size_t i = 0; i < h->n; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind == EVENT_CALLED)
			now[e->client] = e->args[0];
		if (e->kind == EVENT_CALLED)
			made |= UINT64_C(1) << e->args[0];
		if (e->kind == EVENT_RETURNED)
			back |= UINT64_C(1) << now[e->client];
	}
	return returned ? back : made;
}

static bool
fails(void *context, const struct history *h)
{
	struct world *w = context;
	w->asked++;
	return !w->undecided && (calls(h, true) & w->core) == w->core;
}

static bool
explains(void *context, const struct history *h)
{
	struct world *w = context;
	w->asked++;
	return !w->undecided && (calls(h, false) & w->base) == w->base;
}

static bool
enough(void *context)
{
	const struct world *w = context;
	return w->asked >= w->most;
}

static bool
drops(void *context, const struct history *h, size_t line, size_t n)
{
	return false;
}

/* Three clients, one of which always has a call under way that began before the last one returned. */
static struct history *
history(struct arena *a)
{
	struct history *h = arena_new(a, struct history);
	VEC(struct history_line) lines = {0};
	static const char *clients[] = {"a", "b", "c"};
	for (int i = 0; i < CALLS + 1; i++) {
		word *args = arena_array(a, word, 1);
		args[0] = i;
		if (i < CALLS)
			vec_push(a, &lines, (struct history_line){.event = {.kind = EVENT_CALLED, .client = i % 3, .op = &set, .args = args}});
		if (i < CALLS)
			vec_push(a, &lines, (struct history_line){.event = {.kind = EVENT_BEGAN, .client = i % 3}});
		if (i > 0)
			vec_push(a, &lines, (struct history_line){.event = {.kind = EVENT_RETURNED, .client = (i - 1) % 3}});
	}
	vec_push(a, &lines, (struct history_line){.event = {.kind = EVENT_END}});
	*h = (struct history){.lines = lines.at, .n = lines.n, .clients = clients, .nclients = 3, .timed = true};
	return h;
}

static uint64_t
reduced(struct world *w, struct reduction *r)
{
	struct arena a = {0};
	*r = (struct reduction){.fails = fails, .explains = explains, .enough = enough, .drops = drops, .context = w};
	const struct history *h = history_reduce(&a, r, history(&a));
	uint64_t left = calls(h, false);
	assert_int_equal(h->lines[h->n - 1].event.kind, EVENT_END);
	arena_free(&a);
	return left;
}

static void
the_beginning_ends_where_it_cannot_be_any_more(void **state)
{
	for (unsigned last = 0; last < CALLS; last++) {
		struct world w = {.core = UINT64_C(1) << last, .most = 1000};
		struct reduction r;
		assert_int_equal(reduced(&w, &r), UINT64_C(1) << last);
		assert_int_equal(r.left, 1);
		assert_int_equal(r.calls, last + 1 < CALLS ? last + 2 : CALLS);
	}
}

static void
calls_that_matter_are_left_and_so_are_those_that_explain_what_was_before(void **state)
{
	for (uint64_t seed = 1; seed < 2000; seed++) {
		uint64_t all = (UINT64_C(1) << CALLS) - 1, core = seed * 2654435761 & all, below = (UINT64_C(1) << (63 - __builtin_clzll(core | 1))) - 1;
		struct world w = {.core = core, .base = (seed * 40503 >> 3) & below, .most = 100000};
		struct reduction r;
		if (!core)
			continue;
		assert_int_equal(reduced(&w, &r), core | w.base);
		assert_int_equal(r.left, __builtin_popcountll(core | w.base));
	}
}

static void
nothing_is_left_out_that_the_oracle_cannot_decide(void **state)
{
	struct world w = {.core = 1, .most = 1000, .undecided = true};
	struct reduction r;
	assert_int_equal(reduced(&w, &r), (UINT64_C(1) << CALLS) - 1);
	assert_int_equal(r.left, r.calls);
}

static void
it_stops_when_it_has_asked_enough(void **state)
{
	struct world w = {.core = 0xaaa, .most = 20};
	struct reduction r;
	uint64_t left = reduced(&w, &r);
	assert_int_equal(left & 0xaaa, 0xaaa);
	assert_true(w.asked <= 21);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_beginning_ends_where_it_cannot_be_any_more),
		cmocka_unit_test(calls_that_matter_are_left_and_so_are_those_that_explain_what_was_before),
		cmocka_unit_test(nothing_is_left_out_that_the_oracle_cannot_decide),
		cmocka_unit_test(it_stops_when_it_has_asked_enough),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
