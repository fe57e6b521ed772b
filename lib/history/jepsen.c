/*
 * What Jepsen and its like record: maps in EDN, or the lines of jepsen.log. A process invokes a function; the line that completes it says that it
 * returned (:ok), did not happen (:fail), or that nobody knows (:info).
 */
#include "history/convert.h"
#include "history/private.h"

#include <string.h>

/* What is known of a process. */
struct process {
	const struct recorded *function; /* of its open call */
	const char *value; /* what it was invoked with, as it stands there; only where failing is a result */
	bool timed;
	int64_t time; /* of its last line */
};

struct jepsen {
	struct history_reading *all;
	struct edn_reader edn;
	struct arena arena; /* of what the last lines say */
	VEC(struct process) processes; /* by client */
	bool indexed;
	int64_t index; /* of the last line */
};

/* What a line says. */
struct entry {
	struct edn whole, process, type, f, value, key, error, time, index;
};

enum { INVOKE, OK, FAIL, INFO, TYPES };

static const char *const types[TYPES] = {"invoke", "ok", "fail", "info"};

static void
point(struct jepsen *j, const struct edn *e)
{
	j->all->here = (struct span){NULL, e->from, e->to};
}

static bool
not_read(struct jepsen *j)
{
	j->all->here = (struct span){NULL, (uint32_t)j->edn.from, (uint32_t)j->edn.to};
	return reading_error(j->all, j->edn.hint, "%s", j->edn.wrong);
}

static const char *
shown(struct jepsen *j, const struct edn *e)
{
	struct text t = {0};
	text_printable(&t, j->all->stream.text + e->from, e->to - e->from < 40 ? e->to - e->from : 40);
	return t.n ? text_take(&t, j->all->arena) : "";
}

/* --- values --- */

static bool
take_step(struct jepsen *j, const struct recorded_step *step, const struct edn *in, struct edn *out)
{
	if (!step->field && in->kind == EDN_LIST && (uint64_t)step->index < in->n) {
		*out = in->at[step->index];
		return true;
	}
	for (size_t i = 0; step->field && in->kind == EDN_MAP && i < in->n; i += 2) {
		if (!edn_is(&in->at[i], step->field))
			continue;
		*out = in->at[i + 1];
		return true;
	}
	point(j, in);
	return step->field ? reading_error(j->all, NULL, "there is no :%s in this", step->field) : reading_error(j->all, NULL, "this has no element %lld", (long long)step->index);
}

/* The part of the line that a recorded value names. */
static bool
take_part(struct jepsen *j, const struct recorded_value *v, const struct entry *e, struct edn *part)
{
	bool key = strcmp(v->root, "key") == 0;
	*part = key ? e->key : e->value;
	if (part->kind == EDN_ABSENT && key) {
		point(j, &e->whole);
		return reading_error(j->all, NULL, "there is no :key here, and the specification asks for it");
	}
	if (part->kind == EDN_ABSENT)
		*part = (struct edn){.kind = EDN_NIL, .from = e->whole.from, .to = e->whole.to};
	for (size_t i = 0; i < v->n; i++) {
		struct edn in = *part;
		if (!take_step(j, &v->steps[i], &in, part))
			return false;
	}
	return true;
}

/* A value of the model; `what` it is, for messages. */
static bool
take_value(struct jepsen *j, const struct recorded_value *v, const struct recorded_value *nil, const struct type *t, const struct entry *e, const char *what, word *w)
{
	struct edn part = {0};
	const char *wanted;
	if (v->constant) {
		*w = v->value;
		return true;
	}
	if (!take_part(j, v, e, &part))
		return false;
	point(j, &part);
	if (part.kind == EDN_NIL && nil && nil->given) {
		*w = nil->value;
		return true;
	}
	json_t *json = edn_json(&part, t);
	bool ok = value_from_json(j->all->heap, t, json, w, &wanted);
	json_decref(json);
	if (ok)
		return true;
	const char *hint = part.kind == EDN_NIL && nil ? "what nil is here, 'nil:' can say in the specification" : NULL;
	return reading_error(j->all, hint, "%s must be %s", what, wanted);
}

/* --- lines --- */

