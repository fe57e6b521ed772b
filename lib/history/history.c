#include "history/private.h"

#include <string.h>

static const struct history_form forms[] = {
	{"srtest", read_lines, false},
	{"jepsen", read_jepsen, true},
	{"porcupine-kv", read_porcupine, true},
};

enum { FORMS = sizeof forms / sizeof *forms };

const struct history_form *
history_form(const char *name)
{
	for (size_t i = 0; i < FORMS; i++)
		if (strcmp(forms[i].name, name) == 0)
			return &forms[i];
	return NULL;
}

/* --- for the readers --- */

bool
reading_error(struct history_reading *r, const char *hint, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *message = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
	struct span at = {stream_keep(&r->stream, r->arena, r->here.to), r->here.from, r->here.to};
	at.to = at.to < at.src->length ? at.to : (uint32_t)at.src->length;
	at.from = at.from < at.to ? at.from : at.to;
	diag_error(r->diags, at, "%s", message);
	if (hint)
		diag_hint(r->diags, "%s", hint);
	return false;
}

int
reading_client(struct history_reading *r, const char *name)
{
	const json_t *known = json_object_get(r->numbers, name);
	int client = known ? (int)json_integer_value(known) : (int)r->clients.n;
	if (known)
		return client;
	json_object_set_new(r->numbers, name, json_integer(client));
	vec_push(r->arena, &r->clients, arena_strdup(r->arena, name));
	vec_push(r->arena, &r->callers, (struct caller){0});
	return client;
}

static void
add(struct history_reading *r, struct event e)
{
	e.time = r->time;
	vec_push(r->arena, &r->lines, (struct history_line){e, r->stream.at, r->stream.lines + 1});
	r->history->at_rest = e.kind == EVENT_AT_REST;
}

bool
reading_call(struct history_reading *r, int client, const struct operation *op, const word *args)
{
	struct caller *c = &r->callers.at[client];
	if (c->lost)
		return reading_error(r, "nobody knows whether that goes ahead later: give another name to who calls from here on", "%s makes a call after its last one was lost", r->clients.at[client]);
	if (c->open)
		return reading_error(r, "each client has at most one call outstanding", "%s makes a call while its last one has not returned", r->clients.at[client]);
	*c = (struct caller){.open = op, .line = r->lines.n};
	add(r, (struct event){.kind = EVENT_CALLED, .client = client, .op = op, .args = args});
	if (r->history->timed)
		add(r, (struct event){.kind = EVENT_BEGAN, .client = client});
	return true;
}

const struct operation *
reading_open(struct history_reading *r, int client, const char *what)
{
	const struct operation *op = r->callers.at[client].open;
	if (!op)
		reading_error(r, "a call returns once, after it was made", "%s has no call that could %s", r->clients.at[client], what);
	return op;
}

void
reading_return(struct history_reading *r, int client, bool has_value, word value)
{
	r->callers.at[client].open = NULL;
	add(r, (struct event){.kind = EVENT_RETURNED, .client = client, .has_value = has_value, .value = value});
}

void
reading_lose(struct history_reading *r, int client)
{
	r->callers.at[client] = (struct caller){.lost = true};
	add(r, (struct event){.kind = EVENT_LOST, .client = client});
}

void
reading_rest(struct history_reading *r)
{
	add(r, (struct event){.kind = EVENT_AT_REST});
}

void
reading_undo(struct history_reading *r, int client)
{
	struct caller *c = &r->callers.at[client];
	for (size_t i = c->line; i < r->lines.n && i < c->line + 1 + r->history->timed; i++)
		r->lines.at[i].event.client = -1;
	c->open = NULL;
}

bool
reading_fits(struct history_reading *r, const struct operation *op, size_t argument, word w)
{
	const struct field *p = &op->params[argument];
	if (value_fits(p->type, w))
		return true;
	struct text t = {0};
	value_print(&t, p->type, w);
	reading_error(r, NULL, "the argument %s of %s is %s, which is not in %s", p->name, op->name, t.s, type_text(r->arena, p->type));
	text_free(&t);
	return false;
}

/* --- the whole --- */

/* Takes out what was undone. */
static void
finish(struct history_reading *r)
{
	struct history *h = r->history;
	if (h->timed && !h->at_rest && r->lines.n)
		add(r, (struct event){.kind = EVENT_END});
	h->lines = r->lines.at;
	for (size_t i = 0; i < r->lines.n; i++)
		if (r->lines.at[i].event.client >= 0)
			h->lines[h->n++] = r->lines.at[i];
	h->clients = r->clients.at;
	h->nclients = r->clients.n;
}

static struct history *
read_all(struct history_reading *r, const struct history_options *options)
{
	const struct history_form *form = options && options->form ? options->form : &forms[0];
	const char *order = options ? options->order : NULL;
	r->history = arena_new(r->arena, struct history);
	r->history->spec = r->spec;
	r->history->timed = form->timed || order == spec_orders[0];
	r->ordered = order != NULL;
	r->numbers = json_object();
	bool ok = form->read(r);
	json_decref(r->numbers);
	r->here = (struct span){0};
	if (ok && r->stream.error)
		ok = reading_error(r, NULL, "cannot be read: %s", strerror(r->stream.error));
	stream_close(&r->stream);
	finish(r);
	return ok ? r->history : NULL;
}

struct history *
history_read(struct arena *a, struct diags *d, const struct spec *spec, struct heap *heap, const char *path, const struct history_options *options)
{
	struct history_reading r = {.arena = a, .diags = d, .spec = spec, .heap = heap};
	struct history *h = stream_open(&r.stream, a, d, path) ? read_all(&r, options) : NULL;
	if (h)
		h->path = arena_strdup(a, path);
	return h;
}

struct history *
history_parse(struct arena *a, struct diags *d, const struct spec *spec, struct heap *heap, const struct source *src, const struct history_options *options)
{
	struct history_reading r = {.arena = a, .diags = d, .spec = spec, .heap = heap};
	stream_text(&r.stream, src);
	return read_all(&r, options);
}

struct span
history_place(struct arena *a, const struct history *h, size_t event)
{
	struct stream s;
	struct diags unsaid = {0};
	struct span at = {0};
	if (h->path && stream_open(&s, a, &unsaid, h->path)) {
		while (s.at < h->lines[event].at && stream_peek(&s, 0) >= 0)
			stream_drop(&s, s.have < h->lines[event].at - s.at ? s.have : (size_t)(h->lines[event].at - s.at));
		size_t n = stream_line(&s, LONGEST_PIECE);
		at = (struct span){stream_keep(&s, a, n), 0, (uint32_t)n};
		stream_close(&s);
	}
	diags_free(&unsaid);
	return at;
}
