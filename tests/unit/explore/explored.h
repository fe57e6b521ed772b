/* What the tests of the explorer share: a specification in a string, explored. */
#ifndef UNIT_EXPLORE_EXPLORED_H
#define UNIT_EXPLORE_EXPLORED_H

#include "explore/explore.h"
#include "unit/unit.h"

#include <stdio.h>

struct explored {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct exploration *e;
};

static inline void
explored_open(struct explored *x, const char *yaml, const struct explore_options *options)
{
	*x = (struct explored){0};
	struct source *src = source_text(&x->arena, "test.yaml", yaml, strlen(yaml));
	x->spec = spec_parse(&x->arena, &x->diags, src, "test.yaml", NULL);
	if (!x->spec)
		diags_print(&x->diags, stderr, false);
	assert_non_null(x->spec);
	model_init(&x->model, x->spec);
	x->e = explore(&x->arena, &x->model, options ? options : &(struct explore_options){0});
}

static inline void
explored_close(struct explored *x)
{
	spec_free(x->spec);
	diags_free(&x->diags);
	arena_free(&x->arena);
}

/* The first finding of a kind, or NULL. */
static inline const struct finding *
explored_finding(const struct explored *x, enum finding_kind kind)
{
	for (size_t i = 0; i < x->e->n; i++)
		if (x->e->findings[i].kind == kind)
			return &x->e->findings[i];
	return NULL;
}

/* The text of a place. */
static inline const char *
explored_span(struct explored *x, struct span span)
{
	return arena_strndup(&x->arena, span.src->text + span.from, span.to - span.from);
}

/* "a0 put(1) -> b0 get() = 1": + arrives, ! goes ahead, both without a mark. */
static inline const char *
explored_path(struct explored *x, const struct explored_step *steps, size_t n)
{
	struct text t = {0};
	text_str(&t, "");
	for (size_t i = 0; i < n; i++) {
		const struct explored_step *s = &steps[i];
		const char *mark = s->made && s->went_ahead ? "" : s->made ? "+" : "!";
		text_printf(&t, "%s%s%s %s%s%s", i ? " -> " : "", mark, s->client, s->call, s->result ? " = " : "", s->result ? s->result : "");
	}
	return text_take(&t, &x->arena);
}

/* All findings, a line each: "deadlock: all clients wait ...". */
static inline const char *
explored_list(struct explored *x)
{
	struct text t = {0};
	text_str(&t, "");
	for (size_t i = 0; i < x->e->n; i++)
		text_printf(&t, "%s%s: %s", i ? "\n" : "", finding_names[x->e->findings[i].kind], x->e->findings[i].message);
	return text_take(&t, &x->arena);
}

/* A counter that two clients take from and give to, with these clauses of `take`. */
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
