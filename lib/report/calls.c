#include "report/private.h"

struct phase
next_phase(const struct history *h, size_t from)
{
	size_t to = from;
	while (to < h->n && h->lines[to].event.kind != EVENT_AT_REST)
		to++;
	return (struct phase){from, to};
}

static size_t
count_returns(const struct history *h, struct phase p)
{
	size_t n = 0;
	for (size_t i = p.from; i < p.to; i++)
		n += h->lines[i].event.kind == EVENT_RETURNED;
	return n;
}

/* Was the call of this line made after others had returned in the phase? Where lines have no order in time, after its client's last one. */
static bool
comes_later(const struct history *h, struct phase p, size_t line)
{
	for (size_t i = p.from; i < line; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind == EVENT_RETURNED && (h->timed || e->client == h->lines[line].event.client))
			return true;
	}
	return false;
}

bool
phase_goes_on(const struct history *h, struct phase p)
{
	bool later = false;
	for (size_t i = p.from; i < p.to && !later; i++)
		later = h->lines[i].event.kind == EVENT_CALLED && comes_later(h, p, i);
	return later;
}

static void
print_calls(struct text *out, struct rules *r, const struct history *h, struct phase p)
{
	const char *separator = "";
	bool then = false; /* that there are later ones was said */
	text_str(out, "<< ");
	for (size_t i = p.from; i < p.to; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind != EVENT_CALLED)
			continue;
		bool later = comes_later(h, p, i);
		text_printf(out, "%s%s ", later && !then ? "; then " : separator, h->clients[e->client]);
		model_print_call(out, r, e->op, e->args);
		then = then || later;
		separator = ", ";
	}
	text_str(out, *separator ? " >>" : ">>");
}

const struct event *
call_of(const struct history *h, size_t returned)
{
	size_t i = returned;
	while (i > 0 && (h->lines[i].event.kind != EVENT_CALLED || h->lines[i].event.client != h->lines[returned].event.client))
		i--;
	return &h->lines[i].event;
}

static void
print_returns(struct text *out, const struct history *h, struct phase p)
{
	const char *separator = "   -- unblocks ";
	for (size_t i = p.from; i < p.to; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind != EVENT_RETURNED)
			continue;
		text_printf(out, "%s%s", separator, h->clients[e->client]);
		separator = ", ";
		if (!e->has_value)
			continue;
		text_str(out, " = ");
		value_print(out, call_of(h, i)->op->returns, e->value);
	}
}

/* ... in one of the first phases? */
static bool
any_goes_on(const struct history *h, size_t phases)
{
	bool any = false;
	for (size_t at = 0; at < h->n && phases-- > 0 && !any;) {
		struct phase p = next_phase(h, at);
		any = phase_goes_on(h, p);
		at = p.to + 1;
	}
	return any;
}

enum { WIDEST = 52, FIRST_PHASES = 5, LAST_PHASES = 15 };

void
write_phases(struct text *out, struct rules *r, const struct judged *j)
{
	const struct history *h = j->history;
	size_t last = j->verdict->phase;
	text_printf(out, "Calls (those between << and >> were made at the same time%s):\n", any_goes_on(h, last) ? "; those behind \"then\" when others had returned" : "");
	for (size_t at = 0, n = 1; at < h->n && n <= last; n++) {
		struct phase p = next_phase(h, at);
		at = p.to + 1;
		if (n > FIRST_PHASES && n + LAST_PHASES <= last) {
			if (n == FIRST_PHASES + 1)
				text_printf(out, "  ... %zu phases ...\n", last - LAST_PHASES - FIRST_PHASES);
			continue;
		}
		size_t start = out->n;
		text_str(out, "  ");
		print_calls(out, r, h, p);
		if (out->n - start < WIDEST && count_returns(h, p))
			text_fill(out, ' ', WIDEST - (out->n - start));
		print_returns(out, h, p);
		text_str(out, n == last ? "   <== here\n" : "\n");
	}
}

/* Did it end when all phases were over, in `destroy`? */
static bool
ended_later(const struct verdict *v)
{
	for (size_t i = 0; i < v->ncalls; i++)
		if (v->outstanding[i].fresh)
			return false;
	return v->phase > v->phases;
}

void
write_model(struct text *out, const struct verdict *v)
{
	for (size_t i = 0; i < v->nstates; i++) {
		if (*v->states[i])
			text_printf(out, "  %s\n", v->states[i]);
		if (*v->scheduling[i])
			text_printf(out, "  %sscheduling: %s\n", *v->states[i] ? "  " : "", v->scheduling[i]);
		if (!*v->states[i] && !*v->scheduling[i])
			text_str(out, "  (it has no state)\n");
	}
	if (v->more_states)
		text_str(out, "  and more\n");
}

void
write_states(struct text *out, const struct verdict *v)
{
	text_printf(out, "\nModel %s%s:\n", ended_later(v) ? "in the end" : "before this phase", v->nstates > 1 ? ", one of" : "");
	write_model(out, v);
	bool any = false;
	for (size_t i = 0; i < v->ncalls; i++)
		any = any || !v->outstanding[i].fresh;
	if (any)
		text_str(out, "Pending before this phase:\n");
}

