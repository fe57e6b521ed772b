#include "explore/private.h"

/* What was never seen. All of it is about the whole exploration, with all parameters that were tried. */

void
cover_start(struct explorer *x)
{
	const struct spec *s = x->spec;
	struct exploration *out = x->out;
	out->nops = s->nops;
	out->ops = arena_array(x->arena, struct operation_coverage, s->nops);
	for (size_t i = 0; i < s->nops; i++) {
		const struct operation *op = &s->ops[i];
		struct operation_coverage *c = &out->ops[i];
		c->op = op;
		c->cases = arena_array(x->arena, bool, op->ncases + 1);
		c->guards[GUARD_CPRE].clause = &op->cpre;
		c->guards[GUARD_ENABLED].clause = &op->rule.enabled;
		c->guards[GUARD_POLICY].clause = &s->policy->rules[i].enabled;
	}
	x->kinds = arena_array(x->arena, struct alternative_coverage *, s->nclients + 1);
	for (size_t i = 0; i < s->nclients; i++)
		out->nalternatives += s->clients[i].n;
	struct alternative_coverage *a = out->alternatives = arena_array(x->arena, struct alternative_coverage, out->nalternatives + 1);
	for (size_t i = 0; i < s->nclients; i++) {
		x->kinds[i] = a;
		for (size_t k = 0; k < s->clients[i].n; k++, a++)
			*a = (struct alternative_coverage){.alternative = &s->clients[i].calls[k], .client = &s->clients[i], .when = {.clause = &s->clients[i].calls[k].when}};
	}
}

static void
add_certain(struct explorer *x, enum finding_kind kind, struct span span, const void *where, const char *message)
{
	struct finding *f = find_new(x, kind, span, where, 0);
	if (!f)
		return;
	f->message = message;
	f->parameters = "";
}

/* What might be otherwise in states that were not seen. */
static void
add(struct explorer *x, enum finding_kind kind, struct span span, const void *where, const char *message)
{
	add_certain(x, kind, span, where, find_claim(x, message));
}

static void
cover_guard(struct explorer *x, const struct guard_coverage *g, const char *who)
{
	if (!g->clause->code || g->held + g->failed == 0)
		return;
	if (g->held == 0)
		add(x, FINDING_NEVER_HOLDS, g->clause->span, g->clause, arena_printf(x->arena, "%s%s never holds", g->clause->name, who));
	else if (g->failed == 0)
		add(x, FINDING_NEVER_FAILS, g->clause->span, g->clause, arena_printf(x->arena, "%s%s never fails", g->clause->name, who));
}

static bool
is_called(const struct explorer *x, const struct operation *op)
{
	for (size_t i = 0; i < x->out->nalternatives; i++)
		if (x->out->alternatives[i].alternative->operation == op)
			return true;
	return false;
}

static void
cover_operation(struct explorer *x, const struct operation_coverage *c)
{
	const struct operation *op = c->op;
	bool stopped = false;
	if (c->made == 0 && spec_called(x->spec, op) == CALLED_IN_THE_END)
		return; /* which is not explored */
	if (c->made == 0) {
		if (is_called(x, op))
			add(x, FINDING_NOT_REACHED, op->span, op, arena_printf(x->arena, "no client ever calls %s", op->name));
		else
			add_certain(x, FINDING_NOT_REACHED, op->span, op, arena_printf(x->arena, "no client calls %s, so it is not explored", op->name));
		return;
	}
	for (size_t i = 0; i < GUARDS; i++) {
		cover_guard(x, &c->guards[i], "");
		stopped = stopped || (c->guards[i].clause->code && c->guards[i].held == 0);
	}
	if (c->executed == 0 && !stopped)
		add(x, FINDING_NOT_REACHED, op->span, op, arena_printf(x->arena, "no call of %s ever goes ahead", op->name));
	for (size_t i = 0; i < op->ncases; i++)
		if (!c->cases[i])
			add(x, FINDING_NOT_REACHED, op->cases[i].clause.span, &op->cases[i], arena_printf(x->arena, "case %s of %s is never reached", op->cases[i].name, op->name));
}

static void
cover_alternative(struct explorer *x, const struct alternative_coverage *a)
{
	const char *call = a->alternative->operation->name;
	cover_guard(x, &a->when, arena_printf(x->arena, " for %s", call));
	if (a->calls == 0 && a->outside > 0)
		add(x, FINDING_OUTSIDE_PRE, a->alternative->span, a->alternative,
			arena_printf(x->arena, "every call of %s that %s would make here is outside its 'pre', so none is made", call, a->client->name));
}

void
cover_findings(struct explorer *x)
{
	for (size_t i = 0; i < x->spec->nops; i++)
		cover_operation(x, &x->out->ops[i]);
	for (size_t i = 0; i < x->out->nalternatives; i++)
		cover_alternative(x, &x->out->alternatives[i]);
}
