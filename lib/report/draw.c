/*
 * The counterexample of an object of srtest-json(5), drawn: a lane a client, a column a phase, a bar from call to return. What
 * does not fit beside each other goes on in another row, so that it can be read without scrolling and on paper.
 */
#include "report/html.h"

#include <stdlib.h>
#include <string.h>

enum {
	LANE = 44, HEAD = 24, BAR_TOP = 20, BAR = 13, /* heights */
	CHARACTER = 7, LEAST_COLUMN = 110, DECIDING_COLUMN = 170, GAP_COLUMN = 110, CROSS = 24, WIDEST_ROW = 1000,
	MOST_LABEL = 30, MOST_NAME = 16, /* characters */
	MOST_TITLE = 600,
	FIRST_PHASES = 5, LAST_PHASES = 15, /* as the report in words leaves out the middle */
};

/* A call. Phases count from 1; 0: it did not return. */
struct bar {
	size_t lane;
	const char *call; /* "enter(0, 100)" */
	size_t from, to;
	char *result; /* in JSON; or NULL */
	bool bad; /* it is what the failure is about */
	bool cut; /* it was running when all ended */
	size_t bound; /* the phase in which it should have gone ahead; 0: it need not */
};

/* A phase, or several that are left out. */
struct column {
	size_t from, to; /* phases */
	double x, width;
	size_t row;
};

struct drawing_of {
	struct arena arena;
	const json_t *report, *phases;
	size_t nphases, decides; /* the phase that decided; one more: the end */
	VEC(const char *) lanes;
	VEC(struct bar) bars;
	VEC(struct column) columns;
	size_t rows;
	double gutter;
	bool judged; /* the model says what is wrong */
};

static const char *
text_of(const json_t *list, size_t i)
{
	const char *s = json_string_value(json_array_get(list, i));
	return s ? s : "";
}

/* --- what there is to draw --- */

static size_t
lane_of(struct drawing_of *d, const char *client)
{
	for (size_t i = 0; i < d->lanes.n; i++)
		if (strcmp(d->lanes.at[i], client) == 0)
			return i;
	vec_push(&d->arena, &d->lanes, client);
	return d->lanes.n - 1;
}

/* The call of the client that has not returned, or NULL. */
static struct bar *
outstanding(struct drawing_of *d, const char *client)
{
	size_t lane = lane_of(d, client);
	for (size_t i = d->bars.n; i-- > 0;)
		if (d->bars.at[i].lane == lane)
			return d->bars.at[i].to ? NULL : &d->bars.at[i];
	return NULL;
}

static void
take_call(struct drawing_of *d, const char *words, size_t phase)
{
	size_t n = strcspn(words, " ");
	struct bar bar = {.lane = lane_of(d, arena_strndup(&d->arena, words, n)), .call = words[n] ? words + n + 1 : "", .from = phase};
	vec_push(&d->arena, &d->bars, bar);
}

