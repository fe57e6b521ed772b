#include "tester/tester.h"

#include <string.h>

/* A phase of more calls has too many orders; so has a test of which they multiply, or take so many steps that others are left. */
enum { MOST_CALLS = 5, MOST_ORDERS = 720, MOST_STEPS = 4000000 };

static size_t
factorial(size_t n)
{
	size_t f = 1;
	for (size_t i = 2; i <= n; i++)
		f *= i;
	return f;
}

/* In how many orders the calls can be made, phase after phase; 0: too many to try. */
static size_t
count_orders(const struct test *t)
{
	size_t orders = 1;
	for (size_t p = 0; p < t->n; p++) {
		if (t->phases[p].n > MOST_CALLS)
			return 0;
		orders *= factorial(t->phases[p].n);
		if (orders > MOST_ORDERS)
			return 0;
	}
	return orders;
}

/* The nth order of the clients. */
static void
permute(int *clients, size_t n, size_t nth)
{
	for (size_t i = 0; i + 1 < n; i++) {
		size_t rest = factorial(n - 1 - i), from = i + nth / rest;
		int first = clients[from];
		memmove(clients + i + 1, clients + i, (from - i) * sizeof *clients);
		clients[i] = first;
		nth %= rest;
	}
}

/* The test with one call a phase, in the nth of all orders, and with no deviation of the schedule. */
static const struct test *
serial(struct arena *a, const struct test *t, size_t nth)
{
	struct test *s = arena_new(a, struct test);
	size_t calls = test_calls(t);
	struct test_phase *phases = arena_array(a, struct test_phase, calls + 1);
	*s = *t;
	s->n = 0;
	s->phases = phases;
	for (size_t p = 0; p < t->n; p++) {
		size_t n = t->phases[p].n, orders = factorial(n);
		int *clients = arena_array(a, int, n + 1);
		memcpy(clients, t->phases[p].clients, n * sizeof *clients);
		permute(clients, n, nth % orders);
		nth /= orders;
		for (size_t i = 0; i < n; i++)
			phases[s->n++] = (struct test_phase){.n = 1, .clients = &clients[i]};
	}
	return s;
}

enum overlap
tester_overlap(struct trial *trial, const struct test *t, const struct trial_how *how, bool (*enough)(void *), void *context)
{
	size_t orders = count_orders(t);
	uint64_t steps = 0;
	enum overlap answer = OVERLAP_YES;
	if (orders == 1)
		return OVERLAP_NO;
	for (size_t i = 0; i < orders; i++) {
		struct arena a = {0};
		struct trial_result r;
		if (steps > MOST_STEPS || (enough && enough(context)))
			return OVERLAP_UNKNOWN;
		trial_again(trial, &a, serial(&a, t, i), how, &r);
		arena_free(&a);
		steps += r.steps;
		if (r.end == TRIAL_FAILED)
			return OVERLAP_NO;
		if (r.hung)
			return OVERLAP_UNKNOWN;
		if (r.end != TRIAL_PASSED)
			answer = OVERLAP_UNKNOWN;
	}
	return orders ? answer : OVERLAP_UNKNOWN;
}
