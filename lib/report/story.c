#include "report/files.h"
#include "report/private.h"

#include <string.h>

/* Who and what appears. */
struct cast {
	struct arena *arena;
	const struct model *model;
	const struct history *history;
	const struct trace *trace;
	VEC(size_t) phases; /* where in the history each of them begins */
	struct rules rules;
	struct files files;
	VEC(int32_t) actors;
	VEC(const char *) names;
	VEC(uint64_t) objects;
	VEC(struct story_step) steps;
};

static const char *
actor_name(const struct cast *c, int32_t actor)
{
	if (actor >= ACTOR_THREAD)
		return arena_printf(c->arena, "thread %d", actor - ACTOR_THREAD);
	if (actor >= 0 && (size_t)actor < c->history->nclients)
		return c->history->clients[actor];
	return "host";
}

static size_t
actor_index(const struct cast *c, int32_t actor)
{
	size_t i = 0;
	while (i < c->actors.n && c->actors.at[i] != actor)
		i++;
	return i;
}

/* Clients go before threads, whoever comes first. */
static void
know_actors(struct cast *c, const struct trace *t)
{
	for (size_t i = 0; i < t->n; i++) {
		int32_t actor = t->at[i].actor;
		if (actor_index(c, actor) < c->actors.n)
			continue;
		vec_push(c->arena, &c->actors, actor);
		for (size_t k = c->actors.n - 1; k > 0 && c->actors.at[k - 1] > actor; k--) {
			c->actors.at[k] = c->actors.at[k - 1];
			c->actors.at[k - 1] = actor;
		}
	}
	for (size_t i = 0; i < c->actors.n; i++)
		vec_push(c->arena, &c->names, actor_name(c, c->actors.at[i]));
}

static void
know_object(struct cast *c, uint64_t object)
{
	for (size_t i = 0; i < c->objects.n; i++)
		if (c->objects.at[i] == object)
			return;
	vec_push(c->arena, &c->objects, object);
}

static bool
is_object(const struct trace_step *s)
{
	return s->object && s->ending != STEP_WAKES && !strstr(s->action, "thread");
}

/* A, B, ... Z, AA, AB, ... */
static const char *
letters(struct arena *a, size_t n)
{
	char at[16];
	size_t i = sizeof at - 1;
	at[i] = 0;
	for (n++; n > 0; n = (n - 1) / 26)
		at[--i] = (char)('A' + (n - 1) % 26);
	return arena_strdup(a, at + i);
}

static const char *
object_name(struct cast *c, const struct trace_step *s)
{
	if (s->object && s->ending != STEP_WAKES && !is_object(s))
		return arena_printf(c->arena, "%lld", (long long)s->object - ACTOR_THREAD);
	for (size_t i = 0; is_object(s) && i < c->objects.n; i++)
		if (c->objects.at[i] == s->object)
			return letters(c->arena, i);
	return NULL;
}

/* The letters go by what is read first: the last phase. */
static void
know_objects(struct cast *c, const struct trace *t)
{
	size_t last = t->n ? t->at[t->n - 1].phase : 0;
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].phase == last && is_object(&t->at[i]))
			know_object(c, t->at[i].object);
	for (size_t i = 0; i < t->n; i++)
		if (is_object(&t->at[i]))
			know_object(c, t->at[i].object);
}

static void
know_phases(struct cast *c)
{
	const struct history *h = c->history;
	vec_push(c->arena, &c->phases, 0);
	for (size_t i = 0; i < h->n; i++)
		if (h->lines[i].event.kind == EVENT_AT_REST)
			vec_push(c->arena, &c->phases, i + 1);
}

/* How often has the actor done the same before, in this phase? */
static size_t
times_before(const struct cast *c, const struct trace_step *s)
{
	size_t n = 0;
	for (const struct trace_step *b = s; b > c->trace->at && b[-1].phase == s->phase; b--)
		n += b[-1].actor == s->actor && strcmp(b[-1].action, s->action) == 0;
	return n;
}

