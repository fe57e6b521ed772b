/* What the tests of the mutator share: a specification in a string, whose mutants are tried. */
#ifndef UNIT_MUTATE_TRIED_H
#define UNIT_MUTATE_TRIED_H

#include "mutate/mutate.h"
#include "unit/unit.h"

#include <stdio.h>

struct tried {
	struct arena arena;
	struct diags diags;
	struct mutated *m;
};

/* The file is one of the folder that the test runs in. */
static inline void
tried_open(struct tried *t, const char *yaml, const struct mutate_options *options)
{
	*t = (struct tried){0};
	FILE *f = fopen("test.yaml", "w");
	assert_non_null(f);
	fputs(yaml, f);
	assert_int_equal(fclose(f), 0);
	t->m = mutate_spec(&t->arena, &t->diags, "test.yaml", NULL, options ? options : &(struct mutate_options){0});
}

static inline void
tried_close(struct tried *t)
{
	mutated_free(t->m);
	diags_free(&t->diags);
	arena_free(&t->arena);
}

/* "n > 0 -> n >= 0", or "n > 0 ->" where it is left out. */
static inline const char *
tried_change(struct tried *t, const struct mutant *m)
{
	return arena_printf(&t->arena, "%s ->%s%s", m->before, m->after ? " " : "", m->after ? m->after : "");
}

/* All changes of a clause, a line each. */
static inline const char *
tried_changes(struct tried *t, const char *clause)
{
	struct text out = {0};
	text_str(&out, "");
	for (size_t i = 0; i < t->m->n; i++)
		if (strcmp(t->m->mutants[i].clause, clause) == 0)
			text_printf(&out, "%s%s", out.n ? "\n" : "", tried_change(t, &t->m->mutants[i]));
	return text_take(&out, &t->arena);
}

/* Those with a verdict, a line each. */
static inline const char *
tried_verdicts(struct tried *t, enum mutant_verdict verdict)
{
	struct text out = {0};
	text_str(&out, "");
	for (size_t i = 0; i < t->m->n; i++)
		if (t->m->mutants[i].verdict == verdict)
			text_printf(&out, "%s%s: %s", out.n ? "\n" : "", t->m->mutants[i].clause, tried_change(t, &t->m->mutants[i]));
	return text_take(&out, &t->arena);
}

/* The mutant with this change; there must be one. */
static inline const struct mutant *
tried_mutant(struct tried *t, const char *clause, const char *change)
{
	for (size_t i = 0; i < t->m->n; i++)
		if (strcmp(t->m->mutants[i].clause, clause) == 0 && strcmp(tried_change(t, &t->m->mutants[i]), change) == 0)
			return &t->m->mutants[i];
	fail_msg("there is no mutant %s of %s", change, clause);
	return NULL;
}

/* "a0+take a0=1 | b0+take |": calls and returns, and where all was at rest. */
static inline const char *
tried_history(struct tried *t, const struct history *h)
{
	struct text out = {0};
	text_str(&out, "");
	for (size_t i = 0; i < h->n; i++) {
		const struct event *e = &h->lines[i].event;
		text_str(&out, i ? " " : "");
		if (e->kind == EVENT_AT_REST)
			text_str(&out, "|");
		else if (e->kind == EVENT_CALLED)
			text_printf(&out, "%s+%s", h->clients[e->client], e->op->name);
		else
			text_printf(&out, "%s=%lld", h->clients[e->client], (long long)e->value);
	}
	return text_take(&out, &t->arena);
}

/* A counter that clients take from and give to, with these clauses of `take`, and more at the top. */
#define COUNTER(state, take, more) \
	"resource: counter\n" \
	"state: { " state " }\n" more "operations:\n" \
	"  take: { " take " }\n" \
	"  give: { post: n += 1 }\n" \
	"clients:\n" \
	"  user:\n" \
	"    count: 2\n" \
	"    vars: { has: bool = false }\n" \
	"    calls:\n" \
	"      - { call: take, when: not has, then: has := true }\n" \
	"      - { call: give, when: has, then: has := false }\n"

#endif
