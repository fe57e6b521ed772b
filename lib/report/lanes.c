/* Calls in the order of time, as a table: a column a client, a line for what was seen, a bar while a call is under way. */
#include "report/private.h"

#include "base/unicode.h"

#include <string.h>

enum { WIDEST_LANES = 130 };

struct lanes {
	const struct history *history;
	struct rules *rules;
	size_t *widths; /* by client; 0: it does nothing */
	bool *open; /* by client */
	bool narrow; /* one column, with the name in front */
	size_t numbers, names; /* widths: of the numbers of lines, of the longest name */
};

/* What a client does in a line; nothing if that is not shown. */
static void
print_cell(struct text *out, const struct lanes *l, size_t line)
{
	const struct event *e = &l->history->lines[line].event;
	if (e->kind == EVENT_CALLED) {
		model_print_call(out, l->rules, e->op, e->args);
	} else if (e->kind == EVENT_RETURNED && e->has_value) {
		text_str(out, "= ");
		value_print(out, call_of(l->history, line)->op->returns, e->value);
	} else if (e->kind == EVENT_RETURNED) {
		text_str(out, "returned");
	}
}

static size_t
wider(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void
measure(struct lanes *l)
{
	const struct history *h = l->history;
	size_t total = 0;
	for (size_t i = 0; i < h->n; i++) {
		const struct history_line *line = &h->lines[i];
		struct text t = {0};
		print_cell(&t, l, i);
		l->numbers = wider(l->numbers, (size_t)snprintf(NULL, 0, "%zu", line->number));
		if (t.n) {
			size_t name = text_columns(h->clients[line->event.client]);
			l->widths[line->event.client] = wider(l->widths[line->event.client], wider(text_columns(t.s), name));
			l->names = wider(l->names, name);
		}
		text_free(&t);
	}
	for (size_t i = 0; i < h->nclients; i++)
		total += l->widths[i] ? l->widths[i] + 2 : 0;
	l->narrow = total > WIDEST_LANES;
}

/* A line of the table from what stands in each column. */
static void
print_row(struct text *out, const struct lanes *l, size_t client, const char *cell)
{
	size_t blanks = 2;
	for (size_t i = 0; i < l->history->nclients; i++) {
		const char *words = i == client ? cell : l->open[i] ? "|" : "";
		if (!l->widths[i] || (l->narrow && i != client))
			continue;
		if (l->narrow) {
			text_printf(out, "  %s", l->history->clients[i]);
			blanks = l->names - text_columns(l->history->clients[i]) + 2;
		}
		if (*words) {
			text_fill(out, ' ', blanks);
			text_str(out, words);
			blanks = 0;
		}
		blanks += l->widths[i] + 2 - text_columns(words);
	}
}

static void
print_head(struct text *out, const struct lanes *l)
{
	size_t blanks = 2;
	text_fill(out, ' ', l->numbers - 2);
	text_str(out, "line");
	for (size_t i = 0; i < l->history->nclients && !l->narrow; i++) {
		if (!l->widths[i])
			continue;
		text_fill(out, ' ', blanks);
		text_str(out, l->history->clients[i]);
		blanks = l->widths[i] + 2 - text_columns(l->history->clients[i]);
	}
	text_char(out, '\n');
}

static void
print_line(struct text *out, struct lanes *l, size_t line, bool last)
{
	const struct history_line *at = &l->history->lines[line];
	struct text cell = {0};
	print_cell(&cell, l, line);
	bool rests = at->event.kind == EVENT_AT_REST;
	if (cell.n || rests) {
		text_printf(out, "  %*zu", (int)l->numbers, at->number);
		if (rests)
			text_str(out, "  all is at rest");
		else
			print_row(out, l, (size_t)at->event.client, cell.s);
		text_str(out, last ? "   <== here\n" : "\n");
	}
	if (cell.n)
		l->open[at->event.client] = at->event.kind == EVENT_CALLED;
	text_free(&cell);
}

void
write_lanes(struct text *out, struct rules *r, const struct judged *j)
{
	struct arena arena = {0};
	const struct history *h = j->history;
	const struct history_failure *f = j->failure;
	struct lanes l = {.history = h, .rules = r, .widths = arena_array(&arena, size_t, h->nclients + 1), .open = arena_array(&arena, bool, h->nclients + 1), .numbers = strlen("line")};
	measure(&l);
	if (f->left == f->calls)
		text_str(out, "Calls up to there, in the order of time:\n");
	else
		text_printf(out, "These calls, whatever became of the other %zu up to there, in the order of time:\n", f->calls - f->left);
	print_head(out, &l);
	for (size_t i = 0; i < h->n; i++)
		print_line(out, &l, i, i + 1 == h->n || (i + 2 == h->n && !h->at_rest));
	arena_free(&arena);
}
