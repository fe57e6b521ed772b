/* What is asked of a host in a test. What it answers: answer.c. */
#include "host/private.h"

#include "host/marshal.h"

#include <string.h>

/* SLOW: times that a patient phase may take longer. STRETCHES: how often each call may compute for as long as it may. */
enum { SLOW = 12, STRETCHES = 2 };

static bool
refuse(struct host_event *e, const char *wrong)
{
	*e = (struct host_event){.kind = HOST_REFUSED, .wrong = wrong};
	return false;
}

static bool
is_dead(const struct host *h, struct host_event *e)
{
	*e = (struct host_event){.kind = HOST_DIED, .wrong = h->dead.s};
	return h->dead.n > 0;
}

static void
forget_values(struct host *h)
{
	machine_free(h->machine);
	heap_free(h->heap);
	h->heap = heap_new(h->spec->heap);
	h->machine = machine_new(h->heap);
}

static void
write_numbers(struct host *h, const uint64_t *at, size_t n)
{
	size_t list = wire_open_list(&h->out);
	for (size_t i = 0; i < n; i++)
		wire_uint(&h->out, at[i]);
	wire_close_list(&h->out, list);
}

bool
host_begin(struct host *h, const word *params, const struct host_test *t, struct host_event *e)
{
	const char *wrong;
	if (is_dead(h, e))
		return false;
	arena_free(&h->arena);
	forget_values(h);
	h->calls = h->steps = 0;
	h->races.n = h->nfiles = 0;
	h->unwritten = (struct unwritten){0};
	h->missed_races = false;
	process_forget_output(&h->process);
	memset(h->outstanding, 0, sizeof h->outstanding);
	memset(h->more_in, 0, sizeof h->more_in);
	h->phase = 0;
	h->waits = false;
	wire_begin(&h->out, SRTEST_BEGIN, NULL);
	write_numbers(h, t->spins, t->nspins);
	write_numbers(h, t->breakpoints, t->nbreakpoints);
	wire_int(&h->out, (t->learn ? SRTEST_LEARN : 0) | (t->zeros ? SRTEST_ZEROS : 0) | (int64_t)t->reuse * SRTEST_GIVE_LATEST | (int64_t)h->allowed * SRTEST_ALLOW_UNLOCK |
		(h->spec->reads_waited ? SRTEST_TIMES : 0));
	if (h->spec->implementation.create.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.create, h->machine, params, NULL, &wrong))
		return refuse(e, wrong);
	record_queue(h);
	return true;
}

#define LONGEST_COMPUTING (INT64_MAX / 4)

static int64_t
saturating(int64_t a, int64_t b)
{
	return a > LONGEST_COMPUTING - b ? LONGEST_COMPUTING : a + b;
}

/* What a call may compute for an answer. */
static int64_t
computing_each(const struct host *h)
{
	int64_t each = h->spec->testing.compute;
	return h->free ? 0 : each > LONGEST_COMPUTING / STRETCHES ? LONGEST_COMPUTING : each * STRETCHES;
}

bool
host_issue(struct host *h, int client, const struct operation *op, const word *args, const word *params, struct host_event *e)
{
	const char *wrong;
	struct srtest_record about = {.client = (uint32_t)client, .call = h->calls++};
	wire_begin(&h->out, SRTEST_ISSUE, &about);
	wire_uint(&h->out, (uint64_t)op->index + PLAN_CALLS);
	if (!marshal_args(&h->out, h->spec, &h->spec->implementation.calls[op->index], h->machine, params, args, &wrong))
		return refuse(e, wrong);
	h->outstanding[client] = op;
	if (!h->waits) {
		record_queue(h);
		return true;
	}
	h->waits = false;
	h->process.patience = saturating(h->process.patience, computing_each(h));
	record_send(h);
	return true;
}

void
host_more(struct host *h, int client)
{
	const struct srtest_record about = {.client = (uint32_t)client};
	wire_begin(&h->out, SRTEST_MORE, &about);
	h->more_in[client] = h->phase + 1;
	record_queue(h);
}

void
host_no_more(struct host *h)
{
	wire_begin(&h->out, SRTEST_NO_MORE, NULL);
	h->waits = false;
	record_send(h);
}