static const struct recorded *
function_of(struct jepsen *j, const struct entry *e)
{
	const struct spec *s = j->all->spec;
	const char **names = arena_array(&j->arena, const char *, s->nrecorded);
	for (size_t i = 0; i < s->nrecorded; i++) {
		names[i] = s->recorded[i].name;
		if (edn_is(&e->f, names[i]))
			return &s->recorded[i];
	}
	const char *near = e->f.text ? text_nearest(e->f.text, names, s->nrecorded) : NULL;
	point(j, e->f.kind == EDN_ABSENT ? &e->whole : &e->f);
	if (e->f.kind == EDN_ABSENT)
		reading_error(j->all, NULL, "there is no :f here");
	else
		reading_error(j->all, near ? arena_printf(j->all->arena, "did you mean %s?", near) : NULL, "%s is not known: 'recorded' in the specification does not name it", shown(j, &e->f));
	return NULL;
}

static bool
invoke(struct jepsen *j, const struct entry *e, int client)
{
	const struct recorded *f = function_of(j, e);
	if (!f)
		return false;
	const struct operation *op = f->operation;
	word *args = arena_array(j->all->arena, word, op->n + 1);
	for (size_t i = 0; i < op->n; i++) {
		const char *what = arena_printf(&j->arena, "the argument %s of %s", op->params[i].name, op->name);
		if (!take_value(j, &f->args[i], NULL, op->params[i].type, e, what, &args[i]) || !reading_fits(j->all, op, i, args[i]))
			return false;
	}
	struct process *p = &j->processes.at[client];
	p->function = f;
	p->value = f->fail_returns.given ? arena_strndup(j->all->arena, j->all->stream.text + e->value.from, e->value.to - e->value.from) : NULL;
	point(j, &e->whole);
	return reading_call(j->all, client, op, args);
}

static bool
give_back(struct jepsen *j, const struct entry *e, int client, const struct recorded_value *v)
{
	const struct recorded *f = j->processes.at[client].function;
	const struct operation *op = f->operation;
	word w = 0;
	if (op->returns && !take_value(j, v, &f->nil, op->returns, e, arena_printf(&j->arena, "what %s returned", op->name), &w))
		return false;
	reading_return(j->all, client, op->returns != NULL, w);
	return true;
}

/* Is failing a result? With an error, or with another value than it was invoked with (such as :timed-out), it is none: it did not happen. */
static bool
is_result(const struct jepsen *j, const struct entry *e, const struct process *p)
{
	size_t n = e->value.to - e->value.from;
	if (!p->function->fail_returns.given || (e->error.kind != EDN_ABSENT && e->error.kind != EDN_NIL))
		return false;
	return !p->function->fail_returns.constant || (strlen(p->value) == n && memcmp(p->value, j->all->stream.text + e->value.from, n) == 0);
}

static bool
complete(struct jepsen *j, const struct entry *e, int client, int type)
{
	struct process *p = &j->processes.at[client];
	point(j, &e->whole);
	if (!j->all->callers.at[client].open)
		return reading_error(j->all, NULL, "this completes nothing: %s has invoked nothing that is open", j->all->clients.at[client]);
	if (!edn_is(&e->f, p->function->name)) {
		point(j, e->f.kind == EDN_ABSENT ? &e->whole : &e->f);
		return reading_error(j->all, NULL, "what %s has invoked is :%s", j->all->clients.at[client], p->function->name);
	}
	if (type == OK)
		return give_back(j, e, client, &p->function->returns);
	if (type == FAIL && is_result(j, e, p))
		return give_back(j, e, client, &p->function->fail_returns);
	if (type == FAIL)
		reading_undo(j->all, client);
	else
		reading_lose(j->all, client);
	return true;
}

/* Lines stand in the order of their numbers, and those of a process in that of its time. Between processes, clocks are read before lines are written. */
static bool
keeps_order(struct jepsen *j, const struct entry *e, struct process *p)
{
	if (e->index.kind == EDN_INT && j->indexed && e->index.number <= j->index) {
		point(j, &e->index);
		return reading_error(j->all, "lines must stand in the order in which they were recorded", "the number of the line before was %lld", (long long)j->index);
	}
	if (e->time.kind == EDN_INT && p->timed && e->time.number < p->time) {
		point(j, &e->time);
		return reading_error(j->all, "lines must stand in the order in which they were recorded", "time goes back: the last line of this process is of %lld", (long long)p->time);
	}
	j->indexed = j->indexed || e->index.kind == EDN_INT;
	p->timed = p->timed || e->time.kind == EDN_INT;
	j->index = e->index.kind == EDN_INT ? e->index.number : j->index;
	p->time = j->all->time = e->time.kind == EDN_INT ? e->time.number : p->time;
	if (j->all->spec->reads_waited && !p->timed)
		return reading_error(j->all, "for example :time 2500000, in nanoseconds", ":time is missing: the specification asks for how long calls have waited");
	return true;
}

