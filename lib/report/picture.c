#include "report/picture.h"

#include <stdlib.h>
#include <string.h>

const char *
picture_text(const json_t *list, size_t i)
{
	const char *s = json_string_value(json_array_get(list, i));
	return s ? s : "";
}

/* --- what there is to draw --- */

static size_t
lane_of(struct picture *d, const char *client)
{
	for (size_t i = 0; i < d->lanes.n; i++)
		if (strcmp(d->lanes.at[i], client) == 0)
			return i;
	vec_push(&d->arena, &d->lanes, client);
	return d->lanes.n - 1;
}

/* "robot0" of "robot0 enter(0, 100)" */
static const char *
client_of(struct picture *d, const char *call)
{
	return arena_strndup(&d->arena, call, strcspn(call, " "));
}

/* The call of the client that has not returned, or NULL. */
static struct bar *
outstanding(struct picture *d, const char *client)
{
	size_t lane = lane_of(d, client);
	for (size_t i = d->bars.n; i-- > 0;)
		if (d->bars.at[i].lane == lane)
			return d->bars.at[i].to ? NULL : &d->bars.at[i];
	return NULL;
}

static void
take_call(struct picture *d, const char *words, size_t phase)
{
	size_t n = strcspn(words, " ");
	struct bar bar = {.lane = lane_of(d, client_of(d, words)), .call = words[n] ? words + n + 1 : "", .from = phase};
	vec_push(&d->arena, &d->bars, bar);
}

