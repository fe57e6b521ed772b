/*
 * Reads any bytes as what others recorded: maps in EDN, or lines of a log. What comes out of it must be a history, in which each client has at most
 * one call open; it is judged, and what fails is made smaller and reported. The first byte chooses the form.
 */
#include "history/history.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char yaml[] =
	"resource: values\ntypes: { Color: [light_red, green], Item: { name: string, color: Color } }\n"
	"state: { last: option int = none, items: 'map int to Item = {}' }\noperations:\n"
	"  read: { returns: option int, result: last }\n  write: { params: { v: 0..9 }, post: 'last := some(v)' }\n"
	"  cas: { params: { was: 0..9, v: 0..9 }, returns: bool, result: last == some(was), post: 'if last == some(was) then last := some(v)' }\n"
	"  put: { params: { k: int, item: Item, on: bool }, post: 'if on then items := items + {k -> item}' }\n"
	"  all: { returns: map int to Item, result: items }\n  take: { params: { s: set of char, b: bytes }, cpre: last != none }\n"
	"  count: { returns: nat, result: len(items) }\n"
	"recorded:\n  read: { call: read, returns: value }\n  write: { call: write(value) }\n"
	"  cas: { call: 'cas(value[0], value[1])', returns: true, fail_returns: false }\n"
	"  put-item: { call: 'put(key, value.item, value.on)' }\n  all: { call: all, returns: 'value[0]', fail_returns: value }\n"
	"  take: { call: 'take(value[1].s, value[0][0])' }\n  count: { call: count, returns: value, nil: 0 }\n";

struct target {
	struct arena arena;
	struct spec *spec;
	struct model model;
};

static const struct target *
target(void)
{
	static struct target t;
	struct diags d = {0};
	if (t.spec)
		return &t;
	t.spec = spec_parse(&t.arena, &d, source_text(&t.arena, "spec", yaml, sizeof yaml - 1), "spec", NULL);
	if (!t.spec) {
		diags_print(&d, stderr, false);
		abort();
	}
	model_init(&t.model, t.spec);
	diags_free(&d);
	return &t;
}

static void
check_diags(const struct diags *d)
{
	for (size_t i = 0; i < d->list.n; i++) {
		const struct span *s = &d->list.at[i].span;
		struct text line = {0};
		if (s->from > s->to || !s->src || s->to > s->src->length)
			abort();
		span_print(&line, *s, false);
		text_free(&line);
	}
}

/* Calls and what comes of them take turns, and all ends once. */
static void
check_history(const struct history *h)
{
	enum { NONE, MADE, OPEN, GONE } *now = calloc(h->nclients + 1, sizeof *now);
	for (size_t i = 0; i < h->n; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind == EVENT_END ? i + 1 != h->n : e->client < 0 || (size_t)e->client >= h->nclients)
			abort();
		switch (e->kind) {
		case EVENT_CALLED:
			if (now[e->client] != NONE)
				abort();
			now[e->client] = MADE;
			break;
		case EVENT_BEGAN:
			if (now[e->client] != MADE)
				abort();
			now[e->client] = OPEN;
			break;
		case EVENT_RETURNED:
		case EVENT_LOST:
			if (now[e->client] != OPEN)
				abort();
			now[e->client] = e->kind == EVENT_LOST ? GONE : NONE;
			break;
		case EVENT_AT_REST:
			abort();
		case EVENT_END:
			break;
		}
	}
	free(now);
}

static void
explain(struct arena *a, const struct target *t, const struct history *h, const struct judge_options *options)
{
	struct history_failure f = {0};
	if (!history_explain(a, &t->model, options, h, &f))
		return;
	if (f.left == 0 || f.left > f.calls || f.history->n > h->n)
		abort();
	struct judged judged = {.title = "fuzz", .model = &t->model, .history = f.history, .verdict = &f.verdict, .failure = &f};
	struct text text = {0};
	report_judged(&text, FORMAT_TEXT, &judged);
	report_judged(&text, FORMAT_JSON, &judged);
	text_free(&text);
}

static void
judge(struct arena *a, const struct target *t, const struct history *h)
{
	struct judge_options options = {.cap = 300};
	struct judge *j = judge_new(a, &t->model, &options);
	judge_begin(j, h->params);
	for (size_t i = 0; i < h->n; i++)
		if (!judge_event(j, &h->lines[i].event))
			abort();
	bool failed = judge_verdict(j)->outcome == OUTCOME_FAIL;
	judge_free(j);
	if (failed)
		explain(a, t, h, &options);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct arena arena = {0};
	struct diags diags = {0};
	const struct target *t = target();
	if (n < 1)
		return 0;
	struct history_options options = {.form = history_form(bytes[0] & 1 ? "porcupine-kv" : "jepsen")};
	struct heap *heap = heap_new(t->spec->heap);
	struct history *h = history_parse(&arena, &diags, t->spec, heap, source_text(&arena, "fuzz", (const char *)bytes + 1, n - 1), &options);
	if ((h == NULL) != (diags.errors > 0))
		abort();
	check_diags(&diags);
	if (h) {
		check_history(h);
		judge(&arena, t, h);
	}
	heap_free(heap);
	diags_free(&diags);
	arena_free(&arena);
	return 0;
}
