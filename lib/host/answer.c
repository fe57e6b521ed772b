/* What a host says in a test. It is not trusted: all that is kept is copied, checked and bounded. */
#include "host/private.h"

#include "host/marshal.h"

#include <string.h>

/* What a host can make us keep of one record, or of a test; and how many tests go by until its memory is looked at. */
enum { MOST_SPINS = 128, MOST_LEARNED = 1024, MOST_STEPS = 1 << 20, HEAVY_EACH = 16 };

static bool
failed(struct host_event *e, enum host_event_kind kind, const char *wrong)
{
	*e = (struct host_event){.kind = kind, .wrong = wrong};
	return false;
}

static bool
nonsense(struct host_event *e)
{
	return failed(e, HOST_DIED, "the host talks nonsense");
}

static bool
silent(struct host *h, struct host_event *e)
{
	const char *why = record_why_none(h);
	enum process_state state = h->process.state;
	bool hangs = state == PROCESS_COMPUTES || state == PROCESS_WAITS || state == PROCESS_SLOW || state == PROCESS_UNWANTED || process_is_hindered(&h->process);
	return failed(e, hangs && !h->channel.broken ? HOST_HANG : HOST_DIED, why);
}

static bool
read_choices(struct host *h, struct wire *w, struct host_event *e)
{
	struct wire list = wire_read_list(w);
	e->choices = h->choices;
	while (wire_more(&list) && e->nchoices < MOST_CHOICES) {
		struct choice *c = &h->choices[e->nchoices++];
		c->actor = (int32_t)wire_read_int(&list);
		c->nth = (uint32_t)wire_read_uint(&list);
		c->chosen = (int32_t)wire_read_int(&list);
	}
	return !list.bad;
}

/* What is told of a misuse or a death: words, a stack, and the choices of the phase up to there; of memory, two more stacks. */
static bool
told(struct host *h, struct host_event *e, enum host_event_kind kind, struct wire *w)
{
	*e = (struct host_event){.kind = kind, .wrong = record_text(h, w)};
	e->stack = record_stack(h, w);
	if (wire_more(w) && !read_choices(h, w, e))
		e->nchoices = 0;
	if (kind == HOST_MEMORY) {
		e->allocated = record_stack(h, w);
		e->freed = record_stack(h, w);
	}
	return false;
}

static enum certainty
certainty_of(int64_t number)
{
	switch (number) {
	case SRTEST_SURE:
		return CERTAIN;
	case SRTEST_LATE:
		return CERTAIN_BUT_LATE;
	case SRTEST_POLLING:
		return CERTAIN_BUT_POLLING;
	case SRTEST_OUTSIDE:
		return CERTAIN_BUT_OUTSIDE;
	case SRTEST_UNCLEAR:
		return UNCLEAR;
	}
	return CERTAIN_BUT_BUSY;
}

static bool
stuck(struct host *h, struct host_event *e, struct wire *w)
{
	*e = (struct host_event){.kind = HOST_STUCK};
	e->destroys = wire_read_int(w) != 0;
	e->certainty = certainty_of(wire_read_int(w));
	e->stack = record_stack(h, w);
	return false;
}

static bool
computes(struct host *h, struct host_event *e, struct wire *w)
{
	*e = (struct host_event){.kind = HOST_COMPUTES, .wrong = "a call computes for longer than `testing: compute` without a scheduling point; raise it if it ends some time"};
	e->stack = record_stack(h, w);
	return (read_choices(h, w, e) && !w->bad) || nonsense(e);
}

static const uint64_t *
read_numbers(struct host *h, struct wire list, size_t most, size_t *n)
{
	*n = 0;
	if (!wire_more(&list))
		return NULL;
	uint64_t *at = arena_array(&h->arena, uint64_t, most);
	for (; wire_more(&list) && *n < most;)
		at[(*n)++] = wire_read_uint(&list);
	return at;
}

/* The events that end a test; true for others. That a host refuses a command is told, and nothing follows from it. */
static bool
goes_on(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	switch (r->kind) {
	case SRTEST_MISUSE:
		return told(h, e, HOST_MISUSE, &w);
	case SRTEST_MEMORY:
		return told(h, e, HOST_MEMORY, &w);
	case SRTEST_STUCK:
		return stuck(h, e, &w);
	case SRTEST_COMPUTES:
		computes(h, e, &w);
		return false;
	case SRTEST_UNSEEN:
		return told(h, e, HOST_UNSEEN, &w);
	case SRTEST_DIED:
		return told(h, e, HOST_DIED, &w);
	case SRTEST_REFUSED:
		return told(h, e, HOST_UNABLE, &w);
	case SRTEST_SPINS:
		*e = (struct host_event){.kind = HOST_SPINS};
		e->spins = read_numbers(h, wire_read_list(&w), MOST_SPINS, &e->nspins);
		return false;
	}
	return true;
}

/* False: there is no instance. */
static bool
created(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	bool null = wire_read_handle(&w) == 0;
	if (null && host_needs_instance(h))
		return failed(e, HOST_DIED, "create returned NULL");
	return true;
}

/* The call of which the record speaks; NULL: there is none. */
static const struct operation *
outstanding(const struct host *h, const struct srtest_record *r)
{
	return r->client < sizeof h->outstanding / sizeof *h->outstanding ? h->outstanding[r->client] : NULL;
}

static int64_t
time_of(const struct srtest_record *r)
{
	return r->time < INT64_MAX / 4 ? (int64_t)r->time : INT64_MAX / 4;
}

