#include "spec/load.h"

enum { MOST_POINTS = 1000000 };

/* What an error can be, as reports name it. */
static const char *const classes[] = {"safety", "order", "value", "progress", "unclassed", "crash", "misuse", "memory", "hang", "race", "create", "destroy", "leak"};

enum { CLASSES = sizeof classes / sizeof *classes };

static bool
is_fraction(const char *s)
{
	size_t whole = strspn(s, "0123456789"), part = s[whole] == '.' ? strspn(s + whole + 1, "0123456789") : 0;
	return part > 0 && s[whole + 1 + part] == 0;
}

static bool
load_points(struct loader *l, const struct node *n, int64_t *points)
{
	if (n && n->kind == NODE_SCALAR && is_fraction(n->text)) {
		node_error(l, n, "points are whole numbers");
		diag_hint(l->diags, "twice as many everywhere are the same marks");
		return false;
	}
	return !n || node_number(l, n, 0, MOST_POINTS, points);
}

static bool
load_operation_points(struct loader *l, const struct node *n, struct grading *g)
{
	bool ok = true;
	g->operations = arena_array(l->arena, int64_t, l->spec->nops + 1);
	if (!n || !named_entries(l, n, "points"))
		return !n;
	for (size_t i = 0; i < n->n; i++) {
		const struct node *key = n->entries[i].key;
		const struct operation *op = spec_operation(l->spec, key->text);
		ok = (op ? load_points(l, n->entries[i].value, &g->operations[op - l->spec->ops]) : unknown_operation(l, key->span, key->text, NULL)) && ok;
	}
	return ok;
}

static bool
unknown_class(struct loader *l, const struct node *key)
{
	const char *near = text_nearest(key->text, classes, CLASSES);
	node_error(l, key, "there is no such class of errors");
	if (near)
		diag_hint(l->diags, "did you mean '%s'?", near);
	else
		diag_hint(l->diags, "classes are safety, order, value, progress, unclassed, crash, misuse, memory, hang, race, create and destroy");
	return false;
}

static bool
load_costs(struct loader *l, const struct node *n, struct grading *g)
{
	bool ok = true;
	if (!n || !named_entries(l, n, "costs"))
		return !n;
	g->costs = arena_array(l->arena, struct grading_cost, n->n + 1);
	for (size_t i = 0; i < n->n; i++) {
		const struct node *key = n->entries[i].key;
		struct grading_cost *c = &g->costs[g->ncosts++];
		for (size_t k = 0; k < CLASSES; k++)
			if (strcmp(classes[k], key->text) == 0)
				c->class = classes[k];
		ok = (c->class || unknown_class(l, key)) && load_points(l, n->entries[i].value, &c->points) && ok;
	}
	return ok;
}

bool
load_grading(struct loader *l, const struct node *n)
{
	struct grading *g = &l->spec->grading;
	if (!n)
		return true;
	g->given = true;
	bool ok = check_keys(l, n, &section_grading);
	ok = load_points(l, node_get(n, "round1"), &g->rounds[0]) && ok;
	ok = load_points(l, node_get(n, "round2"), &g->rounds[1]) && ok;
	ok = load_points(l, node_get(n, "round3"), &g->rounds[2]) && ok;
	ok = load_operation_points(l, node_get(n, "operations"), g) && ok;
	return load_costs(l, node_get(n, "costs"), g) && ok;
}