static void
take_return(struct picture *d, const char *client, const json_t *value, size_t phase)
{
	struct bar *bar = outstanding(d, client);
	if (!bar)
		return;
	bar->to = phase;
	if (value)
		bar->result = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

static void
take_event(struct picture *d, const json_t *event, size_t phase)
{
	const char *call = json_words(event, "call"), *client = json_words(event, "client");
	if (call)
		take_call(d, call, phase);
	else if (client && strcmp(json_words(event, "event") ? json_words(event, "event") : "", "returned") == 0)
		take_return(d, client, json_object_get(event, "value"), phase);
}

static int
compare_names(const void *a, const void *b)
{
	return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

/* All clients that make calls, robot2 before robot10. */
static void
take_lanes(struct picture *d)
{
	for (size_t p = 0; p < d->nphases; p++) {
		const json_t *calls = json_object_get(json_array_get(d->phases, p), "calls");
		for (size_t i = 0; i < json_array_size(calls); i++)
			lane_of(d, client_of(d, picture_text(calls, i)));
	}
	if (d->lanes.n)
		qsort(d->lanes.at, d->lanes.n, sizeof *d->lanes.at, compare_names);
}

static void
take_phases(struct picture *d)
{
	take_lanes(d);
	for (size_t p = 0; p < d->nphases; p++) {
		const json_t *phase = json_array_get(d->phases, p), *calls = json_object_get(phase, "calls"), *back = json_object_get(phase, "unblocks");
		const json_t *events = json_object_get(phase, "events");
		for (size_t i = 0; i < json_array_size(events); i++)
			take_event(d, json_array_get(events, i), p + 1);
		for (size_t i = 0; i < json_array_size(calls) && !events; i++)
			take_call(d, picture_text(calls, i), p + 1);
		for (size_t i = 0; i < json_array_size(back) && !events; i++)
			take_return(d, picture_text(back, i), json_object_get(json_object_get(phase, "results"), picture_text(back, i)), p + 1);
	}
}

/* --- what is wrong in it --- */

bool
picture_is_class(const struct picture *d, const char *class)
{
	const char *is = json_words(d->report, "class");
	return is && strcmp(is, class) == 0;
}

static struct bar *
bar_of(struct picture *d, const char *client, bool returned)
{
	for (size_t i = d->bars.n; i-- > 0;)
		if (strcmp(d->lanes.at[d->bars.at[i].lane], client) == 0 && (d->bars.at[i].to == d->decides) == returned)
			return &d->bars.at[i];
	return NULL;
}

/* Where the model has its say, it names the calls. */
static void
blame_named(struct picture *d)
{
	const json_t *whys = json_object_get(d->report, "why");
	bool blocked = picture_is_class(d, "progress");
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

/* What the model says: this call computes though it was bound to return. */
static bool
named(const struct picture *d, const char *client)
{
	const json_t *whys = json_object_get(d->report, "why");
	for (size_t i = 0; i < json_array_size(whys); i++) {
		const char *is = json_words(json_array_get(whys, i), "client");
		if (is && strcmp(is, client) == 0)
			return true;
	}
	return false;
}

/* The last such call of each of the two. */
static void
blame_racers(struct picture *d)
{
	const json_t *accesses = json_object_get(json_array_get(json_object_get(d->report, "races"), 0), "accesses");
	for (size_t i = 0; i < json_array_size(accesses); i++) {
		const char *actor = json_words(json_array_get(accesses, i), "actor"), *call = json_words(json_array_get(accesses, i), "call");
		size_t k = d->bars.n;
		while (k > 0 && !(actor && call && strcmp(d->lanes.at[d->bars.at[k - 1].lane], actor) == 0 && strcmp(d->bars.at[k - 1].call, call) == 0))
			k--;
		if (k > 0)
			d->bars.at[k - 1].bad = d->raced = true;
	}
}

/* All calls of the last phase are cut off; those who did it are marked, or all if nobody knows who did. */
static void
blame_running(struct picture *d)
{
	const char *last = json_words(d->report, "actor"); /* NULL: nobody knows */
	size_t blamed = 0;
	for (size_t i = 0; i < d->bars.n; i++) {
		struct bar *bar = &d->bars.at[i];
		const char *client = d->lanes.at[bar->lane];
		bar->cut = !bar->to;
		bar->bad = bar->cut && (named(d, client) || (last && strcmp(last, client) == 0));
		blamed += bar->bad;
	}
	for (size_t i = 0; i < d->bars.n && !blamed; i++)
		d->bars.at[i].bad = d->bars.at[i].cut;
}

static void
blame(struct picture *d)
{
	static const char *const judged[] = {"safety", "order", "value", "progress", "unclassed"};
	for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
		d->judged = d->judged || picture_is_class(d, judged[i]);
	if (d->judged)
		blame_named(d);
	else if (picture_is_class(d, "race"))
		blame_racers(d);
	else if (json_words(d->report, "class") && d->decides <= d->nphases)
		blame_running(d);
}

/* --- where it goes --- */

/* Characters that labels of the phase need beside each other in one lane. */
static size_t
label_width(struct picture *d, size_t phase)
{
	size_t most = 0, *widths = arena_array(&d->arena, size_t, d->lanes.n + 1);
	for (size_t i = 0; i < d->bars.n; i++) {
		const struct bar *b = &d->bars.at[i];
		size_t *width = &widths[b->lane];
		*width += b->from == phase ? html_width(b->call, MOST_LABEL) + (*width ? 3 : 0) : 0;
		if (b->to == phase && b->result)
			*width += html_width(b->result, MOST_LABEL) + 3;
		most = *width > most ? *width : most;
	}
	return most;
}

struct column
picture_part(const struct picture *d, const struct bar *b, const struct column *c)
{
	size_t n = 0, nth = 0;
	for (size_t i = 0; i < d->bars.n; i++) {
		const struct bar *other = &d->bars.at[i];
		bool there = other->lane == b->lane && other->from <= c->to && (!other->to || other->to >= c->from);
		nth += there && other < b;
		n += there;
	}
	struct column part = *c;
	if (n > 1 && c->from == c->to) {
		part.width = c->width / (double)n;
		part.x = c->x + part.width * (double)nth;
	}
	return part;
}

static void
put_column(struct picture *d, size_t from, size_t to)
{
	double width = from == to ? (double)label_width(d, from) * CHARACTER + 24 : GAP_COLUMN, least = from == d->decides ? DECIDING_COLUMN : LEAST_COLUMN;
	width += from == d->decides || d->raced ? CROSS : 0;
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
lay_out(struct picture *d)
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
	if (d->decides > n && !d->raced)
		put_column(d, n + 1, n + 1);
}

void
picture_plan(struct picture *d, const json_t *report)
{
	const json_t *phases = json_object_get(report, "counterexample");
	*d = (struct picture){.report = report, .phases = phases, .nphases = json_array_size(phases)};
	d->decides = (size_t)json_integer_value(json_object_get(report, "phase"));
	take_phases(d);
	blame(d);
	if (d->bars.n)
		lay_out(d);
}

void
picture_free(struct picture *d)
{
	for (size_t i = 0; i < d->bars.n; i++)
		free(d->bars.at[i].result);
	arena_free(&d->arena);
}