static int
type_of_entry(struct jepsen *j, const struct entry *e)
{
	for (int i = 0; i < TYPES; i++)
		if (edn_is(&e->type, types[i]))
			return i;
	point(j, e->type.kind == EDN_ABSENT ? &e->whole : &e->type);
	reading_error(j->all, "known are :invoke, :ok, :fail and :info", e->type.kind == EDN_ABSENT ? "there is no :type here" : "this is none of the types");
	return TYPES;
}

/* What does anything but calls, such as the nemesis, has no number. */
static bool
take_entry(struct jepsen *j, const struct entry *e)
{
	int type = type_of_entry(j, e);
	if (type == TYPES)
		return false;
	point(j, &e->whole);
	if (e->process.kind == EDN_ABSENT)
		return reading_error(j->all, NULL, "there is no :process here");
	if (e->process.kind != EDN_INT)
		return true;
	char name[32];
	snprintf(name, sizeof name, "p%lld", (long long)e->process.number);
	int client = reading_client(j->all, name);
	while (j->processes.n <= (size_t)client)
		vec_push(j->all->arena, &j->processes, (struct process){0});
	if (!keeps_order(j, e, &j->processes.at[client]))
		return false;
	return type == INVOKE ? invoke(j, e, client) : complete(j, e, client, type);
}

/* --- maps --- */

static bool
read_map(struct jepsen *j, const struct edn *map)
{
	struct entry e = {.whole = *map};
	const struct {
		const char *name;
		struct edn *to;
	} keys[] = {{"process", &e.process}, {"type", &e.type}, {"f", &e.f}, {"value", &e.value}, {"key", &e.key}, {"error", &e.error}, {"time", &e.time}, {"index", &e.index}};
	for (size_t i = 0; i < map->n; i += 2) {
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
			if (!edn_is(&map->at[i], keys[k].name))
				continue;
			point(j, &map->at[i]);
			if (keys[k].to->kind != EDN_ABSENT)
				return reading_error(j->all, NULL, "this key stands here twice");
			*keys[k].to = map->at[i + 1];
		}
	}
	return take_entry(j, &e);
}

static void
start(struct jepsen *j, size_t from, size_t end)
{
	if (j->arena.total > LONGEST_PIECE)
		arena_free(&j->arena);
	j->edn = (struct edn_reader){.stream = &j->all->stream, .arena = &j->arena, .i = from, .end = end};
}

static bool
next_map(struct jepsen *j)
{
	struct edn e;
	if (!edn_read(&j->edn, &e))
		return not_read(j);
	point(j, &e);
	if (e.kind != EDN_MAP)
		return reading_error(j->all, "{:process 0, :type :invoke, :f :write, :value 3}", "each entry of a history is a map");
	if (!read_map(j, &e))
		return false;
	stream_drop(&j->all->stream, j->edn.i);
	return true;
}

/* Maps, one after the other; all of them may stand in a list. */
static bool
read_maps(struct jepsen *j)
{
	struct stream *s = &j->all->stream;
	char open = 0;
	bool closed = false;
	for (;;) {
		start(j, 0, SIZE_MAX);
		int c = edn_skip(&j->edn);
		if (j->edn.wrong)
			return not_read(j);
		j->all->here = (struct span){NULL, 0, c >= 0};
		if (c < 0 && j->edn.i >= LONGEST_PIECE) {
			j->all->here.to = 1;
			return reading_error(j->all, NULL, "there is more than a mebibyte of blanks or comments here");
		}
		stream_drop(s, j->edn.i);
		start(j, 0, SIZE_MAX);
		bool opens = (c == '[' || c == '(') && !open && j->all->clients.n == 0;
		bool closes = open && !closed && c == (open == '[' ? ']' : ')');
		j->all->here = (struct span){NULL, 0, c >= 0};
		if (c < 0)
			return !open || closed || reading_error(j->all, "what follows is missing: was the file cut off?", "the list of the history has no end");
		if (closed)
			return reading_error(j->all, NULL, "there is something behind the end of the history");
		if (!opens && !closes && !next_map(j))
			return false;
		open = opens ? (char)c : open;
		closed = closes;
		if (opens || closes)
			stream_drop(s, 1);
	}
}

