#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

/* The states of the resource, and the operations that lead from one to another. */
struct graph {
	struct explorer *x;
	struct config_set nodes;
	struct config_set arrows; /* from, to, operation */
	uint32_t *node; /* by state of the exploration */
};

/* Text within the quotes of Graphviz. */
static void
add_escaped(struct text *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			text_char(out, '\\');
		text_char(out, *s);
	}
}

/* (0, 1), or as the spec displays its state. */
static void
add_label(struct text *out, struct explorer *x, const word *state)
{
	const struct variables *v = &x->spec->state;
	struct text t = {0};
	if (x->spec->display.n) {
		model_print_state(&t, &x->rules, state);
	} else {
		text_char(&t, '(');
		for (size_t i = 0; i < v->n; i++) {
			text_str(&t, i ? ", " : "");
			value_print(&t, v->at[i].type, state[i]);
		}
		text_char(&t, ')');
	}
	add_escaped(out, t.s);
	text_free(&t);
}

static void
find_nodes(struct graph *g)
{
	struct explorer *x = g->x;
	size_t n = x->spec->state.n;
	word *node = mem_alloc((n + 1) * sizeof *node);
	set_clear(&g->nodes, n + 1);
	for (uint32_t s = 0; s < x->states.n; s++) {
		bool is_new;
		memcpy(node, set_at(&x->states, s), n * sizeof *node);
		node[n] = 0; /* a resource without a state has one node */
		g->node[s] = set_put(&g->nodes, node, (struct origin){s, -1}, &is_new);
	}
	free(node);
}

static void
find_arrows(struct graph *g)
{
	struct explorer *x = g->x;
	set_clear(&g->arrows, 3);
	for (uint32_t s = 0; s < x->looked_at; s++) {
		for (size_t e = x->first_edge[s]; e < x->first_edge[s + 1]; e++) {
			uint32_t to = x->edges[e] & EDGE_TO;
			size_t client = x->edges[e] >> EDGE_CLIENT & (MODEL_SLOTS - 1);
			if (!(x->edges[e] & EDGE_EXECUTES) || to == EDGE_TO)
				continue;
			const struct call *call = &local_of(x, set_at(&x->states, s), client)->call;
			if (!call->refused)
				set_add(&g->arrows, (word[]){g->node[s], g->node[to], call->op->index}, (struct origin){s, -1});
		}
	}
}

static int
compare(const void *a, const void *b)
{
	const word *l = a, *r = b;
	for (int i = 0; i < 3; i++)
		if (l[i] != r[i])
			return l[i] < r[i] ? -1 : 1;
	return 0;
}

static void
draw_arrows(struct graph *g, struct text *out)
{
	if (g->arrows.n == 0)
		return;
	qsort(g->arrows.words, g->arrows.n, 3 * sizeof(word), compare);
	for (size_t i = 0; i < g->arrows.n; i++) {
		const word *a = set_at(&g->arrows, i), *last = i ? set_at(&g->arrows, i - 1) : NULL;
		bool same = last && last[0] == a[0] && last[1] == a[1];
		if (same)
			text_str(out, "\\n");
		else
			text_printf(out, "%s\t%lld -> %lld [label=\"", last ? "\"];\n" : "", (long long)a[0], (long long)a[1]);
		add_escaped(out, g->x->spec->ops[a[2]].name);
	}
	text_str(out, "\"];\n");
}

static void
draw_heading(struct explorer *x, struct text *out)
{
	const struct variables *v = &x->spec->state;
	text_str(out, "digraph \"");
	add_escaped(out, x->spec->resource);
	text_str(out, "\" {\n");
	if (x->bound)
		text_str(out, "\t// the exploration did not come to its end: there are more states\n");
	text_str(out, "\tlabel=\"");
	add_escaped(out, x->spec->resource);
	text_str(out, v->n && !x->spec->display.n ? ": (" : "");
	for (size_t i = 0; i < v->n && !x->spec->display.n; i++) {
		text_str(out, i ? ", " : "");
		add_escaped(out, v->at[i].name);
	}
	text_str(out, v->n && !x->spec->display.n ? ")" : "");
	if (*x->parameters) {
		text_str(out, "\\n");
		add_escaped(out, x->parameters);
	}
	text_str(out, "\";\n\tnode [shape=box, style=rounded];\n");
}

void
graph_draw(struct explorer *x)
{
	struct graph g = {.x = x, .node = mem_alloc((x->states.n + 1) * sizeof *g.node)};
	struct text out = {0};
	find_nodes(&g);
	find_arrows(&g);
	draw_heading(x, &out);
	for (size_t i = 0; i < g.nodes.n; i++) {
		text_printf(&out, "\t%zu [label=\"", i);
		add_label(&out, x, set_at(&g.nodes, i));
		text_str(&out, i ? "\"];\n" : "\", peripheries=2];\n");
	}
	draw_arrows(&g, &out);
	text_str(&out, "}\n");
	x->out->graph = text_take(&out, x->arena);
	set_free(&g.nodes);
	set_free(&g.arrows);
	free(g.node);
}
