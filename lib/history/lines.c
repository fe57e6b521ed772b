#include "history/private.h"

#include "lang/json.h"

#include <string.h>

/* In milliseconds: 30 years. */
#define LATEST_TIME 1e12

struct reader {
	struct history_reading *all;
	size_t length; /* of the line */
	json_t *object;
	bool began; /* there was a line that says how all begins */
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
	const char *line = r->all->stream.text;
	r->all->here.from = (uint32_t)(from - line);
	r->all->here.to = (uint32_t)(to - line);
}

/* Messages point at the value of this key of the object that they point at now. */
static void
point_at(struct reader *r, const char *key)
{
	const char *line = r->all->stream.text, *s = line + r->all->here.from, *end = line + r->all->here.to;
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
	const char *line = r->all->stream.text, *s = line + r->all->here.from, *end = line + r->all->here.to;
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

/* Messages point at the whole line. */
static void
point_at_line(struct reader *r)
{
	r->all->here = (struct span){NULL, 0, (uint32_t)r->length};
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
			return reading_error(r->all, near ? arena_printf(r->all->arena, "did you mean \"%s\"?", near) : NULL, "\"%s\" is not known in such a line", key);
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
		reading_error(r->all, NULL, j ? "\"%s\" must be a string" : "\"%s\" is missing", key);
		return NULL;
	}
	if (strlen(json_string_value(j)) == json_string_length(j))
		return json_string_value(j);
	point_at(r, key);
	reading_error(r->all, NULL, "\"%s\" holds a character with the number 0", key);
	return NULL;
}

static bool
client_at(struct reader *r, int *client)
{
	const char *name = string_at(r, "client");
	if (!name)
		return false;
	*client = reading_client(r->all, name);
	return true;
}

static const struct operation *
operation_at(struct reader *r)
{
	const char *name = string_at(r, "op");
	if (!name)
		return NULL;
	const struct spec *s = r->all->spec;
	const struct operation *op = spec_operation(s, name);
	if (op)
		return op;
	const char **names = arena_array(r->all->arena, const char *, s->nops);
	for (size_t i = 0; i < s->nops; i++)
		names[i] = s->ops[i].name;
	const char *near = text_nearest(name, names, s->nops);
	point_at(r, "op");
	reading_error(r->all, near ? arena_printf(r->all->arena, "did you mean %s?", near) : NULL, "%s has no operation '%s'", s->resource, name);
	return NULL;
}

static bool
argument(struct reader *r, const struct operation *op, size_t i, const json_t *j, word *w)
{
	const char *what;
	const struct field *p = &op->params[i];
	if (!value_from_json(r->all->heap, p->type, j, w, &what))
		return reading_error(r->all, NULL, "the argument %s of %s must be %s", p->name, op->name, what);
	return reading_fits(r->all, op, i, *w);
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
		return reading_error(r->all, NULL, "\"args\" must be a list with the %zu argument%s of %s", op->n, op->n == 1 ? "" : "s", op->name);
	if (n != op->n)
		return reading_error(r->all, NULL, "%s takes %zu argument%s, there %s %zu here", op->name, op->n, op->n == 1 ? "" : "s", n == 1 ? "is" : "are", n);
	for (size_t i = 0; i < op->n; i++) {
		const json_t *arg = json_is_array(j) ? json_array_get(j, i) : json_object_get(j, op->params[i].name);
		if (!arg)
			return reading_error(r->all, NULL, "the argument %s of %s is missing", op->params[i].name, op->name);
		point_at_line(r);
		point_at_argument(r, op, i, json_is_array(j));
		if (!argument(r, op, i, arg, &args[i]))
			return false;
	}
	point_at_line(r);
	return true;
}

/* When it happened: in milliseconds, of which there may be a part. It is needed only where somebody asks for how long a call has waited. */
static bool
take_time(struct reader *r)
{
	const json_t *j = json_object_get(r->object, "time");
	const char *example = "for example \"time\": 12.5, in milliseconds since any moment";
	if (!j && !r->all->spec->reads_waited)
		return true;
	if (!j)
		return reading_error(r->all, example, "\"time\" is missing: the specification asks for how long calls have waited");
	point_at(r, "time");
	double ms = json_number_value(j);
	if (!json_is_number(j) || !(ms >= 0 && ms <= LATEST_TIME))
		return reading_error(r->all, example, "\"time\" must be a number from 0 to %.0f", LATEST_TIME);
	int64_t time = (int64_t)(ms * 1e6 + 0.5);
	if (time < r->all->time)
		return reading_error(r->all, NULL, "the time goes back here");
	r->all->time = time;
	point_at_line(r);
	return true;
}

static bool
called(struct reader *r)
{
	static const char *const keys[] = {"event", "client", "op", "args", "time"};
	const struct operation *op;
	int client;
	if (!only_keys(r, keys, 5) || !take_time(r) || !client_at(r, &client) || !(op = operation_at(r)))
		return false;
	word *args = arena_array(r->all->arena, word, op->n + 1);
	return arguments(r, op, args) && reading_call(r->all, client, op, args);
}

