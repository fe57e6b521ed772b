#include "trial/record.h"

#include <string.h>

struct recording {
	struct arena *arena;
	const struct trial_result *result;
	struct test *test;
	VEC(struct test_phase) phases;
	VEC(struct replay_phase) seen;
	VEC(struct replay_return) returned; /* in this phase */
	VEC(int) callers; /* in this phase */
	size_t then; /* so many of them when a call of theirs was back */
	const struct operation *outstanding[TEST_MOST_CLIENTS];
};

static void
take_return(struct recording *r, const struct event *e)
{
	const struct operation *op = r->outstanding[e->client];
	struct replay_return back = {.client = e->client};
	if (e->has_value && op && op->returns) {
		struct text t = {0};
		value_print(&t, op->returns, e->value);
		back.value = text_take(&t, r->arena);
	}
	r->outstanding[e->client] = NULL;
	vec_push(r->arena, &r->returned, back);
}

static uint64_t
blocked(const struct recording *r)
{
	uint64_t set = 0;
	for (size_t i = 0; i < TEST_MOST_CLIENTS; i++)
		set |= (uint64_t)(r->outstanding[i] != NULL) << i;
	return set;
}

/* A phase that never came to rest has neither a number of steps nor a list of those who were blocked. */
static void
end_phase(struct recording *r, bool rested)
{
	const struct test *t = r->result->test;
	size_t i = r->phases.n;
	struct test_phase p = {.n = r->callers.n, .clients = r->callers.at, .then = r->then};
	if (i < t->n) {
		p.drawing = t->phases[i].drawing;
		p.choices = t->phases[i].choices;
		p.nchoices = t->phases[i].nchoices;
		p.steps = t->phases[i].steps;
	}
	struct replay_phase seen = {.returned_given = true, .steps_given = rested, .schedule_given = rested, .nreturned = r->returned.n, .returned = r->returned.at};
	seen.blocked = rested ? blocked(r) : 0;
	vec_push(r->arena, &r->phases, p);
	vec_push(r->arena, &r->seen, seen);
	memset(&r->returned, 0, sizeof r->returned);
	memset(&r->callers, 0, sizeof r->callers);
	r->then = 0;
}

static void
take_events(struct recording *r)
{
	const struct history *h = r->result->history;
	for (size_t i = 0; i < h->n; i++) {
		const struct event *e = &h->lines[i].event;
		switch (e->kind) {
		case EVENT_CALLED:
			r->then += r->returned.n > 0;
			vec_push(r->arena, &r->callers, e->client);
			r->outstanding[e->client] = e->op;
			break;
		case EVENT_BEGAN:
		case EVENT_LOST:
		case EVENT_END:
			break;
		case EVENT_RETURNED:
			take_return(r, e);
			break;
		case EVENT_AT_REST:
			end_phase(r, true);
			break;
		}
	}
	if (r->callers.n)
		end_phase(r, false);
}

void
trial_record(struct arena *a, const struct trial_result *result, struct replay *replay)
{
	struct recording r = {.arena = a, .result = result, .test = arena_new(a, struct test)};
	take_events(&r);
	*r.test = *result->test;
	r.test->clients = result->history->clients;
	r.test->n = r.phases.n;
	r.test->phases = r.phases.at;
	replay->test = r.test;
	replay->phases = r.seen.at;
}
