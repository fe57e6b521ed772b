#include "judge/judge.h"

#include "lang/json.h"

#include <jansson.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 20 };

struct reader {
	struct arena *arena;
	struct diags *diags;
	struct heap *heap;
	struct history *history;
	VEC(struct history_line) lines;
	VEC(const char *) clients;
	json_t *numbers; /* of clients, by name */
	VEC(const struct operation *) outstanding; /* by client */
	struct span line, here; /* what messages point at: the line or a part of it */
	json_t *object;
	bool began; /* there was a line that says how all begins */
	bool ordered; /* ... in what order lines stand is not its business */
};

/* --- where in the line? it has been read as JSON, so it need not be doubted --- */

static const char *
after_string(const char *s, const char *end)
{
	for (s++; s < end && *s != '"'; s++)
		s += *s == '\\';
	return s < end ? s + 1 : end;
}

static const char *
after_value(const char *s, const char *end)
{
	int depth = 0;
	while (s < end) {
		if (depth == 0 && strchr(",:]} \t\r", *s))
			break;
		depth += (*s == '[' || *s == '{') - (*s == ']' || *s == '}');
		s = *s == '"' ? after_string(s, end) : s + 1;
		if (depth == 0 && strchr("]}\"", s[-1]))
			break;
	}
	return s;
}

static const char *
next_value(const char *s, const char *end)
{
	while (s < end && strchr(",: \t\r", *s))
		s++;
	return s;
}

static bool
is_key(const char *s, const char *end, const char *key)
{
	size_t n = strlen(key);
	return (size_t)(end - s) >= n + 2 && memcmp(s + 1, key, n) == 0 && s[1 + n] == '"';
}

static void
point(struct reader *r, const char *from, const char *to)
{
	r->here.from = (uint32_t)(from - r->here.src->text);
	r->here.to = (uint32_t)(to - r->here.src->text);
}

/* Messages point at the value of this key of the object that they point at now. */
static void
point_at(struct reader *r, const char *key)
{
	const char *s = r->here.src->text + r->here.from, *end = r->here.src->text + r->here.to;
	for (s = next_value(s, end) + 1; s < end && *s == '"';) {
		bool found = is_key(s, end, key);
		const char *value = next_value(after_string(s, end), end);
		s = next_value(after_value(value, end), end);
		if (found)
			point(r, value, after_value(value, end));
	}
}

/* The same for an element of a list. */
static void
point_into(struct reader *r, size_t index)
{
	const char *s = r->here.src->text + r->here.from, *end = r->here.src->text + r->here.to;
	for (s = next_value(s + 1, end); index > 0; index--)
		s = next_value(after_value(s, end), end);
	point(r, s, after_value(s, end));
}

static void
point_at_argument(struct reader *r, const struct operation *op, size_t i, bool list)
{
	point_at(r, "args");
	if (list)
		point_into(r, i);
	else
		point_at(r, op->params[i].name);
}

static bool
wrong(struct reader *r, const char *hint, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *message = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
	diag_error(r->diags, r->here, "%s", message);
	if (hint)
		diag_hint(r->diags, "%s", hint);
	return false;
}

/* Only these keys may stand in the line. */
static bool
only_keys(struct reader *r, const char *const *keys, size_t n)
{
	const char *key;
	json_t *value;
	json_object_foreach (r->object, key, value) {
		bool known = false;
		for (size_t i = 0; i < n; i++)
			known = known || strcmp(key, keys[i]) == 0;
		if (!known) {
			const char *near = text_nearest(key, keys, n);
			point_at(r, key);
			return wrong(r, near ? arena_printf(r->arena, "did you mean \"%s\"?", near) : NULL, "\"%s\" is not known in such a line", key);
		}
	}
	return true;
}

static const char *
string_at(struct reader *r, const char *key)
{
	const json_t *j = json_object_get(r->object, key);
	if (!json_is_string(j)) {
		point_at(r, key);
		wrong(r, NULL, j ? "\"%s\" must be a string" : "\"%s\" is missing", key);
		return NULL;
	}
	if (strlen(json_string_value(j)) == json_string_length(j))
		return json_string_value(j);
	point_at(r, key);
	wrong(r, NULL, "\"%s\" holds a character with the number 0", key);
	return NULL;
}

static bool
client_at(struct reader *r, int *client)
{
	const char *name = string_at(r, "client");
	if (!name)
		return false;
	const json_t *known = json_object_get(r->numbers, name);
	*client = known ? (int)json_integer_value(known) : (int)r->clients.n;
	if (known)
		return true;
	json_object_set_new(r->numbers, name, json_integer(*client));
	vec_push(r->arena, &r->clients, arena_strdup(r->arena, name));
	vec_push(r->arena, &r->outstanding, NULL);
	return true;
}

static const struct operation *
operation_at(struct reader *r)
{
	const char *name = string_at(r, "op");
	if (!name)
		return NULL;
	const struct spec *s = r->history->spec;
	const struct operation *op = spec_operation(s, name);
	if (op)
		return op;
	const char **names = arena_array(r->arena, const char *, s->nops);
	for (size_t i = 0; i < s->nops; i++)
		names[i] = s->ops[i].name;
	const char *near = text_nearest(name, names, s->nops);
	point_at(r, "op");
	wrong(r, near ? arena_printf(r->arena, "did you mean %s?", near) : NULL, "%s has no operation '%s'", s->resource, name);
	return NULL;
}