static void
began(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	*e = (struct host_event){.kind = HOST_BEGAN, .client = (int)r->client, .time = time_of(r)};
	if (!outstanding(h, r))
		nonsense(e);
}

static void
returned(struct host *h, const struct srtest_record *r, struct heap *heap, struct host_event *e)
{
	const struct operation *op = outstanding(h, r);
	if (!op) {
		failed(e, HOST_DIED, "the host tells of a call that was not made");
		return;
	}
	struct wire w = wire_payload(r);
	h->waits = h->more_in[r->client] == h->phase + 1;
	h->more_in[r->client] = 0;
	*e = (struct host_event){.kind = HOST_RETURNED, .client = (int)r->client, .has_value = op->returns != NULL, .waits = h->waits, .time = time_of(r)};
	h->outstanding[r->client] = NULL;
	if (op->returns)
		marshal_result(&w, h->spec, &h->spec->implementation.calls[op->index], op->returns, &h->arena, heap, &e->value, &e->wrong);
}

/* A place in another file than the library. False: it is not kept. */
static bool
read_far_place(struct host *h, struct wire w, struct trace_step *s)
{
	s->file = record_file(h, &w);
	s->place = wire_read_uint(&w);
	return s->file && !w.bad;
}

static void
step(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	struct trace_step *s = &e->step;
	*e = (struct host_event){.kind = HOST_STEP};
	s->actor = (int32_t)wire_read_int(&w);
	s->action = record_name(h, &w);
	s->object = wire_read_uint(&w);
	s->placed = wire_tag(&w) == SRTEST_INT || wire_tag(&w) == SRTEST_LIST;
	if (wire_tag(&w) == SRTEST_LIST)
		s->placed = read_far_place(h, wire_read_list(&w), s);
	else if (s->placed)
		s->place = wire_read_uint(&w);
	else
		wire_skip(&w);
	s->ending = (enum step_ending)wire_read_int(&w);
	s->time = wire_read_uint(&w);
	if (w.bad || s->ending > STEP_WAKES || !*s->action || ++h->steps > MOST_STEPS)
		nonsense(e);
}

static void
at_rest(struct host *h, const struct srtest_record *r, struct host_event *e)
{
	struct wire w = wire_payload(r);
	h->phase++;
	*e = (struct host_event){.kind = HOST_AT_REST, .steps = wire_read_uint(&w), .certainty = certainty_of(wire_read_int(&w)), .time = time_of(r)};
	bool ok = read_choices(h, &w, e);
	if (ok && wire_more(&w) && wire_tag(&w) != SRTEST_LIST)
		e->mark = wire_read_uint(&w);
	if (ok && wire_more(&w) && wire_tag(&w) != SRTEST_LIST)
		e->delayed = wire_read_int(&w) != 0;
	if (!ok || !points_read(&w, &h->points, &e->points))
		nonsense(e);
}

void
host_next(struct host *h, struct heap *heap, struct host_event *e)
{
	const struct srtest_record *r = record_receive(h);
	if (r && r->kind == SRTEST_CREATED) {
		if (!created(h, r, e))
			return;
		r = record_receive(h);
	}
	if (!r)
		silent(h, e);
	else if (!goes_on(h, r, e))
		return;
	else if (r->kind == SRTEST_BEGAN)
		began(h, r, e);
	else if (r->kind == SRTEST_RETURNED)
		returned(h, r, heap, e);
	else if (r->kind == SRTEST_STEP)
		step(h, r, e);
	else if (r->kind == SRTEST_AT_REST)
		at_rest(h, r, e);
	else
		nonsense(e);
}

/* What comes of the end of a test; the creation of an instance is told first in one without calls. */
static const struct srtest_record *
receive_end(struct host *h)
{
	const struct srtest_record *r = record_receive(h);
	return r && r->kind == SRTEST_CREATED ? record_receive(h) : r;
}

bool
host_ended(struct host *h, struct host_outcome *end, struct host_event *e)
{
	*end = (struct host_outcome){0};
	const struct srtest_record *r = receive_end(h);
	if (!r)
		return silent(h, e);
	if (!goes_on(h, r, e))
		return false;
	if (r->kind == SRTEST_STEP) {
		step(h, r, e);
		return false;
	}
	struct wire w = wire_payload(r);
	bool wanted = wire_read_int(&w) != 0;
	h->missed_races = wire_more(&w) && wire_read_int(&w) != 0;
	end->spoiled = wanted || (++h->tests % HEAVY_EACH == 0 && process_is_heavy(&h->process));
	if (wire_more(&w))
		end->learned = read_numbers(h, wire_read_list(&w), MOST_LEARNED, &end->nlearned);
	if (wire_more(&w))
		end->visits = read_numbers(h, wire_read_list(&w), TEST_MOST_BREAKPOINTS, &end->nvisits);
	if (wire_more(&w))
		end->order = wire_read_uint(&w);
	if (wire_more(&w))
		end->choices = wire_read_uint(&w);
	if (wire_more(&w))
		end->descriptors = wire_read_uint(&w);
	if (wire_more(&w))
		end->threads = wire_read_uint(&w);
	if (wire_more(&w))
		end->strange = wire_read_int(&w) != 0;
	if (wire_more(&w))
		end->blocks = wire_read_uint(&w);
	if (wire_more(&w))
		end->bytes = wire_read_uint(&w);
	if (wire_more(&w))
		end->allocated = record_stack(h, &w);
	end->tells_crossings = wire_more(&w);
	if (end->tells_crossings) {
		end->open = wire_read_uint(&w);
		end->crossed = wire_read_uint(&w);
	}
	return r->kind == SRTEST_ENDED || nonsense(e);
}
