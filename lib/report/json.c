#include "report/private.h"

#include "lang/json.h"

#include <stdlib.h>
#include <string.h>

json_t *
json_plain(const char *s)
{
	struct text t = {0};
	for (size_t n = strlen(s), i = 0; i < n;) {
		size_t length = utf8_length(s + i, n - i);
		text_add(&t, length ? s + i : "?", length ? length : 1);
		i += length ? length : 1;
	}
	json_t *j = json_stringn(t.s ? t.s : "", t.n);
	text_free(&t);
	return j;
}

void
json_put_place(json_t *o, struct span span)
{
	if (!span.src)
		return;
	struct position at = source_position(span.src, span.from);
	json_object_set_new(o, "file", json_plain(span.src->name));
	json_object_set_new(o, "line", json_integer(at.line));
	json_object_set_new(o, "column", json_integer(at.column));
}

static json_t *
json_circumstance(const struct circumstance *c)
{
	json_t *o = json_pack("{s:o, s:o}", "after", json_plain(c->after), "values", json_plain(c->values));
	if (c->message)
		json_object_set_new(o, "message", json_plain(c->message));
	if (c->novertaken) {
		json_object_set_new(o, "overtaken", json_strings(c->overtaken, c->novertaken));
		json_object_set_new(o, "one_is_enough", json_boolean(c->any_overtaken));
	}
	return o;
}

json_t *
json_whys(const struct judged *j)
{
	json_t *list = json_array();
	for (size_t i = 0; i < j->verdict->nwhys; i++) {
		const struct why *w = &j->verdict->whys[i];
		json_t *at = json_array();
		for (size_t k = 0; k < w->n; k++)
			json_array_append_new(at, json_circumstance(&w->at[k]));
		json_t *why = json_pack("{s:o, s:o, s:s, s:o?, s:I, s:b, s:o}", "client", json_plain(j->history->clients[w->client]), "call", json_plain(w->call), "rule", w->rule,
			"clause", w->clause ? json_plain(w->clause) : NULL, "configurations", (json_int_t)w->orders, "always", w->always, "circumstances", at);
		if (w->bound_in)
			json_object_set_new(why, "bound_in", json_integer((json_int_t)w->bound_in));
		json_array_append_new(list, why);
	}
	return list;
}

static json_t *
json_call(struct rules *r, const struct history *h, const struct event *e)
{
	struct text call = {0};
	text_printf(&call, "%s ", h->clients[e->client]);
	model_print_call(&call, r, e->op, e->args);
	json_t *o = json_plain(call.s);
	text_free(&call);
	return o;
}

/* Does it matter in what order things happened in the phase? A client calls several times, or a call began late. */
static bool
has_order(const struct history *h, struct phase p)
{
	bool began = false;
	for (size_t i = p.from; i < p.to; i++)
		began = began || h->lines[i].event.kind == EVENT_BEGAN;
	return began || phase_goes_on(h, p);
}

static json_t *
json_events(struct rules *r, const struct history *h, struct phase p)
{
	json_t *list = json_array();
	for (size_t i = p.from; i < p.to; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind == EVENT_CALLED)
			json_array_append_new(list, json_pack("{s:s, s:o}", "event", "called", "call", json_call(r, h, e)));
		if (e->kind == EVENT_BEGAN)
			json_array_append_new(list, json_pack("{s:s, s:o}", "event", "began", "client", json_plain(h->clients[e->client])));
		if (e->kind != EVENT_RETURNED)
			continue;
		json_t *back = json_pack("{s:s, s:o}", "event", "returned", "client", json_plain(h->clients[e->client]));
		if (e->has_value)
			json_object_set_new(back, "value", value_to_json(call_of(h, i)->op->returns, e->value));
		json_array_append_new(list, back);
	}
	return list;
}

json_t *
json_phases(const struct judged *j, struct rules *r)
{
	const struct history *h = j->history;
	json_t *list = json_array();
	for (size_t at = 0, n = 1; at < h->n && n <= j->verdict->phase; n++) {
		struct phase p = next_phase(h, at);
		json_t *calls = json_array(), *unblocks = json_array(), *results = json_object();
		at = p.to + 1;
		for (size_t i = p.from; i < p.to; i++) {
			const struct event *e = &h->lines[i].event;
			if (e->kind == EVENT_CALLED)
				json_array_append_new(calls, json_call(r, h, e));
			if (e->kind == EVENT_RETURNED)
				json_array_append_new(unblocks, json_plain(h->clients[e->client]));
			if (e->kind == EVENT_RETURNED && e->has_value)
				json_object_set_new(results, h->clients[e->client], value_to_json(call_of(h, i)->op->returns, e->value));
		}
		json_t *phase = json_pack("{s:o, s:o}", "calls", calls, "unblocks", unblocks);
		if (json_object_size(results))
			json_object_set(phase, "results", results);
		if (has_order(h, p))
			json_object_set_new(phase, "events", json_events(r, h, p));
		json_decref(results);
		json_array_append_new(list, phase);
	}
	return list;
}

json_t *
json_strings(const char *const *s, size_t n)
{
	json_t *list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, json_plain(s[i]));
	return list;
}

void
json_line(struct text *out, json_t *o)
{
	char *line = json_dumps(o, JSON_COMPACT);
	text_printf(out, "%s\n", line ? line : "{}");
	free(line);
	json_decref(o);
}