void
write_pending(struct text *out, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	for (size_t i = 0; i < v->ncalls; i++) {
		const struct judged_call *c = &v->outstanding[i];
		if (!c->fresh)
			text_printf(out, "  %s %s\n", j->history->clients[c->client], c->call);
	}
}

static void
print_circumstance(struct text *out, const struct why *w, const struct circumstance *c, bool blocked)
{
	if (!*c->values && !*c->after)
		return;
	text_printf(out, "      %s", *c->values ? c->values : blocked ? "it could go ahead" : "it does not hold");
	if (*c->after)
		text_printf(out, "   after %s", c->after);
	else if (w->n > 1)
		text_str(out, w->n == 2 ? "   before that" : "   before anything else");
	text_char(out, '\n');
}

static void
print_overtaken(struct text *out, const struct circumstance *c)
{
	for (size_t i = 0; i < c->novertaken; i++) {
		const char *last = c->any_overtaken ? " or " : " and ";
		text_printf(out, "%s%s", i == 0 ? "" : i + 1 == c->novertaken ? last : ", ", c->overtaken[i]);
	}
	text_str(out, " should have gone before it\n");
}

/* What is in words stands above all to which it belongs. */
static void
print_words(struct text *out, const struct circumstance *c, struct text *said)
{
	struct text words = {0};
	if (c->message)
		text_printf(&words, "    %s\n", c->message);
	if (c->novertaken) {
		text_str(&words, "    ");
		print_overtaken(&words, c);
	}
	if (words.n && (!said->n || strcmp(said->s, words.s) != 0))
		text_str(out, words.s);
	text_free(said);
	*said = words;
}

/* What was so after other calls comes first, what was so before them last. */
static void
print_circumstances(struct text *out, const struct why *w, bool blocked)
{
	struct text said = {0};
	for (int before = 0; before < 2; before++) {
		for (size_t i = 0; i < w->n; i++) {
			if ((*w->at[i].after == 0) != before)
				continue;
			print_words(out, &w->at[i], &said);
			print_circumstance(out, w, &w->at[i], blocked);
		}
	}
	text_free(&said);
	if (w->orders == 2 && w->always)
		text_str(out, "      (in both orders that the model allows)\n");
	else if (w->orders > 1)
		text_printf(out, "      (in %s%zu orders that the model allows)\n", w->always ? "all " : "", w->orders);
}

static void
print_blocked(struct text *out, const struct judged *j, const struct why *w)
{
	text_printf(out, "  %s %s is still blocked", j->history->clients[w->client], w->call);
	if (w->bound_in != j->verdict->phases)
		text_printf(out, "; it was bound to go ahead in phase %zu", w->bound_in);
	if (w->clause)
		text_printf(out, ", but %s holds:   %s\n", w->rule, w->clause);
	else if (strcmp(w->rule, "reject") == 0)
		text_str(out, ", but a call outside the precondition is refused at once\n");
	else
		text_str(out, ", and nothing stands in its way\n");
}

static void
print_why(struct text *out, const struct judged *j, const struct why *w)
{
	bool blocked = j->verdict->failure == FAILURE_PROGRESS;
	if (blocked)
		print_blocked(out, j, w);
	else
		text_printf(out, "  %s %s needs   %s   (%s)\n", j->history->clients[w->client], w->call, w->clause, w->rule);
	print_circumstances(out, w, blocked);
}

void
write_parameters(struct text *out, const struct rules *r)
{
	const struct variables *v = &r->model->spec->params;
	for (size_t i = 0; i < v->n; i++) {
		text_printf(out, "%s%s = ", i ? ", " : "Parameters: ", v->at[i].name);
		value_print(out, v->at[i].type, r->params[i]);
	}
	text_str(out, v->n ? "\n" : "");
}

/* Is the call one of those that could not be? When others began, the calls in the order of time show. */
static bool
is_in_question(const struct verdict *v, const struct judged_call *c)
{
	for (size_t i = 0; i < v->nwhys; i++)
		if (v->whys[i].client == c->client && strcmp(v->whys[i].call, c->call) == 0)
			return true;
	return false;
}

void
write_whys(struct text *out, const struct judged *j)
{
	const struct verdict *v = j->verdict;
	if (v->nwhys)
		text_printf(out, "Why:%s\n", v->not_together ? "   each of these calls could have returned, but not all of them" : "");
	for (size_t i = 0; i < v->nwhys; i++)
		print_why(out, j, &v->whys[i]);
	for (size_t i = 0; v->timed && i < v->ncalls; i++)
		if (v->outstanding[i].ahead && (!j->failure || is_in_question(v, &v->outstanding[i])))
			text_printf(out, "  %s %s began after %s had returned\n", j->history->clients[v->outstanding[i].client], v->outstanding[i].call, v->outstanding[i].ahead);
}
