/*
 * The counterexample of an object of srtest-json(5), drawn: a lane a client, a column a phase, a bar from call to return. What
 * does not fit beside each other goes on in another row, so that it can be read without scrolling and on paper.
 */
#include "report/picture.h"

#include <string.h>

/* --- the words that appear over a part --- */

static void
cut_title(struct text *out, const char *s)
{
	html_short(out, s, MOST_TITLE);
}

static void
title_of_bar(struct text *out, const struct picture *d, const struct bar *b)
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
		cut_title(out, *picture_text(states, i) || *picture_text(scheduling, i) ? picture_text(states, i) : "(it has no state)");
		if (*picture_text(scheduling, i)) {
			text_str(out, *picture_text(states, i) ? "   scheduling: " : "scheduling: ");
			cut_title(out, picture_text(scheduling, i));
		}
	}
	if (json_is_true(json_object_get(model, "more")))
		text_str(out, "\nand more");
}

static void
title_of_column(struct text *out, const struct picture *d, const struct column *c)
{
	const json_t *model = json_array_get(json_object_get(d->report, "models"), c->from - 1);
	text_str(out, "<title>");
	if (model) {
		text_printf(out, c->from > d->nphases ? "The model in the end" : "The model before phase %zu", c->from);
		text_str(out, json_array_size(json_object_get(model, "states")) > 1 ? ", one of" : "");
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
bottom(const struct picture *d)
{
	return lane_top(d->lanes.n) + 6;
}

static void
head_of_column(struct text *out, const struct picture *d, const struct column *c)
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

/* All calls were over: what failed is `destroy`. */
static void
draw_end(struct text *out, const struct picture *d, const struct column *c)
{
	const char *function = json_words(json_object_get(d->report, "place"), "function");
	text_printf(out, "<path class=\"mark\" d=\"M%.1f %dV%.0f\"/>\n", c->x + 8, HEAD, bottom(d));
	text_printf(out, "<text class=\"bad label\" x=\"%.1f\" y=\"%d\">", c->x + 16, HEAD + BAR_TOP + BAR - 2);
	html_short(out, function ? function : "destroy", 20);
	text_str(out, "</text>\n");
}

static void
draw_column(struct text *out, const struct picture *d, const struct column *c)
{
	const char *kind = c->from == d->decides ? " decides" : c->from % 2 ? " odd" : "";
	text_printf(out, "<rect class=\"column%s\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%.0f\">", kind, c->x, c->width, bottom(d));
	title_of_column(out, d, c);
	text_printf(out, "</rect>\n<path class=\"edge\" d=\"M%.1f 0V%.0f\"/>", c->x, bottom(d));
	head_of_column(out, d, c);
	if (c->from > d->nphases)
		draw_end(out, d, c);
}

static void
draw_box(struct text *out, const struct picture *d, const struct bar *b, const char *kind, bool bad, double from, double to)
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
waits(const struct picture *d, const struct bar *b)
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
draw_waiting(struct text *out, const struct picture *d, const struct bar *b, const struct column *c, double from)
{
	bool bad = b->bad && (b->bound ? c->to >= b->bound : !b->to && d->judged);
	bool last = bad && c->from == d->decides;
	draw_box(out, d, b, "wait", bad, from, c->x + c->width - (last ? CROSS : 0));
	if (last)
		draw_cross(out, b, c->x + c->width - CROSS / 2.0);
}

/* Its last column: all ended in it. */
static void
draw_cut(struct text *out, const struct picture *d, const struct bar *b, const struct column *c, double from)
{
	double end = c->x + c->width - (b->bad ? CROSS : 0);
	draw_box(out, d, b, waits(d, b) && !b->bad ? "wait" : "bar", b->bad, from, end);
	if (b->bad)
		draw_cross(out, b, end + CROSS / 2.0);
}

/* Its last column: it returned in it. */
static void
draw_return(struct text *out, const struct picture *d, const struct bar *b, const struct column *c, double from)
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
draw_call(struct text *out, const struct picture *d, const struct bar *b, const struct column *whole)
{
	const struct column part = picture_part(d, b, whole), *c = &part;
	bool begins = b->from >= c->from, within = begins && b->from <= c->to, ends = b->to >= c->from && b->to <= c->to;
	double from = begins ? c->x + 8 : c->x, half = c->x + c->width * 0.5;
	if ((begins && !within) || (b->to && b->to < c->from) || (c->to > c->from && within && ends))
		return;
	if (within && c->from == c->to)
		draw_label(out, b, from, "start", "", b->call, b->bad);
	if (within)
		draw_cap(out, b, from, b->bad && (b->cut || (ends && b->to == d->decides)));
	if (c->from > d->nphases) {
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
row_width(const struct picture *d, size_t row)
{
	double width = 0;
	for (size_t i = 0; i < d->columns.n; i++)
		if (d->columns.at[i].row == row)
			width = d->columns.at[i].x + d->columns.at[i].width;
	return width;
}

static void
draw_lanes(struct text *out, const struct picture *d, double width)
{
	for (size_t i = 0; i < d->lanes.n; i++) {
		double y = lane_top(i);
		text_printf(out, "<path class=\"lane\" d=\"M0 %.1fH%.1f\"/><text x=\"2\" y=\"%.0f\">", y, width, y + BAR_TOP + BAR - 2);
		html_short(out, d->lanes.at[i], MOST_NAME);
		text_str(out, "</text>\n");
	}
}

static void
draw_row(struct text *out, const struct picture *d, size_t row, const char *id)
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

static bool
blocks(const struct picture *d)
{
	for (size_t i = 0; i < d->bars.n; i++)
		if (d->bars.at[i].to != d->bars.at[i].from && !(d->bars.at[i].cut && d->bars.at[i].from == d->nphases))
			return true;
	return false;
}

static bool
blames(const struct picture *d)
{
	for (size_t i = 0; i < d->bars.n; i++)
		if (d->bars.at[i].bad)
			return true;
	return false;
}

static void
draw_legend(struct text *out, const struct picture *d)
{
	static const char box[] = "<span><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"28\" height=\"13\" aria-hidden=\"true\"><rect class=\"%s\" x=\"1\" y=\"1\" width=\"26\" height=\"11\"/></svg>%s</span>\n";
	bool progress = picture_is_class(d, "progress");
	text_str(out, "<figcaption>");
	text_printf(out, "<span><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"28\" height=\"13\" aria-hidden=\"true\"><rect class=\"bar\" width=\"28\" height=\"13\"/></svg>%s</span>\n",
		"from call to return");
	if (blocks(d))
		text_printf(out, box, "wait", "blocked");
	if (progress)
		text_printf(out, box, "wait bad", "blocked, though it was bound to go ahead");
	else if (blames(d))
		text_printf(out, box, "bar bad", d->judged ? "returned, though it could not" : d->raced ? "does not keep to an order" : "what it ended with");
	text_str(out, "<span>Point at a phase: the model before it.</span></figcaption>\n");
}

void
draw_counterexample(struct text *out, const json_t *report, const char *id)
{
	struct picture d;
	picture_plan(&d, report);
	if (d.bars.n) {
		text_str(out, "<figure>\n");
		for (size_t i = 0; i < d.rows; i++)
			draw_row(out, &d, i, id);
		draw_legend(out, &d);
		text_str(out, "</figure>\n");
	}
	picture_free(&d);
}