static bool
returned(struct reader *r)
{
	static const char *const keys[] = {"event", "client", "value", "time"};
	int client;
	word w = 0;
	const char *what;
	if (!only_keys(r, keys, 4) || !take_time(r) || !client_at(r, &client))
		return false;
	const struct operation *op = reading_open(r->all, client, "return");
	const json_t *value = json_object_get(r->object, "value");
	if (!op)
		return false;
	if (value)
		point_at(r, "value");
	if (!op->returns && value)
		return reading_error(r->all, "leave \"value\" out, or give the operation 'returns:'", "%s returns no value, and there is one here", op->name);
	if (op->returns && !value)
		return reading_error(r->all, "add \"value\": ...", "%s returns a value, and there is none here", op->name);
	if (value && !value_from_json(r->all->heap, op->returns, value, &w, &what))
		return reading_error(r->all, NULL, "the value of %s must be %s", op->name, what);
	reading_return(r->all, client, value != NULL, w);
	return true;
}

static bool
lost(struct reader *r)
{
	static const char *const keys[] = {"event", "client", "time"};
	int client;
	if (!only_keys(r, keys, 3) || !take_time(r) || !client_at(r, &client) || !reading_open(r->all, client, "be lost"))
		return false;
	reading_lose(r->all, client);
	return true;
}

static bool
at_rest(struct reader *r)
{
	static const char *const keys[] = {"event", "time"};
	if (!only_keys(r, keys, 2) || !take_time(r))
		return false;
	reading_rest(r->all);
	return true;
}

static bool
parameters(struct reader *r)
{
	const struct variables *v = &r->all->spec->params;
	const json_t *all = json_object_get(r->object, "parameters");
	const char *what;
	if (!all && (v->n == 0 || json_object_get(r->object, "order")))
		return true;
	if (v->n == 0 && json_object_size(all) > 0)
		return reading_error(r->all, NULL, "%s has no parameters", r->all->spec->resource);
	if (!json_is_object(all) || json_object_size(all) != v->n)
		return reading_error(r->all, NULL, "\"parameters\" must be an object with a value for each parameter of %s, %zu in all", r->all->spec->resource, v->n);
	word *params = arena_array(r->all->arena, word, v->n + 1);
	for (size_t i = 0; i < v->n; i++) {
		const json_t *j = json_object_get(all, v->at[i].name);
		if (!j)
			return reading_error(r->all, NULL, "the parameter %s is missing", v->at[i].name);
		point_at_line(r);
		point_at(r, "parameters");
		point_at(r, v->at[i].name);
		if (!value_from_json(r->all->heap, v->at[i].type, j, &params[i], &what))
			return reading_error(r->all, NULL, "the parameter %s must be %s", v->at[i].name, what);
		if (!value_fits(v->at[i].type, params[i]))
			return reading_error(r->all, NULL, "the parameter %s must be in %s", v->at[i].name, type_text(r->all->arena, v->at[i].type));
	}
	r->all->history->params = params;
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
	r->all->history->timed = r->all->ordered ? r->all->history->timed : timed;
	if (timed || strcmp(name, "rest") == 0)
		return true;
	const char *near = text_nearest(name, spec_orders, 2);
	point_at(r, "order");
	return reading_error(r->all, near ? arena_printf(r->all->arena, "did you mean \"%s\"?", near) : "known are \"rest\" and \"time\"", "the order \"%s\" is not known", name);
}

static bool
begin(struct reader *r)
{
	static const char *const keys[] = {"event", "parameters", "order"};
	if (!only_keys(r, keys, 3))
		return false;
	if (r->began || r->all->lines.n)
		return reading_error(r->all, NULL, "\"begin\" must be the first line, and the only one of its kind");
	r->began = true;
	return order(r) && parameters(r);
}

static const struct {
	const char *name;
	bool (*read)(struct reader *);
} events[] = {{"called", called}, {"returned", returned}, {"lost", lost}, {"at-rest", at_rest}, {"begin", begin}};

enum { EVENTS = sizeof events / sizeof *events };

static bool
read_object(struct reader *r)
{
	const char *names[EVENTS];
	if (!json_is_object(r->object))
		return reading_error(r->all, "{\"event\": \"called\", \"client\": \"r0\", \"op\": \"enter\", \"args\": [0, 100]}", "each line is an object");
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
	return reading_error(r->all, near ? arena_printf(r->all->arena, "did you mean \"%s\"?", near) : "known are called, returned, lost, at-rest and begin", "the event \"%s\" is not known", name);
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
	r->all->here.from += (uint32_t)json_mistake(s, n, &error);
	return reading_error(r->all, NULL, "this cannot be read as JSON: %s", error.text);
}

static bool
is_blank(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r')
			return false;
	return true;
}

bool
read_lines(struct history_reading *all)
{
	struct reader r = {.all = all};
	bool ok = true;
	while (ok && stream_peek(&all->stream, 0) >= 0) {
		r.length = stream_line(&all->stream, LONGEST_PIECE);
		point_at_line(&r);
		if (r.length > LONGEST_PIECE)
			ok = reading_error(all, NULL, "this line is longer than %d bytes", LONGEST_PIECE);
		else if (!is_blank(all->stream.text, r.length))
			ok = read_line(&r, all->stream.text, r.length);
		stream_drop(&all->stream, r.length + 1);
	}
	return ok;
}