/* --- lines of jepsen.log --- */

static size_t
skip(const char *s, size_t i, size_t n, bool blanks)
{
	while (i < n && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') == blanks)
		i++;
	return i;
}

static bool
is_type(const char *s, size_t n)
{
	for (int i = 0; i < TYPES; i++)
		if (n == strlen(types[i]) + 1 && *s == ':' && memcmp(s + 1, types[i], n - 1) == 0)
			return true;
	return false;
}

/* Where the word in front of the first type begins: the process. n: there is none. */
static size_t
find_process(const char *s, size_t n)
{
	for (size_t i = skip(s, 0, n, true), last = n; i < n;) {
		size_t end = skip(s, i, n, false);
		if (last < n && is_type(s + i, end - i))
			return last;
		last = i;
		i = skip(s, end, n, true);
	}
	return n;
}

/* Is it of the logger of operations, and says a process? Then it was cut off. */
static bool
is_cut(const char *s, size_t n)
{
	const char *logger = memmem(s, n, "jepsen.util", strlen("jepsen.util"));
	if (!logger)
		return false;
	size_t i = (size_t)(logger - s) + strlen("jepsen.util");
	while (i < n && (s[i] == ' ' || s[i] == ':' || s[i] == '-'))
		i++;
	return i < n && s[i] >= '0' && s[i] <= '9';
}

static bool
read_log_line(struct jepsen *j, size_t n)
{
	const char *s = j->all->stream.text;
	size_t from = find_process(s, n);
	struct entry e = {.whole = {.kind = EDN_LIST, .from = 0, .to = (uint32_t)n}};
	struct edn *const parts[] = {&e.process, &e.type, &e.f, &e.value, &e.error};
	j->all->here = (struct span){NULL, 0, (uint32_t)n};
	if (from == n)
		return !is_cut(s, n) || reading_error(j->all, NULL, "this is no event: process, type, function and value are expected");
	start(j, from, n);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && edn_skip(&j->edn) >= 0; i++)
		if (!edn_read(&j->edn, parts[i]))
			return not_read(j);
	return j->edn.wrong ? not_read(j) : take_entry(j, &e);
}

static bool
read_log(struct jepsen *j)
{
	struct stream *s = &j->all->stream;
	while (stream_peek(s, 0) >= 0) {
		size_t n = stream_line(s, LONGEST_PIECE);
		j->all->here = (struct span){NULL, 0, (uint32_t)n};
		if (n > LONGEST_PIECE)
			return reading_error(j->all, NULL, "this line is longer than %d bytes", LONGEST_PIECE);
		if (!read_log_line(j, n))
			return false;
		stream_drop(s, n + 1);
	}
	return true;
}

/* --- the whole --- */

/* Does the text begin as EDN does? */
static bool
is_edn(struct stream *s)
{
	int c;
	while ((c = stream_peek(s, 0)) >= 0 && strchr(" \t\r\n", c))
		stream_drop(s, 1);
	return c > 0 && strchr("{[(#;", c);
}

static bool
read(struct history_reading *all, bool logs)
{
	struct jepsen j = {.all = all};
	const struct spec *s = all->spec;
	if (s->nrecorded == 0) {
		diag_error(all->diags, (struct span){s->source, 0, 0}, "%s does not say how calls are recorded", s->resource);
		diag_hint(all->diags, "add 'recorded:', as srtest-spec(5) has it");
		return false;
	}
	bool ok = !logs || is_edn(&all->stream) ? read_maps(&j) : read_log(&j);
	arena_free(&j.arena);
	return ok;
}

bool
read_jepsen(struct history_reading *all)
{
	return read(all, true);
}

bool
read_porcupine(struct history_reading *all)
{
	return read(all, false);
}
