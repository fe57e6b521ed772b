#include "gen/gen.h"

#include <stdlib.h>
#include <string.h>

/* How many ids of each kind are taken if none goes beyond `ids`. */
static size_t
count_clients(const struct spec *s, int64_t ids)
{
	size_t n = 0;
	for (size_t i = 0; i < s->nclients; i++)
		n += (size_t)(s->clients[i].count < ids ? s->clients[i].count : ids);
	return n;
}

size_t
gen_clients(const struct spec *s, size_t most, struct gen_client *at)
{
	int64_t ids = 0;
	while (count_clients(s, ids + 1) <= most && count_clients(s, ids + 1) > count_clients(s, ids))
		ids++;
	size_t n = 0, spare = most - count_clients(s, ids); /* the first kinds have one more, as far as it goes */
	for (size_t i = 0; i < s->nclients; i++) {
		const struct client *kind = &s->clients[i];
		bool more = kind->count > ids && spare > 0;
		spare -= more;
		for (int64_t id = 0; id < kind->count && id < ids + more; id++)
			at[n++] = (struct gen_client){kind, id};
	}
	return n;
}

static bool
evaluate(struct gen *g, const struct code *code, const struct frame *f, const void *where, const char *what, word *value)
{
	if (code_run(g->machine, code, f, value) == RUN_OK)
		return true;
	g->mishap = (struct gen_mishap){where, what, g->machine->fault};
	return false;
}

static struct frame
frame_of(const struct gen *g, const word *vars, struct choices *choices)
{
	return (struct frame){.at = {[SEG_PARAM] = g->params, [SEG_CLIENT] = (word *)(uintptr_t)vars}, .choices = choices};
}

bool
gen_start(struct gen *g, const struct client *c, int64_t id, word *vars, struct choices *choices)
{
	struct frame f = frame_of(g, vars, choices);
	vars[0] = id;
	for (size_t i = 1; i < c->vars.n; i++) {
		const struct variable *v = &c->vars.at[i];
		if (!v->init)
			value_initial(g->machine->heap, v->type, &vars[i]);
		else if (!evaluate(g, v->init, &f, v, v->name, &vars[i]))
			return false;
	}
	return true;
}

bool
gen_ready(struct gen *g, const struct alternative *a, const word *vars, bool *ready)
{
	struct frame f = frame_of(g, vars, NULL);
	word value = true;
	if (a->when.code && !evaluate(g, a->when.code, &f, &a->when, a->when.name, &value))
		return false;
	*ready = value;
	return true;
}

bool
gen_args(struct gen *g, const struct alternative *a, const word *vars, word *args, struct choices *choices)
{
	struct frame f = frame_of(g, vars, choices);
	for (size_t i = 0; i < a->operation->n; i++)
		if (!evaluate(g, a->args[i].code, &f, &a->args[i], a->args[i].name, &args[i]))
			return false;
	return true;
}

bool
gen_may(struct gen *g, const struct operation *op, const word *args, bool *may)
{
	struct frame f = {.at = {[SEG_PARAM] = g->params, [SEG_ARG] = (word *)(uintptr_t)args}};
	word held = true;
	if (op->pre.code && !op->reject.code && !evaluate(g, op->pre.code, &f, &op->pre, op->pre.name, &held))
		return false;
	*may = held;
	return true;
}

bool
gen_then(struct gen *g, const struct alternative *a, size_t nvars, word *vars, const word *args, word result, struct choices *choices)
{
	word ignored;
	if (!a->then.code)
		return true;
	word *old = mem_alloc(nvars * sizeof *old);
	memcpy(old, vars, nvars * sizeof *old);
	struct frame f = frame_of(g, vars, choices);
	f.at[SEG_ARG] = (word *)(uintptr_t)args;
	f.at[SEG_RESULT] = &result;
	f.old[SEG_CLIENT] = old;
	bool ok = evaluate(g, a->then.code, &f, &a->then, a->then.name, &ignored);
	free(old);
	return ok;
}
