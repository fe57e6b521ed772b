/*
 * Reads any bytes as a history of one of these specifications, judges it and writes the reports. The first byte chooses the
 * specification, the second how it is judged.
 */
#include "history/history.h"
#include "judge/judge.h"
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static const char *const specs[] = {
	"resource: values\nstate: { last: 'option string = none', all: 'map string to seq of int = {}' }\noperations:\n"
	"  put: { params: { k: string, v: seq of int, b: bag of bool }, post: ['last := some(k)', 'all := all + {k -> v}'] }\n"
	"  get: { params: { k: string }, pre: len(k) < 4, cpre: k in all, returns: 'record(k: option string, v: seq of int)', "
	"result: '(k = last, v = all[k])', reject: result.k == none }\n"
	"  color: { returns: 'enum(red, green)', ensures: result == red, must: last != none }\n",

	"resource: semaphore\nstate: { free: nat = 1 }\noperations:\n"
	"  acquire: { params: { who: 0..3 }, cpre: free > 0, post: free -= 1 }\n"
	"  release: { post: free += 1 }\n  look: { returns: int, result: free }\nscheduling: fifo\n",

	"resource: tickets\nstate: { free: bool = false }\noperations:\n"
	"  take: { params: { v: char }, cpre: free, post: free := false }\n  give: { post: free := true }\n"
	"scheduling:\n  state: { next: nat = 0, queue: 'seq of char = []' }\n  operations:\n    take:\n      info: nat\n"
	"      waiting: ['info := next', 'next += 1', 'queue := queue ++ [v]']\n"
	"      enabled: head(queue) == v and empty(older(take(v)))\n      post_waiting: queue := tail(queue)\n",

	"resource: barrier\nscheduling_state: { left: nat = 0 }\noperations:\n  wait:\n    enabled: left > 0 or len(waiting(wait)) >= 3\n"
	"    post_waiting: 'left := if left > 0 then left - 1 else 2'\n  sum: { returns: int, ensures: 'result in {1, 2}', cpre: true }\n"
	"scheduling: lifo\n",

	"resource: wrong\nstate: { x: 0..3 = 0, s: 'seq of int = []' }\ninvariant: x != 2 or len(s) < 2\noperations:\n"
	"  up: { params: { i: int }, post: ['x := x + i', 's := s ++ [i]'] }\n  head: { returns: int, result: head(s) div x }\n"
	"scheduling:\n  operations:\n    up: { enabled: '[i | up(i) in older(up)] != [1, 2]' }\n",

	"resource: patience\nstate: { free: nat = 1 }\noperations:\n"
	"  acquire: { params: { ms: 0..99 }, returns: bool, ensures: '(result => free > 0) and (not result => waited >= ms and waited <= ms + 5)', "
	"must: free > 0 or waited > ms + 5, post: if result then free -= 1 }\n"
	"  release: { cpre: waited < 3 or not (waited < 20), post: free += 1 }\n",

	"resource: room\nparameters: { most: 1..9, mode: 'enum(slow, fast)' }\nstate: { n: nat = 0 }\noperations:\n"
	"  enter: { params: { w: 0..9 }, cpre: n + w <= most, post: n += w }\n"
	"  leave: { params: { w: 0..9 }, post: n -= w }\n"
	"display: { state: '{n} of {most}' }\n",
};

enum { SPECS = sizeof specs / sizeof *specs, CAP = 300 };

struct target {
	struct arena arena; /* of the specification; it is loaded once */
	struct spec *spec;
	struct model model;
};

struct judging {
	struct arena arena;
	struct diags diags;
	struct history *history;
	struct judge *judge;
};

static struct target *
target(size_t which)
{
	static struct target targets[SPECS];
	struct target *t = &targets[which];
	struct diags d = {0};
	struct spec_options none = {0};
	if (t->spec)
		return t;
	t->spec = spec_parse(&t->arena, &d, source_text(&t->arena, "spec", specs[which], strlen(specs[which])), "spec", &none);
	if (!t->spec) {
		diags_print(&d, stderr, false);
		abort();
	}
	model_init(&t->model, t->spec);
	diags_free(&d);
	return t;
}

static const char *
client(int number, void *context)
{
	const struct judging *r = context;
	return r->history->clients[number];
}

static void
check_spans(const struct diags *d, size_t n)
{
	for (size_t i = 0; i < d->list.n; i++)
		if (d->list.at[i].span.from > n || d->list.at[i].span.to > n + 1 || d->list.at[i].span.from > d->list.at[i].span.to)
			abort();
}

static void
judge(struct judging *r, const struct target *t, const struct judge_options *options)
{
	r->judge = judge_new(&r->arena, &t->model, options);
	judge_name_clients(r->judge, client, r);
	judge_begin(r->judge, r->history->params);
	for (size_t i = 0; i < r->history->n; i++) {
		struct text viable = {0};
		if (!judge_event(r->judge, &r->history->lines[i].event)) {
			if (!judge_misuse(r->judge))
				abort();
			break;
		}
		judge_print_viable(r->judge, &viable);
		text_free(&viable);
	}
}

static void
report(const struct judging *r, const struct target *t)
{
	struct judged judged = {.title = "fuzz", .model = &t->model, .history = r->history, .verdict = judge_verdict(r->judge)};
	struct text text = {0}, line = {0};
	report_judged(&text, FORMAT_TEXT, &judged);
	report_judged(&line, FORMAT_JSON, &judged);
	json_t *json = json_loadb(line.s, line.n, 0, NULL);
	if (!json || json_object_size(json) == 0 || judged.verdict->phases > r->history->n)
		abort();
	json_decref(json);
	text_free(&text);
	text_free(&line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct judging r = {0};
	if (n < 2)
		return 0;
	const struct target *t = target(bytes[0] % SPECS);
	struct judge_options options = {.cap = CAP, .safety_only = bytes[1] & 1};
	struct heap *heap = heap_new(t->spec->heap);
	struct source *src = source_text(&r.arena, "fuzz", (const char *)bytes + 2, n - 2);
	r.history = history_parse(&r.arena, &r.diags, t->spec, heap, src, NULL);
	if ((r.history == NULL) != (r.diags.errors > 0))
		abort();
	check_spans(&r.diags, n);
	if (r.history) {
		judge(&r, t, &options);
		report(&r, t);
		judge_free(r.judge);
	}
	heap_free(heap);
	diags_free(&r.diags);
	arena_free(&r.arena);
	return 0;
}
