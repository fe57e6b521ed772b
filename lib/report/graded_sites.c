/* results.json for Gradescope and for PrairieLearn. Both test one submission at a time; of several, there is an object by name. */
#include "report/graded_private.h"

#include <inttypes.h>
#include <stdlib.h>

typedef json_t *one_result(const struct graded_class *, const struct graded *);

static void
put(json_t *o, const char *key, const char *value)
{
	if (value)
		json_object_set_new(o, key, graded_string(value));
}

/* All tests that were made pass: were they all that were asked for? */
static const char *
praise(struct arena *a, const struct graded *g)
{
	struct text t = {0};
	text_str(&t, "All tests pass.");
	for (size_t i = 0; i < GRADED_ROUNDS; i++)
		if (graded_share(&g->rounds[i]) >= 0 && graded_share(&g->rounds[i]) < 100)
			text_printf(&t, "\nOf round %zu, %" PRIu64 " of %" PRIu64 " tests were made, as each of them takes many steps.", i + 1, g->rounds[i].tests, g->rounds[i].asked);
	if (g->freely)
		text_printf(&t, "\nIts calls ran freely, as the scheduler does not see %s: less was tried than with others.", g->freely);
	if (g->leaks)
		text_printf(&t, "\nIt leaks: %s.", g->leaks);
	return text_take(&t, a);
}

/* What a student is told of all of it. */
static const char *
message_of(struct arena *a, const struct graded *g)
{
	switch (g->verdict) {
	case TESTED_PASS:
		return praise(a, g);
	case TESTED_FAIL:
		return g->text;
	case TESTED_UNDECIDED:
		return arena_printf(a, "Undecided: %s.\nThis says nothing about your implementation; please ask who teaches you.", g->reason ? g->reason : "nobody knows why");
	case TESTED_ERROR:
		break;
	}
	return arena_printf(a, "It could not be tested: %s\n%s", g->reason ? g->reason : "nobody knows why", g->compiler ? g->compiler : "");
}

static json_t *
gradescope(const struct graded_class *c, const struct graded *g)
{
	struct arena a = {0};
	size_t n;
	const struct graded_item *items = graded_items(&a, c->spec, g, &n);
	json_t *o = json_object(), *tests = json_array();
	for (size_t i = 0; i < n; i++) {
		json_t *t = json_object();
		put(t, "name", items[i].name);
		json_object_set_new(t, "score", json_real(items[i].points));
		json_object_set_new(t, "max_score", json_real(items[i].most));
		put(t, "status", items[i].points >= items[i].most ? "passed" : "failed");
		put(t, "output", items[i].why);
		json_array_append_new(tests, t);
	}
	json_object_set_new(o, "score", json_real(graded_points(c->spec, g)));
	put(o, "output", message_of(&a, g));
	put(o, "output_format", "text");
	json_object_set_new(o, "execution_time", json_real(g->seconds));
	json_object_set_new(o, "tests", tests);
	arena_free(&a);
	return o;
}

static json_t *
prairielearn(const struct graded_class *c, const struct graded *g)
{
	struct arena a = {0};
	size_t n;
	double most = graded_most(c->spec), points = graded_points(c->spec, g);
	const struct graded_item *items = graded_items(&a, c->spec, g, &n);
	json_t *o = json_object(), *tests = json_array();
	for (size_t i = 0; i < n; i++) {
		json_t *t = json_object();
		put(t, "name", items[i].name);
		json_object_set_new(t, "points", json_real(items[i].points));
		json_object_set_new(t, "max_points", json_real(items[i].most));
		put(t, "message", items[i].why);
		json_array_append_new(tests, t);
	}
	json_object_set_new(o, "gradable", json_boolean(g->verdict != TESTED_ERROR));
	json_object_set_new(o, "score", json_real(most > 0 ? points / most : 0));
	put(o, g->verdict == TESTED_ERROR ? "message" : "output", message_of(&a, g));
	json_object_set_new(o, "tests", tests);
	arena_free(&a);
	return o;
}

static void
write_results(struct text *out, const struct graded_class *c, one_result *result)
{
	json_t *all = c->n == 1 ? result(c, &c->at[0]) : json_object();
	for (size_t i = 0; c->n != 1 && i < c->n; i++) {
		json_t *name = graded_string(c->at[i].name);
		json_object_set_new(all, json_string_value(name), result(c, &c->at[i]));
		json_decref(name);
	}
	char *text = json_dumps(all, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	text_str(out, text);
	text_char(out, '\n');
	free(text);
	json_decref(all);
}

void
write_graded_gradescope(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	write_results(out, c, gradescope);
}

void
write_graded_prairielearn(struct text *out, const struct report_style *style, const struct graded_class *c)
{
	write_results(out, c, prairielearn);
}
