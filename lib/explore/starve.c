#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

/*
 * A call can be kept waiting for ever if there is a cycle of states in all of which it waits, and in some of which it could
 * not go ahead (in a cycle where it always could, it would in the end). Such a cycle lies in a strongly connected part of
 * the states in which the call waits, so for each client these parts are sought, after Tarjan. A step of the client itself
 * leads out of them. Any cycle lets other calls go ahead, for calls that are only made come to an end.
 */

enum wait { NOT_WAITING, WAITS, COULD_GO };

struct parts {
	struct explorer *x;
	size_t client;
	bool whole; /* all states, to see which of them are on cycles at all */
	bool strong; /* only states in which the call cannot go ahead */
	size_t n; /* states that were looked at */
	uint8_t *wait; /* by state */
	bool *on_cycle; /* by state */
	bool any_cycle;
	uint32_t *index, *low, *part; /* by state; 0: none yet */
	uint32_t *stack, *path; /* states of open parts; states on the way down */
	uint32_t *edge; /* by place on the way down: how many of its edges are done */
	size_t nstack, npath;
	uint32_t visited, nparts;
	uint32_t *best; /* by operation: the first state of a part in which the call cannot go ahead, + 1 */
};

static bool
belongs(const struct parts *p, uint32_t state)
{
	return state < p->n && (p->whole || p->wait[state] == WAITS || (p->wait[state] == COULD_GO && !p->strong));
}

static void
classify(struct parts *p)
{
	const struct explorer *x = p->x;
	edge own = EDGE_EXECUTES | (edge)p->client << EDGE_CLIENT;
	for (size_t s = 0; s < p->n; s++) {
		bool pending = p->on_cycle[s] && (config_pending(&x->rules, set_at(&x->states, s)) >> p->client & 1);
		p->wait[s] = pending ? WAITS : NOT_WAITING;
		for (size_t e = x->first_edge[s]; pending && e < x->first_edge[s + 1]; e++)
			if ((x->edges[e] & ~(edge)EDGE_TO) == own)
				p->wait[s] = COULD_GO;
	}
}

static void
enter(struct parts *p, uint32_t s)
{
	p->index[s] = p->low[s] = ++p->visited;
	p->stack[p->nstack++] = s;
	p->edge[p->npath] = 0;
	p->path[p->npath++] = s;
}

/* A part with more than one state was found: they are on the stack from here on. */
static void
note_part(struct parts *p, size_t from)
{
	uint32_t first = UINT32_MAX;
	p->any_cycle = true;
	for (size_t i = from; i < p->nstack; i++) {
		uint32_t member = p->stack[i];
		if (p->whole)
			p->on_cycle[member] = true;
		else if (p->wait[member] == WAITS && member < first)
			first = member;
	}
	if (first == UINT32_MAX)
		return;
	uint32_t *best = &p->best[local_of(p->x, set_at(&p->x->states, first), p->client)->call.op->index];
	if (*best == 0 || first + 1 < *best)
		*best = first + 1;
}

/* A part is complete: its states are on the stack, down to s. */
static void
close_part(struct parts *p, uint32_t s)
{
	size_t from = p->nstack;
	p->nparts++;
	do
		p->part[p->stack[--from]] = p->nparts;
	while (p->stack[from] != s);
	if (p->nstack - from > 1)
		note_part(p, from);
	p->nstack = from;
}

/* Goes down the next edge of the last state of the path, or back up. */
static void
advance(struct parts *p)
{
	const struct explorer *x = p->x;
	uint32_t s = p->path[p->npath - 1];
	size_t e = x->first_edge[s] + p->edge[p->npath - 1]++;
	if (e < x->first_edge[s + 1]) {
		uint32_t to = x->edges[e] & EDGE_TO;
		if (!belongs(p, to))
			return;
		if (p->index[to] == 0)
			enter(p, to);
		else if (p->part[to] == 0 && p->index[to] < p->low[s])
			p->low[s] = p->index[to];
		return;
	}
	if (p->low[s] == p->index[s])
		close_part(p, s);
	if (--p->npath > 0) {
		uint32_t up = p->path[p->npath - 1];
		p->low[up] = p->low[s] < p->low[up] ? p->low[s] : p->low[up];
	}
}