static bool
argument(struct reader *r, const struct operation *op, size_t i, const json_t *j, word *w)
{
	const char *what;
	const struct field *p = &op->params[i];
	if (!value_from_json(r->heap, p->type, j, w, &what))
		return wrong(r, NULL, "the argument %s of %s must be %s", p->name, op->name, what);
	if (!value_fits(p->type, *w)) {
		struct text t = {0};
		value_print(&t, p->type, *w);
		wrong(r, NULL, "the argument %s of %s is %s, which is not in %s", p->name, op->name, t.s, type_text(r->arena, p->type));
		text_free(&t);
		return false;
	}
	return true;
}

/* Arguments are a list, or an object by the parameters' names. */
static bool
arguments(struct reader *r, const struct operation *op, word *args)
{
	const json_t *j = json_object_get(r->object, "args");
	size_t n = json_is_array(j) ? json_array_size(j) : json_object_size(j);
	if (!j && op->n == 0)
		return true;
	point_at(r, "args");
	if (!json_is_array(j) && !json_is_object(j))
		return wrong(r, NULL, "\"args\" must be a list with the %zu argument%s of %s", op->n, op->n == 1 ? "" : "s", op->name);
	if (n != op->n)
		return wrong(r, NULL, "%s takes %zu argument%s, there %s %zu here", op->name, op->n, op->n == 1 ? "" : "s", n == 1 ? "is" : "are", n);
	for (size_t i = 0; i < op->n; i++) {
		const json_t *arg = json_is_array(j) ? json_array_get(j, i) : json_object_get(j, op->params[i].name);
		if (!arg)
			return wrong(r, NULL, "the argument %s of %s is missing", op->params[i].name, op->name);
		r->here = r->line;
		point_at_argument(r, op, i, json_is_array(j));
		if (!argument(r, op, i, arg, &args[i]))
			return false;
	}
	r->here = r->line;
	return true;
}

static void
add(struct reader *r, struct event e)
{
	vec_push(r->arena, &r->lines, (struct history_line){e, r->line});
	r->history->at_rest = e.kind == EVENT_AT_REST;
}

static bool
called(struct reader *r)
{
	static const char *const keys[] = {"event", "client", "op", "args"};
	struct event e = {.kind = EVENT_CALLED};
	if (!only_keys(r, keys, 4) || !client_at(r, &e.client) || !(e.op = operation_at(r)))
		return false;
	word *args = arena_array(r->arena, word, e.op->n + 1);
	e.args = args;
	if (!arguments(r, e.op, args))
		return false;
	if (r->outstanding.at[e.client])
		return wrong(r, "each client has at most one call outstanding", "%s makes a call while its last one has not returned", r->clients.at[e.client]);
	r->outstanding.at[e.client] = e.op;
	add(r, e);
	if (r->history->timed)
		add(r, (struct event){.kind = EVENT_BEGAN, .client = e.client});
	return true;
}

static bool
returned(struct reader *r)
{
	static const char *const keys[] = {"event", "client", "value"};
	struct event e = {.kind = EVENT_RETURNED};
	const char *what;
	if (!only_keys(r, keys, 3) || !client_at(r, &e.client))
		return false;
	const struct operation *op = r->outstanding.at[e.client];
	const json_t *value = json_object_get(r->object, "value");
	if (!op)
		return wrong(r, "a call returns once, after it was made", "%s has no call that could return", r->clients.at[e.client]);
	if (value)
		point_at(r, "value");
	if (!op->returns && value)
		return wrong(r, "leave \"value\" out, or give the operation 'returns:'", "%s returns no value, and there is one here", op->name);
	if (op->returns && !value)
		return wrong(r, "add \"value\": ...", "%s returns a value, and there is none here", op->name);
	if (value && !value_from_json(r->heap, op->returns, value, &e.value, &what))
		return wrong(r, NULL, "the value of %s must be %s", op->name, what);
	e.has_value = value != NULL;
	r->outstanding.at[e.client] = NULL;
	add(r, e);
	return true;
}

static bool
at_rest(struct reader *r)
{
	static const char *const keys[] = {"event"};
	if (!only_keys(r, keys, 1))
		return false;
	add(r, (struct event){.kind = EVENT_AT_REST});
	return true;
}

