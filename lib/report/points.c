#include "report/graded.h"

#include "base/vec.h"

#include <inttypes.h>
#include <string.h>

typedef VEC(struct graded_item) item_list;

static void
add(struct arena *a, item_list *list, const char *name, double points, double most, const char *why)
{
	vec_push(a, list, (struct graded_item){name, points, most, why});
}

/* --- rounds --- */

static const char *
why_round(struct arena *a, const struct graded *g, size_t i)
{
	const struct graded_round *r = &g->rounds[i];
	switch (r->outcome) {
	case ROUND_PASSED:
		if (r->lacking)
			return arena_printf(a, "nothing in it shows that it works: %s", r->lacking);
		return r->tests < r->asked ? arena_printf(a, "passed, in %" PRIu64 " of %" PRIu64 " tests", r->tests, r->asked) : NULL;
	case ROUND_FAILED:
		return r->class;
	case ROUND_UNDECIDED:
		return arena_printf(a, "undecided: %s", r->reason ? r->reason : "nobody knows why");
	case ROUND_NOT_RUN:
		break;
	}
	return g->verdict == TESTED_FAIL ? "not run, as one call at a time fails already" : "not run";
}

static void
add_rounds(struct arena *a, item_list *list, const struct grading *from, const struct graded *g)
{
	static const char *const names[] = {"round 1: what returns may return", "round 2: what stays blocked must", "round 3: several calls at once"};
	for (size_t i = 0; i < GRADED_ROUNDS; i++) {
		bool passed = g->rounds[i].outcome == ROUND_PASSED && !g->rounds[i].lacking;
		if (from->rounds[i])
			add(a, list, names[i], passed ? (double)from->rounds[i] : 0, (double)from->rounds[i], why_round(a, g, i));
	}
}

/* --- operations --- */

/* Did something go wrong with the operation? If nobody knows with which, it may be any. */
static bool
is_blamed(const struct graded *g, const char *operation)
{
	for (size_t i = 0; i < GRADED_ROUNDS; i++) {
		const struct graded_round *r = &g->rounds[i];
		if (r->outcome == ROUND_FAILED && (!r->operation || strcmp(r->operation, operation) == 0))
			return true;
	}
	return false;
}

/* Why it earns nothing though it takes no part in a failure; NULL: it does. */
static const char *
idle_for(const struct graded *g, const char *operation)
{
	for (size_t i = 0; i < g->nidle; i++)
		if (strcmp(g->idle[i].operation, operation) == 0)
			return g->idle[i].why;
	return NULL;
}

static const char *
why_operation(const struct graded *g, const char *operation)
{
	if (g->verdict != TESTED_PASS && g->verdict != TESTED_FAIL)
		return "undecided";
	return is_blamed(g, operation) ? "it takes part in a failure" : idle_for(g, operation);
}

/* What could not be decided earns nothing for its operations either: nobody knows. */
static void
add_operations(struct arena *a, item_list *list, const struct spec *s, const struct graded *g)
{
	for (size_t i = 0; i < s->nops; i++) {
		double most = (double)s->grading.operations[i];
		const char *why = why_operation(g, s->ops[i].name);
		if (most > 0)
			add(a, list, arena_printf(a, "operation %s", s->ops[i].name), why ? 0 : most, most, why);
	}
}

/* --- costs --- */

static bool
has_error(const struct graded *g, const char *class)
{
	if (strcmp(class, "race") == 0 && json_array_size(json_object_get(g->report, "races")) > 0)
		return true;
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (g->rounds[i].outcome == ROUND_FAILED && strcmp(g->rounds[i].class, class) == 0)
			return true;
	return false;
}

static void
add_costs(struct arena *a, item_list *list, const struct grading *from, const struct graded *g)
{
	for (size_t i = 0; i < from->ncosts; i++)
		if (from->costs[i].points && has_error(g, from->costs[i].class))
			add(a, list, arena_printf(a, "an error of class %s", from->costs[i].class), (double)-from->costs[i].points, 0, NULL);
}

/* --- all of it --- */

const struct graded_item *
graded_items(struct arena *a, const struct spec *s, const struct graded *g, size_t *n)
{
	item_list list = {0};
	if (s->grading.given) {
		add_rounds(a, &list, &s->grading, g);
		add_operations(a, &list, s, g);
		add_costs(a, &list, &s->grading, g);
	} else {
		add(a, &list, "conforms", g->verdict == TESTED_PASS, 1, g->verdict == TESTED_PASS ? NULL : g->reason);
	}
	*n = list.n;
	return list.at;
}

double
graded_points(const struct spec *s, const struct graded *g)
{
	struct arena a = {0};
	size_t n;
	double points = 0;
	const struct graded_item *items = graded_items(&a, s, g, &n);
	for (size_t i = 0; i < n; i++)
		points += items[i].points;
	arena_free(&a);
	return points > 0 ? points : 0;
}

double
graded_most(const struct spec *s)
{
	static const struct graded nobody;
	struct arena a = {0};
	size_t n;
	double points = 0;
	const struct graded_item *items = graded_items(&a, s, &nobody, &n);
	for (size_t i = 0; i < n; i++)
		points += items[i].most;
	arena_free(&a);
	return points;
}