static void
find_parts(struct parts *p)
{
	memset(p->index, 0, p->n * sizeof *p->index);
	memset(p->part, 0, p->n * sizeof *p->part);
	memset(p->best, 0, p->x->spec->nops * sizeof *p->best);
	p->visited = p->nparts = 0;
	for (uint32_t s = 0; s < p->n; s++) {
		if (!belongs(p, s) || p->index[s])
			continue;
		enter(p, s);
		while (p->npath)
			advance(p);
	}
}

/* The shortest way from a state back to itself within its part: fills p->path with it, backwards. */
static size_t
find_cycle(struct parts *p, uint32_t start)
{
	const struct explorer *x = p->x;
	uint32_t *from = p->low, *queue = p->stack; /* no longer needed */
	size_t n = 0;
	memset(from, 0xff, p->n * sizeof *from);
	queue[n++] = start;
	for (size_t i = 0; from[start] == UINT32_MAX; i++) {
		uint32_t s = queue[i];
		for (size_t e = x->first_edge[s]; e < x->first_edge[s + 1]; e++) {
			uint32_t to = x->edges[e] & EDGE_TO;
			if (!belongs(p, to) || p->part[to] != p->part[start] || from[to] != UINT32_MAX)
				continue;
			from[to] = s;
			if (to != start)
				queue[n++] = to;
		}
	}
	n = 0;
	uint32_t s = start;
	do {
		p->path[n++] = s;
		s = from[s];
	} while (s != start);
	p->path[n++] = start;
	return n;
}

static void
report(struct parts *p, bool *found)
{
	for (size_t op = 0; op < p->x->spec->nops; op++) {
		if (!p->best[op] || found[op])
			continue;
		found[op] = true;
		size_t n = find_cycle(p, p->best[op] - 1);
		for (size_t i = 0; i < n / 2; i++) {
			uint32_t other = p->path[i];
			p->path[i] = p->path[n - 1 - i];
			p->path[n - 1 - i] = other;
		}
		find_starvation(p->x, p->client, p->path, n, p->strong);
	}
}

/*
 * Is there an operation that this kind calls, of which some call had to wait, and nothing was found? That none ever goes
 * ahead is said elsewhere.
 */
static bool
worth_looking(const struct explorer *x, const struct client *kind, const bool *found)
{
	for (size_t i = 0; i < kind->n; i++) {
		int op = kind->calls[i].operation->index;
		if (!found[op] && x->out->ops[op].blocked > 0 && x->out->ops[op].executed > 0)
			return true;
	}
	return false;
}

static void
allocate(struct parts *p, struct explorer *x)
{
	*p = (struct parts){.x = x, .n = x->looked_at};
	uint32_t **arrays[] = {&p->index, &p->low, &p->part, &p->stack, &p->path, &p->edge};
	p->wait = mem_alloc(p->n + 1);
	p->on_cycle = mem_alloc(p->n + 1);
	memset(p->on_cycle, 0, p->n + 1);
	p->best = mem_alloc(x->spec->nops * sizeof *p->best);
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		*arrays[i] = mem_alloc((p->n + 1) * sizeof **arrays[i]);
}

static void
release(struct parts *p)
{
	uint32_t *arrays[] = {p->index, p->low, p->part, p->stack, p->path, p->edge, p->best};
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(arrays[i]);
	free(p->wait);
	free(p->on_cycle);
}

static void
look_for(struct parts *p, const struct client *kind, bool *found)
{
	if (!worth_looking(p->x, kind, found))
		return;
	classify(p);
	for (int strong = 1; strong >= 0 && worth_looking(p->x, kind, found); strong--) {
		p->strong = strong;
		find_parts(p);
		report(p, found);
	}
}

void
starve(struct explorer *x)
{
	struct parts p;
	size_t kinds = x->spec->nclients, ops = x->spec->nops;
	bool *found = mem_alloc(kinds * ops * sizeof *found); /* by kind and operation */
	memset(found, 0, kinds * ops * sizeof *found);
	allocate(&p, x);
	p.whole = true;
	find_parts(&p);
	p.whole = false;
	for (p.client = 0; p.client < x->nclients && p.any_cycle; p.client++) {
		const struct client *kind = x->clients[p.client].kind;
		look_for(&p, kind, found + (size_t)(kind - x->spec->clients) * ops);
	}
	release(&p);
	free(found);
}