static bool
parameters(struct reader *r)
{
	const struct variables *v = &r->history->spec->params;
	const json_t *all = json_object_get(r->object, "parameters");
	const char *what;
	if (!all && (v->n == 0 || json_object_get(r->object, "order")))
		return true;
	if (v->n == 0 && json_object_size(all) > 0)
		return wrong(r, NULL, "%s has no parameters", r->history->spec->resource);
	if (!json_is_object(all) || json_object_size(all) != v->n)
		return wrong(r, NULL, "\"parameters\" must be an object with a value for each parameter of %s, %zu in all", r->history->spec->resource, v->n);
	word *params = arena_array(r->arena, word, v->n + 1);
	for (size_t i = 0; i < v->n; i++) {
		const json_t *j = json_object_get(all, v->at[i].name);
		if (!j)
			return wrong(r, NULL, "the parameter %s is missing", v->at[i].name);
		r->here = r->line;
		point_at(r, "parameters");
		point_at(r, v->at[i].name);
		if (!value_from_json(r->heap, v->at[i].type, j, &params[i], &what))
			return wrong(r, NULL, "the parameter %s must be %s", v->at[i].name, what);
		if (!value_fits(v->at[i].type, params[i]))
			return wrong(r, NULL, "the parameter %s must be in %s", v->at[i].name, type_text(r->arena, v->at[i].type));
	}
	r->history->params = params;
	return true;
}

/* What the order of lines means. */
static bool
order(struct reader *r)
{
	if (!json_object_get(r->object, "order"))
		return true;
	const char *name = string_at(r, "order");
	if (!name)
		return false;
	bool timed = strcmp(name, "time") == 0 || strcmp(name, "real-time") == 0;
	r->history->timed = r->ordered ? r->history->timed : timed;
	if (timed || strcmp(name, "rest") == 0)
		return true;
	const char *near = text_nearest(name, spec_orders, 2);
	point_at(r, "order");
	return wrong(r, near ? arena_printf(r->arena, "did you mean \"%s\"?", near) : "known are \"rest\" and \"time\"", "the order \"%s\" is not known", name);
}

static bool
begin(struct reader *r)
{
	static const char *const keys[] = {"event", "parameters", "order"};
	if (!only_keys(r, keys, 3))
		return false;
	if (r->began || r->lines.n)
		return wrong(r, NULL, "\"begin\" must be the first line, and the only one of its kind");
	r->began = true;
	return order(r) && parameters(r);
}

static const struct {
	const char *name;
	bool (*read)(struct reader *);
} events[] = {{"called", called}, {"returned", returned}, {"at-rest", at_rest}, {"begin", begin}};

enum { EVENTS = sizeof events / sizeof *events };

static bool
read_object(struct reader *r)
{
	const char *names[EVENTS];
	if (!json_is_object(r->object))
		return wrong(r, "{\"event\": \"called\", \"client\": \"r0\", \"op\": \"enter\", \"args\": [0, 100]}", "each line is an object");
	const char *name = string_at(r, "event");
	if (!name)
		return false;
	for (size_t i = 0; i < EVENTS; i++) {
		names[i] = events[i].name;
		if (strcmp(names[i], name) == 0)
			return events[i].read(r);
	}
	const char *near = text_nearest(name, names, EVENTS);
	point_at(r, "event");
	return wrong(r, near ? arena_printf(r->arena, "did you mean \"%s\"?", near) : "known are called, returned, at-rest and begin", "the event \"%s\" is not known", name);
}

/* Where the text that cannot be read starts: the parser tells where it ends, and in most cases its words. */
static size_t
json_mistake(const char *s, size_t n, const json_error_t *error)
{
	size_t end = error->position > 0 ? (size_t)error->position : 1;
	const char *near = strstr(error->text, "near '");
	size_t words = near && strlen(near) > 7 ? strlen(near) - 7 : 1;
	end = end < n ? end : n;
	return end >= words && (words == 1 || memcmp(s + end - words, near + 6, words) == 0) ? end - words : end - (end > 0);
}

static bool
read_line(struct reader *r, const char *s, size_t n)
{
	json_error_t error;
	r->object = json_loadb(s, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	if (r->object) {
		bool ok = read_object(r);
		json_decref(r->object);
		return ok;
	}
	r->here.from += (uint32_t)json_mistake(s, n, &error);
	return wrong(r, NULL, "this cannot be read as JSON: %s", error.text);
}

static bool
is_blank(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r')
			return false;
	return true;
}

struct history *
history_parse(struct arena *a, struct diags *d, const struct spec *spec, struct heap *heap, struct source *src, const char *order)
{
	struct history *h = arena_new(a, struct history);
	struct reader r = {.arena = a, .diags = d, .heap = heap, .history = h, .numbers = json_object()};
	h->spec = spec;
	h->timed = order == spec_orders[0];
	r.ordered = order != NULL;
	bool ok = true;
	for (size_t from = 0; ok && from < src->length;) {
		const char *newline = memchr(src->text + from, '\n', src->length - from);
		size_t to = newline ? (size_t)(newline - src->text) : src->length;
		r.line = r.here = (struct span){src, (uint32_t)from, (uint32_t)to};
		if (to - from > LONGEST_LINE)
			ok = wrong(&r, NULL, "this line is longer than %d bytes", LONGEST_LINE);
		else if (!is_blank(src->text + from, to - from))
			ok = read_line(&r, src->text + from, to - from);
		from = to + 1;
	}
	json_decref(r.numbers);
	h->lines = r.lines.at;
	h->n = r.lines.n;
	h->clients = r.clients.at;
	h->nclients = r.clients.n;
	return ok ? h : NULL;
}