static void
take_return(struct drawing_of *d, const char *client, const json_t *results, size_t phase)
{
	struct bar *bar = outstanding(d, client);
	const json_t *value = json_object_get(results, client);
	if (!bar)
		return;
	bar->to = phase;
	if (value)
		bar->result = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

static void
take_phases(struct drawing_of *d)
{
	for (size_t p = 0; p < d->nphases; p++) {
		const json_t *phase = json_array_get(d->phases, p), *calls = json_object_get(phase, "calls"), *back = json_object_get(phase, "unblocks");
		for (size_t i = 0; i < json_array_size(calls); i++)
			take_call(d, text_of(calls, i), p + 1);
		for (size_t i = 0; i < json_array_size(back); i++)
			take_return(d, text_of(back, i), json_object_get(phase, "results"), p + 1);
	}
}

/* --- what is wrong in it --- */

static bool
is_class(const struct drawing_of *d, const char *class)
{
	const char *is = json_words(d->report, "class");
	return is && strcmp(is, class) == 0;
}

static struct bar *
bar_of(struct drawing_of *d, const char *client, bool returned)
{
	for (size_t i = d->bars.n; i-- > 0;)
		if (strcmp(d->lanes.at[d->bars.at[i].lane], client) == 0 && (d->bars.at[i].to == d->decides) == returned)
			return &d->bars.at[i];
	return NULL;
}

/* Where the model has its say, it names the calls. */
static void
blame_named(struct drawing_of *d)
{
	const json_t *whys = json_object_get(d->report, "why");
	bool blocked = is_class(d, "progress");
	size_t blamed = 0;
	for (size_t i = 0; i < json_array_size(whys); i++) {
		const json_t *why = json_array_get(whys, i);
		struct bar *bar = bar_of(d, json_words(why, "client") ? json_words(why, "client") : "", !blocked);
		if (!bar)
			continue;
		bar->bad = true;
		bar->bound = (size_t)json_integer_value(json_object_get(why, "bound_in"));
		blamed++;
	}
	for (size_t i = 0; i < d->bars.n && !blamed && !blocked; i++)
		d->bars.at[i].bad = d->bars.at[i].to == d->decides;
}

/* Who ran last, if that is known. */
static const char *
last_actor(const struct drawing_of *d)
{
	const json_t *steps = json_object_get(d->report, "schedule"), *last = json_array_get(steps, json_array_size(steps) - 1);
	const char *then = json_words(last, "then");
	return json_array_size(steps) && then && strcmp(then, "goes on") == 0 ? json_words(last, "actor") : NULL;
}

/* What the model says: this call computes though it was bound to return. */
static bool
named(const struct drawing_of *d, const char *client)
{
	const json_t *whys = json_object_get(d->report, "why");
	for (size_t i = 0; i < json_array_size(whys); i++) {
		const char *is = json_words(json_array_get(whys, i), "client");
		if (is && strcmp(is, client) == 0)
			return true;
	}
	return false;
}

static bool
raced(const struct drawing_of *d, const char *client)
{
	const json_t *accesses = json_object_get(json_array_get(json_object_get(d->report, "races"), 0), "accesses");
	for (size_t i = 0; i < json_array_size(accesses); i++) {
		const char *actor = json_words(json_array_get(accesses, i), "actor");
		if (actor && strcmp(actor, client) == 0)
			return true;
	}
	return false;
}

/* All calls of the last phase are cut off; those who did it are marked, or all if nobody knows who did. */
static void
blame_running(struct drawing_of *d)
{
	const char *last = last_actor(d);
	bool race = is_class(d, "race");
	size_t blamed = 0;
	for (size_t i = 0; i < d->bars.n; i++) {
		struct bar *bar = &d->bars.at[i];
		const char *client = d->lanes.at[bar->lane];
		bar->cut = !bar->to && bar->from <= d->nphases;
		bar->bad = race ? raced(d, client) && (!bar->to || bar->to == d->nphases) : bar->cut && (named(d, client) || (last && strcmp(last, client) == 0));
		blamed += bar->bad;
	}
	for (size_t i = 0; i < d->bars.n && !blamed && d->decides <= d->nphases; i++)
		d->bars.at[i].bad = d->bars.at[i].cut;
}

static void
blame(struct drawing_of *d)
{
	static const char *const judged[] = {"safety", "order", "value", "progress", "unclassed"};
	for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
		d->judged = d->judged || is_class(d, judged[i]);
	if (d->judged)
		blame_named(d);
	else if (json_words(d->report, "class"))
		blame_running(d);
}

/* --- where it goes --- */

/* Characters that labels of the phase need beside each other in one lane. */
static size_t
label_width(const struct drawing_of *d, size_t phase)
{
	size_t most = 0;
	for (size_t i = 0; i < d->bars.n; i++) {
		const struct bar *b = &d->bars.at[i];
		size_t width = b->from == phase ? html_width(b->call, MOST_LABEL) : 0;
		if (b->to == phase && b->result)
			width += html_width(b->result, MOST_LABEL) + 3;
		most = width > most ? width : most;
	}
	return most;
}

static void
put_column(struct drawing_of *d, size_t from, size_t to)
{
	double width = from == to ? (double)label_width(d, from) * CHARACTER + 24 : GAP_COLUMN, least = from == d->decides ? DECIDING_COLUMN : LEAST_COLUMN;
	width += from == d->decides ? CROSS : 0;
	struct column c = {.from = from, .to = to, .width = width < least ? least : width, .x = d->gutter};
	if (d->columns.n) {
		const struct column *before = &d->columns.at[d->columns.n - 1];
		c.x = before->x + before->width;
		c.row = before->row;
		if (c.x + c.width > WIDEST_ROW) {
			c.x = d->gutter;
			c.row++;
		}
	}
	d->rows = c.row + 1;
	vec_push(&d->arena, &d->columns, c);
}

static void
lay_out(struct drawing_of *d)
{
	size_t names = 5, n = d->nphases, skip = n > FIRST_PHASES + LAST_PHASES + 1 ? n - FIRST_PHASES - LAST_PHASES : 0;
	for (size_t i = 0; i < d->lanes.n; i++)
		names = html_width(d->lanes.at[i], MOST_NAME) > names ? html_width(d->lanes.at[i], MOST_NAME) : names;
	d->gutter = (double)names * CHARACTER + 14;
	for (size_t p = 1; p <= n; p++) {
		bool gap = skip && p == FIRST_PHASES + 1;
		put_column(d, p, gap ? p + skip - 1 : p);
		p += gap ? skip - 1 : 0;
	}
	if (d->decides > n)
		put_column(d, n + 1, n + 1);
}

/* --- the words that appear over a part --- */

static void
cut_title(struct text *out, const char *s)
{
	html_short(out, s, MOST_TITLE);
}

static void
title_of_bar(struct text *out, const struct drawing_of *d, const struct bar *b)
{
	text_str(out, "<title>");
	cut_title(out, d->lanes.at[b->lane]);
	text_char(out, ' ');
	cut_title(out, b->call);
	text_printf(out, "\ncalled in phase %zu", b->from);
	if (b->to)
		text_printf(out, b->to == b->from ? ", returned in it" : ", returned in phase %zu", b->to);
	else
		text_str(out, b->cut ? ", did not come to its end" : ", has not returned");
	if (b->result) {
		text_str(out, ": ");
		cut_title(out, b->result);
	}
	if (b->bound)
		text_printf(out, "\nit was bound to go ahead in phase %zu", b->bound);
	text_str(out, "</title>");
}

static void
put_states(struct text *out, const json_t *model)
{
	const json_t *states = json_object_get(model, "states"), *scheduling = json_object_get(model, "scheduling");
	for (size_t i = 0; i < json_array_size(states); i++) {
		text_char(out, '\n');
		cut_title(out, *text_of(states, i) || *text_of(scheduling, i) ? text_of(states, i) : "(it has no state)");
		if (*text_of(scheduling, i)) {
			text_str(out, *text_of(states, i) ? "   scheduling: " : "scheduling: ");
			cut_title(out, text_of(scheduling, i));
		}
	}
	if (json_is_true(json_object_get(model, "more")))
		text_str(out, "\nand more");
}

static void
title_of_column(struct text *out, const struct drawing_of *d, const struct column *c)
{
	const json_t *model = json_array_get(json_object_get(d->report, "models"), c->from - 1);
	text_str(out, "<title>");
	if (model) {
		text_printf(out, "The model before phase %zu%s", c->from, json_array_size(json_object_get(model, "states")) > 1 ? ", one of" : "");
		put_states(out, model);
	} else {
		text_printf(out, "Phase %zu", c->from);
	}
	text_str(out, "</title>");
}

/* --- lines and boxes --- */

static double
lane_top(size_t lane)
{
	return HEAD + (double)lane * LANE;
}

static double
bottom(const struct drawing_of *d)
{
	return lane_top(d->lanes.n) + 6;
}

static void
head_of_column(struct text *out, const struct drawing_of *d, const struct column *c)
{
	text_printf(out, "<text class=\"%s\" x=\"%.0f\" y=\"15\">", c->from == d->decides ? "here" : "head", c->x + 8);
	if (c->to > c->from)
		text_printf(out, "&#x2026; %zu phases", c->to - c->from + 1);
	else if (c->from > d->nphases)
		text_str(out, "the end");
	else
		text_printf(out, "phase %zu", c->from);
	if (c->from == d->decides) {
		text_str(out, " &#x2717; ");
		html_short(out, json_words(d->report, "class") ? json_words(d->report, "class") : "", 12);
	}
	text_str(out, "</text>\n");
}

static void
draw_column(struct text *out, const struct drawing_of *d, const struct column *c)
{
	const char *kind = c->from == d->decides ? " decides" : c->from % 2 ? " odd" : "";
	text_printf(out, "<rect class=\"column%s\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%.0f\">", kind, c->x, c->width, bottom(d));
	title_of_column(out, d, c);
	text_printf(out, "</rect>\n<path class=\"edge\" d=\"M%.1f 0V%.0f\"/>", c->x, bottom(d));
	head_of_column(out, d, c);
}

static void
draw_box(struct text *out, const struct drawing_of *d, const struct bar *b, const char *kind, bool bad, double from, double to)
{
	text_printf(out, "<rect class=\"%s%s\" x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\">", kind, bad ? " bad" : "", from, lane_top(b->lane) + BAR_TOP, to - from, BAR);
	title_of_bar(out, d, b);
	text_str(out, "</rect>\n");
}

static void
draw_cap(struct text *out, const struct bar *b, double x, bool bad)
{
	text_printf(out, "<path class=\"cap%s\" d=\"M%.1f %.0fv%d\"/>\n", bad ? " bad" : "", x, lane_top(b->lane) + BAR_TOP - 3, BAR + 6);
}

static void
draw_cross(struct text *out, const struct bar *b, double x)
{
	double y = lane_top(b->lane) + BAR_TOP + BAR / 2.0;
	text_printf(out, "<path class=\"mark\" d=\"M%.1f %.1fl14 14m0 -14l-14 14\"/>\n", x - 7, y - 7);
}

static void
draw_label(struct text *out, const struct bar *b, double x, const char *anchor, const char *before, const char *words, bool bad)
{
	text_printf(out, "<text class=\"label%s\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"%s\">%s", bad ? " bad" : "", x, lane_top(b->lane) + BAR_TOP - 6, anchor, before);
	html_short(out, words, MOST_LABEL);
	text_str(out, "</text>\n");
}

/* --- a call in a column --- */

/* Was it blocked when the phase in which all ended had come so far? */
static bool
waits(const struct drawing_of *d, const struct bar *b)
{
	const json_t *steps = json_object_get(d->report, "schedule");
	for (size_t i = json_array_size(steps); i-- > 0;) {
		const json_t *step = json_array_get(steps, i);
		const char *actor = json_words(step, "actor"), *then = json_words(step, "then");
		if (actor && then && strcmp(actor, d->lanes.at[b->lane]) == 0)
			return strcmp(then, "blocks") == 0;
	}
	return b->from < d->nphases;
}

/* It goes on in the next column, blocked. */
static void
draw_waiting(struct text *out, const struct drawing_of *d, const struct bar *b, const struct column *c, double from)
{
	bool bad = b->bad && (b->bound ? c->to >= b->bound : !b->to && d->judged);
	bool last = bad && c->from == d->decides;
	draw_box(out, d, b, "wait", bad, from, c->x + c->width - (last ? CROSS : 0));
	if (last)
		draw_cross(out, b, c->x + c->width - CROSS / 2.0);
}

/* Its last column: all ended in it. */
static void
draw_cut(struct text *out, const struct drawing_of *d, const struct bar *b, const struct column *c, double from)
{
	double end = c->x + c->width - (b->bad ? CROSS : 0);
	draw_box(out, d, b, waits(d, b) && !b->bad ? "wait" : "bar", b->bad, from, end);
	if (b->bad)
		draw_cross(out, b, end + CROSS / 2.0);
}

/* Its last column: it returned in it. */
static void
draw_return(struct text *out, const struct drawing_of *d, const struct bar *b, const struct column *c, double from)
{
	double end = c->x + c->width - (b->bad ? CROSS : 10), back = from < c->x + 4 ? c->x + c->width * 0.5 : from;
	if (back > from)
		draw_box(out, d, b, "wait", false, from, back);
	draw_box(out, d, b, "bar", b->bad, back, end);
	draw_cap(out, b, end, b->bad);
	if (b->bad)
		draw_cross(out, b, end + CROSS / 2.0);
	if (b->result)
		draw_label(out, b, end, "end", "&#x2192; ", b->result, b->bad);
}

static void
draw_call(struct text *out, const struct drawing_of *d, const struct bar *b, const struct column *c)
{
	bool begins = b->from >= c->from, within = begins && b->from <= c->to, ends = b->to >= c->from && b->to <= c->to;
	double from = begins ? c->x + 8 : c->x, half = c->x + c->width * 0.5;
	if ((begins && !within) || (b->to && b->to < c->from) || (c->to > c->from && within && ends))
		return;
	if (within && c->from == c->to)
		draw_label(out, b, from, "start", "", b->call, b->bad);
	if (within)
		draw_cap(out, b, from, b->bad && (b->cut || (ends && b->to == d->decides)));
	if (c->from > d->nphases) {
		if (!b->cut)
			draw_waiting(out, d, b, c, from);
	} else if (ends) {
		draw_return(out, d, b, c, from);
	} else if (b->cut && c->to == d->nphases && d->decides == d->nphases) {
		draw_cut(out, d, b, c, from);
	} else if (within) {
		draw_box(out, d, b, "bar", false, from, half);
		draw_waiting(out, d, b, c, half);
	} else {
		draw_waiting(out, d, b, c, from);
	}
}

/* --- a row --- */

static double
row_width(const struct drawing_of *d, size_t row)
{
	double width = 0;
	for (size_t i = 0; i < d->columns.n; i++)
		if (d->columns.at[i].row == row)
			width = d->columns.at[i].x + d->columns.at[i].width;
	return width;
}

static void
draw_lanes(struct text *out, const struct drawing_of *d, double width)
{
	for (size_t i = 0; i < d->lanes.n; i++) {
		double y = lane_top(i);
		text_printf(out, "<path class=\"lane\" d=\"M0 %.1fH%.1f\"/><text x=\"2\" y=\"%.0f\">", y, width, y + BAR_TOP + BAR - 2);
		html_short(out, d->lanes.at[i], MOST_NAME);
		text_str(out, "</text>\n");
	}
}

static void
draw_row(struct text *out, const struct drawing_of *d, size_t row, const char *id)
{
	double width = row_width(d, row), height = bottom(d);
	text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"row\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-labelledby=\"%s-row%zu\">\n", width + 2,
		height, width + 2, height, id, row + 1);
	text_printf(out, "<title id=\"%s-row%zu\">The calls, a lane a client and a column a phase%s</title>\n", id, row + 1, row ? ", continued" : "");
	for (size_t i = 0; i < d->columns.n; i++)
		if (d->columns.at[i].row == row)
			draw_column(out, d, &d->columns.at[i]);
	draw_lanes(out, d, width);
	for (size_t i = 0; i < d->bars.n; i++)
		for (size_t k = 0; k < d->columns.n; k++)
			if (d->columns.at[k].row == row)
				draw_call(out, d, &d->bars.at[i], &d->columns.at[k]);
	text_str(out, "</svg>\n");
}

