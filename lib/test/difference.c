#include "test/replay.h"

#include <string.h>

struct comparison {
	struct arena *arena;
	const struct spec *spec;
	const struct replay *expected, *now;
	size_t phase;
	size_t next[TEST_MOST_CLIENTS]; /* calls that each client had made before this phase */
};

static const char *
name_of(const struct comparison *c, int client)
{
	return c->expected->test->clients[client];
}

/* The call that a client has outstanding in this phase, with its name: r0 enter(0, 100). */
static const char *
call_of(const struct comparison *c, int client)
{
	const struct script *s = &c->expected->test->scripts[client];
	size_t made = c->next[client];
	const struct test_phase *p = &c->expected->test->phases[c->phase];
	for (size_t i = 0; i < p->n; i++)
		made += p->clients[i] == client;
	if (made == 0 || made > s->n)
		return name_of(c, client);
	const struct script_call *call = &s->calls[made - 1];
	const struct operation *op = &c->spec->ops[call->operation];
	struct text t = {0};
	text_printf(&t, "%s %s(", name_of(c, client), op->name);
	for (size_t i = 0; i < op->n; i++) {
		text_str(&t, i ? ", " : "");
		value_print(&t, op->params[i].type, call->values[i]);
	}
	text_char(&t, ')');
	return text_take(&t, c->arena);
}

static bool
calls_in(const struct test_phase *p, int client)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->clients[i] == client)
			return true;
	return false;
}

static const char *
calls_differ(const struct comparison *c)
{
	const struct test_phase *then = &c->expected->test->phases[c->phase], *now = &c->now->test->phases[c->phase];
	for (size_t i = 0; i < then->n; i++)
		if (!calls_in(now, then->clients[i]))
			return arena_printf(c->arena, "%s cannot be made: the last call of %s has not returned", call_of(c, then->clients[i]), name_of(c, then->clients[i]));
	return NULL;
}

/* The return in one of the phases that is to a client what the ith is to it in the other; NULL: there is none. */
static const struct replay_return *
return_like(const struct replay_phase *p, const struct replay_phase *other, size_t i)
{
	size_t before = 0;
	for (size_t k = 0; k < i; k++)
		before += other->returned[k].client == other->returned[i].client;
	for (size_t k = 0; k < p->nreturned; k++)
		if (p->returned[k].client == other->returned[i].client && before-- == 0)
			return &p->returned[k];
	return NULL;
}

static const char *
return_differs(const struct comparison *c, const struct replay_return *then, const struct replay_return *now)
{
	if (!now)
		return arena_printf(c->arena, "%s does not return; it did", call_of(c, then->client));
	if (then->value && now->value && strcmp(then->value, now->value) != 0)
		return arena_printf(c->arena, "%s returns %s; it returned %s", call_of(c, then->client), now->value, then->value);
	return NULL;
}

static const char *
returns_differ(const struct comparison *c)
{
	const struct replay_phase *then = &c->expected->phases[c->phase], *now = &c->now->phases[c->phase];
	const char *words = NULL;
	for (size_t i = 0; i < then->nreturned && !words; i++)
		words = return_differs(c, &then->returned[i], return_like(now, then, i));
	for (size_t i = 0; i < now->nreturned && !words; i++) {
		int client = now->returned[i].client;
		bool returned = return_like(then, now, i) != NULL, blocked = !returned && (then->blocked >> client & 1);
		if (blocked || (then->returned_given && !returned))
			words = arena_printf(c->arena, "%s returns; it did not", call_of(c, client));
	}
	return words;
}

static const char *
actor(const struct comparison *c, int32_t number)
{
	if (number == ACTOR_HOST)
		return "the host";
	if (number >= ACTOR_THREAD)
		return arena_printf(c->arena, "thread %d", number - ACTOR_THREAD);
	return number >= 0 && (size_t)number < c->expected->test->nclients ? name_of(c, number) : "nobody";
}

static const char *
describe(const struct comparison *c, const struct choice *choice)
{
	return arena_printf(c->arena, "at point %u of %s, %s goes on", choice->nth, actor(c, choice->actor), actor(c, choice->chosen));
}

static bool
same_choice(const struct choice *a, const struct choice *b)
{
	return a->actor == b->actor && a->nth == b->nth && a->chosen == b->chosen;
}

/* Choices are told in the order in which they were made, so the first that differs is where the schedule took another turn. */
static const char *
schedules_differ(const struct comparison *c)
{
	const struct test_phase *then = &c->expected->test->phases[c->phase], *now = &c->now->test->phases[c->phase];
	size_t i = 0;
	while (i < then->nchoices && i < now->nchoices && same_choice(&then->choices[i], &now->choices[i]))
		i++;
	if (i < then->nchoices)
		return arena_printf(c->arena, "the schedule cannot do what it did: %s", describe(c, &then->choices[i]));
	if (i < now->nchoices)
		return arena_printf(c->arena, "the schedule does what it did not: %s", describe(c, &now->choices[i]));
	return NULL;
}

static const char *
steps_differ(const struct comparison *c)
{
	uint64_t then = c->expected->test->phases[c->phase].steps, now = c->now->test->phases[c->phase].steps;
	if (then == now)
		return NULL;
	return arena_printf(c->arena, "the implementation takes %llu steps; it took %llu", (unsigned long long)now, (unsigned long long)then);
}

static const char *
phase_differs(const struct comparison *c)
{
	const struct replay_phase *then = &c->expected->phases[c->phase], *now = &c->now->phases[c->phase];
	const char *words = calls_differ(c);
	if (!words)
		words = returns_differ(c);
	if (!words && then->schedule_given && now->schedule_given)
		words = schedules_differ(c);
	if (!words && then->steps_given && now->steps_given)
		words = steps_differ(c);
	return words ? arena_printf(c->arena, "in phase %zu %s", c->phase + 1, words) : NULL;
}

const char *
replay_difference(struct arena *a, const struct spec *s, const struct replay *expected, const struct replay *now)
{
	struct comparison c = {a, s, expected, now, 0, {0}};
	size_t n = expected->test->n < now->test->n ? expected->test->n : now->test->n;
	for (; c.phase < n; c.phase++) {
		const char *words = phase_differs(&c);
		if (words)
			return words;
		for (size_t i = 0; i < expected->test->phases[c.phase].n; i++)
			c.next[expected->test->phases[c.phase].clients[i]]++;
	}
	const char *then = expected->head.fails, *fails = now->head.fails;
	if (n < expected->test->n && fails)
		return then ? arena_printf(a, "it ends in phase %zu; it went on to phase %zu", n, expected->test->n) : NULL;
	if (n < expected->test->n)
		return arena_printf(a, "in phase %zu no call can be made: the last ones of these clients have not returned", n + 1);
	return then && fails && strcmp(then, fails) != 0 ? arena_printf(a, "its class is %s; it was %s", fails, then) : NULL;
}