/* What the client does in the step, for so often in this phase, and the call that it belongs to; NULL if there is none. */
static const struct event *
event_of(const struct cast *c, const struct trace_step *s, enum event_kind kind, const struct event **call)
{
	const struct history *h = c->history;
	size_t before = times_before(c, s);
	for (size_t i = s->phase < c->phases.n ? c->phases.at[s->phase] : h->n; i < h->n && h->lines[i].event.kind != EVENT_AT_REST; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->client != s->actor || e->kind != kind || before-- > 0)
			continue;
		*call = call_of(h, i);
		return e;
	}
	return NULL;
}

/* "enter(0, 100)" where a call begins, its value where it returns. */
static const char *
call_text(struct cast *c, const struct trace_step *s)
{
	bool begins = strcmp(s->action, "call") == 0, returns = strcmp(s->action, "return") == 0;
	const struct event *call = NULL, *e = begins || returns ? event_of(c, s, begins ? EVENT_CALLED : EVENT_RETURNED, &call) : NULL;
	struct text t = {0};
	if (begins && s->actor == ACTOR_HOST)
		return "destroy"; /* how an instance is made is not traced */
	if (!e || !call || (returns && !e->has_value))
		return NULL;
	if (begins)
		model_print_call(&t, &c->rules, call->op, call->args);
	else
		value_print(&t, call->op->returns, e->value);
	return text_take(&t, c->arena);
}

/* The last step of an actor in the phase; NULL if there is none. */
static struct story_step *
last_step(struct cast *c, size_t actor, size_t phase)
{
	for (size_t i = c->steps.n; i-- > 0 && c->steps.at[i].phase == phase;)
		if (c->steps.at[i].actor == actor)
			return &c->steps.at[i];
	return NULL;
}

/* What is noted is where a call returns to: the line is that of the byte before. Of another file, a number alone would say nothing. */
static struct place
place_of(struct cast *c, const struct trace_step *s)
{
	if (!s->placed)
		return (struct place){0};
	struct place p = places_find(files_places(&c->files, s->file), c->arena, s->place - 1);
	return s->file && !p.file && !p.function ? (struct place){0} : p;
}

static void
take_step(struct cast *c, const struct trace_step *s)
{
	size_t actor = actor_index(c, s->actor);
	struct story_step *before = s->ending == STEP_WAKES ? last_step(c, actor, s->phase + 1) : NULL;
	const char *woken = s->ending == STEP_WAKES ? actor_name(c, (int32_t)(int64_t)s->object) : NULL;
	if (before) {
		before->wakes = before->wakes ? arena_printf(c->arena, "%s, %s", before->wakes, woken) : woken;
		return;
	}
	struct story_step step = {.phase = s->phase + 1, .actor = actor, .action = s->action, .object = object_name(c, s), .wakes = woken, .ending = s->ending};
	step.place = place_of(c, s);
	step.call = call_text(c, s);
	vec_push(c->arena, &c->steps, step);
}

struct story *
story_tell(struct arena *a, const struct trace *t, const struct model *m, const struct history *h, const char *library)
{
	struct cast c = {.arena = a, .model = m, .history = h, .trace = t, .files = {.library = library}};
	struct heap *heap = heap_new(m->spec->heap);
	struct story *story = arena_new(a, struct story);
	rules_start(&c.rules, m, heap, h->params);
	know_phases(&c);
	know_actors(&c, t);
	know_objects(&c, t);
	for (size_t i = 0; i < t->n; i++) {
		take_step(&c, &t->at[i]);
		story->preemptions += t->at[i].ending == STEP_PREEMPTED;
		story->phases = t->at[i].phase + 1;
	}
	files_close(&c.files);
	rules_stop(&c.rules);
	heap_free(heap);
	story->n = c.steps.n;
	story->at = c.steps.at;
	story->nactors = c.names.n;
	story->actors = c.names.at;
	return story;
}

struct place
place_find(struct arena *a, const char *library, uint64_t offset)
{
	struct places *p = places_open(library);
	struct place found = places_find(p, a, offset);
	places_close(p);
	return found;
}