static void
draw_legend(struct text *out, const struct drawing_of *d)
{
	static const char box[] = "<span><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"28\" height=\"13\" aria-hidden=\"true\"><rect class=\"%s\" x=\"1\" y=\"1\" width=\"26\" height=\"11\"/></svg>%s</span>\n";
	bool progress = is_class(d, "progress");
	text_str(out, "<figcaption>");
	text_printf(out, "<span><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"28\" height=\"13\" aria-hidden=\"true\"><rect class=\"bar\" width=\"28\" height=\"13\"/></svg>%s</span>\n",
		"from call to return");
	text_printf(out, box, "wait", "blocked");
	if (progress)
		text_printf(out, box, "wait bad", "blocked, though it was bound to go ahead");
	else
		text_printf(out, box, "bar bad", d->judged ? "returned, though it could not" : "what it ended with");
	text_str(out, "<span>Point at a phase: the model before it.</span></figcaption>\n");
}

void
draw_counterexample(struct text *out, const json_t *report, const char *id)
{
	const json_t *phases = json_object_get(report, "counterexample");
	struct drawing_of d = {.report = report, .phases = phases, .nphases = json_array_size(phases)};
	d.decides = (size_t)json_integer_value(json_object_get(report, "phase"));
	take_phases(&d);
	blame(&d);
	if (d.bars.n) {
		lay_out(&d);
		text_str(out, "<figure>\n");
		for (size_t i = 0; i < d.rows; i++)
			draw_row(out, &d, i, id);
		draw_legend(out, &d);
		text_str(out, "</figure>\n");
	}
	for (size_t i = 0; i < d.bars.n; i++)
		free(d.bars.at[i].result);
	arena_free(&d.arena);
}