_Static_assert((int)STRATEGY_NONE == (int)SRTEST_NO_STRATEGY && (int)STRATEGY_WALK == (int)SRTEST_WALK && (int)STRATEGY_PCT == (int)SRTEST_PCT, "numbers agree");
_Static_assert((int)STRATEGY_POS == (int)SRTEST_POS && (int)STRATEGY_SURW == (int)SRTEST_SURW && (int)STRATEGY_FOLLOW == (int)SRTEST_FOLLOW, "numbers agree");
_Static_assert((int)RARE_SPURIOUS == (int)SRTEST_SPURIOUS && (int)RARE_TIMEOUT == (int)SRTEST_TIMEOUT && (int)RARE_TRYLOCK == (int)SRTEST_TRYLOCK, "bits agree");
_Static_assert((int)RARE_INTERRUPT == (int)SRTEST_INTERRUPT && (int)RARE_EXCHANGE == (int)SRTEST_EXCHANGE, "and there are no others");
_Static_assert((int)ALLOWED_DESTROY << 8 == (int)SRTEST_ALLOW_DESTROY && (int)ALLOWED_WAIT << 8 == (int)SRTEST_ALLOW_WAIT && (int)ALLOWED_USE << 8 == (int)SRTEST_ALLOW_USE, "bits agree");
_Static_assert((int)REUSE_NONE == (int)SRTEST_KEEP && (int)REUSE_OLDEST * (int)SRTEST_GIVE_LATEST == (int)SRTEST_GIVE_OLDEST, "bits agree");
_Static_assert((int)STRATEGY_ALIGN == (int)SRTEST_ALIGN && (int)STRATEGY_QUEUE == (int)SRTEST_QUEUE && (int)STRATEGIES == (int)SRTEST_STRATEGY_NUMBERS, "and there are no others");

static void
write_choices(struct host *h, const struct choice *c, size_t n)
{
	size_t list = wire_open_list(&h->out);
	for (size_t i = 0; i < n; i++) {
		wire_int(&h->out, c[i].actor);
		wire_uint(&h->out, c[i].nth);
		wire_int(&h->out, c[i].chosen);
	}
	wire_close_list(&h->out, list);
}

/* How long timeouts may take, in virtual time; or the whole phase, in real time. */
static uint64_t
horizon(const struct host *h, const struct host_phase *p)
{
	const struct testing *t = &h->spec->testing;
	if (h->free)
		return (uint64_t)(p->patience > 1 ? t->wait + t->horizon : t->wait);
	return p->endless ? UINT64_MAX : (uint64_t)t->horizon;
}

/* What all calls that are not back may compute for an answer. */
static int64_t
computing(const struct host *h)
{
	int64_t all = 0;
	for (size_t i = 0; i < sizeof h->outstanding / sizeof *h->outstanding; i++)
		all = saturating(all, h->outstanding[i] ? computing_each(h) : 0);
	return all;
}

void
host_continue(struct host *h, const struct host_phase *p)
{
	wire_begin(&h->out, SRTEST_CONTINUE, NULL);
	wire_uint(&h->out, horizon(h, p));
	h->process.patience = h->patience * (p->patience > 1 ? SLOW : 1) + computing(h);
	wire_uint(&h->out, p->patience);
	wire_int(&h->out, p->steps);
	wire_int(&h->out, p->drawing.rare ? RARE_ALL & ~(h->no_rare | h->spec->testing.no_rare) : 0);
	if (p->drawing.strategy) {
		wire_uint(&h->out, p->drawing.seed);
		wire_uint(&h->out, (uint64_t)p->drawing.strategy);
		wire_uint(&h->out, p->drawing.depth);
	} else {
		write_choices(h, p->choices, p->nchoices);
		if (p->points)
			wire_uint(&h->out, p->first_point);
	}
	record_send(h);
}

void
host_go_later(struct host *h, bool waits)
{
	wire_begin(&h->out, SRTEST_LATER, NULL);
	wire_int(&h->out, waits);
	record_send(h);
}

bool
host_end(struct host *h, const word *params, const struct host_end *end, struct host_event *e)
{
	const char *wrong;
	wire_begin(&h->out, SRTEST_END, NULL);
	if (h->spec->implementation.destroy.given && !marshal_args(&h->out, h->spec, &h->spec->implementation.destroy, h->machine, params, NULL, &wrong))
		return refuse(e, wrong);
	wire_int(&h->out, (end->destroy ? SRTEST_DESTROY : 0) | (end->steps ? SRTEST_STEPS : 0));
	record_send(h);
	return true;
}
