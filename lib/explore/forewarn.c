#include "explore/explore.h"

enum { FEW_STATES = 4096 };

static void
warn_uncalled(struct diags *d, const struct spec *s)
{
	for (size_t i = 0; i < s->nops; i++) {
		const struct operation *op = &s->ops[i];
		if (spec_called(s, op) != CALLED_NEVER)
			continue;
		diag_warning(d, op->span, "no client calls %s, so it is not tested", op->name);
		diag_hint(d, "add it to the calls of a client");
	}
}

void
explore_forewarn(struct diags *d, const struct model *m)
{
	struct arena a = {0};
	warn_uncalled(d, m->spec);
	const struct exploration *e = explore(&a, m, &(struct explore_options){.states = FEW_STATES});
	for (size_t i = 0; i < e->n; i++) {
		const struct finding *f = &e->findings[i];
		if (f->kind != FINDING_GROWS)
			continue;
		diag_warning(d, f->span, "%s", f->message);
		diag_hint(d, "%s", f->hint);
	}
	arena_free(&a);
}
