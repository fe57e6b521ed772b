#include "history/history.h"
#include "model/set.h"

#include <string.h>

/* Parts by key, in the order in which the keys come. */
struct dividing {
	struct arena *arena;
	const struct history *whole;
	struct config_set keys; /* where a key stands is the number of its part */
	VEC(struct history_part) parts;
	VEC(size_t) room; /* lines of each part, at most */
	size_t *open; /* by client: the part of its last call */
};

static size_t
key_of(const struct operation *op, const char *param)
{
	size_t i = 0;
	while (strcmp(op->params[i].name, param) != 0)
		i++;
	return i;
}

static bool
is_of_all(const struct event *e)
{
	return e->kind == EVENT_AT_REST || e->kind == EVENT_END;
}

/* The part that the event belongs to; a new one for a key that has not been there. */
static size_t
part_of(struct dividing *d, const struct event *e)
{
	if (e->kind != EVENT_CALLED)
		return d->open[e->client];
	size_t key = key_of(e->op, d->whole->spec->partition);
	bool is_new;
	size_t part = set_put(&d->keys, &e->args[key], (struct origin){0, -1}, &is_new);
	if (is_new) {
		vec_push(d->arena, &d->parts, (struct history_part){.key = e->args[key], .type = e->op->params[key].type});
		vec_push(d->arena, &d->room, 0);
	}
	return d->open[e->client] = part;
}

static void
count_lines(struct dividing *d)
{
	for (size_t i = 0; i < d->whole->n; i++) {
		if (is_of_all(&d->whole->lines[i].event))
			continue;
		size_t part = part_of(d, &d->whole->lines[i].event);
		d->room.at[part]++;
	}
}

static void
add(struct history *h, const struct history_line *line)
{
	h->lines[h->n++] = *line;
	h->at_rest = line->event.kind == EVENT_AT_REST;
}

static void
add_to_all(struct dividing *d, const struct history_line *line)
{
	for (size_t i = 0; i < d->parts.n; i++)
		add(d->parts.at[i].history, line);
}

static void
share_out(struct dividing *d, size_t rests)
{
	for (size_t i = 0; i < d->parts.n; i++) {
		struct history *h = d->parts.at[i].history = arena_new(d->arena, struct history);
		*h = *d->whole;
		h->lines = arena_array(d->arena, struct history_line, d->room.at[i] + rests);
		h->n = 0;
	}
	for (size_t i = 0; i < d->whole->n; i++) {
		const struct history_line *line = &d->whole->lines[i];
		if (is_of_all(&line->event))
			add_to_all(d, line);
		else
			add(d->parts.at[part_of(d, &line->event)].history, line);
	}
}

const struct history_part *
history_parts(struct arena *a, struct history *h, size_t *n)
{
	struct dividing d = {.arena = a, .whole = h, .open = arena_array(a, size_t, h->nclients + 1)};
	size_t rests = 0;
	set_clear(&d.keys, 1);
	for (size_t i = 0; i < h->n; i++)
		rests += is_of_all(&h->lines[i].event);
	if (h->spec->partition)
		count_lines(&d);
	if (d.parts.n == 0)
		vec_push(a, &d.parts, (struct history_part){.history = h});
	else
		share_out(&d, rests);
	set_free(&d.keys);
	*n = d.parts.n;
	return d.parts.at;
}
