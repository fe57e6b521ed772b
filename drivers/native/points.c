#include "drivers/native/points.h"

#include "drivers/srtest-host.h"
#include "drivers/wire.h"

/* What is noted must fit into a record. */
enum { MOST_NUMBERS = 60000, MOST_TOLD = 10000 };

static int64_t numbers[MOST_NUMBERS];
static size_t nnumbers, told;
static uint64_t first, count;
static bool wanted, polled, full;

void
points_begin(bool w, uint64_t f)
{
	wanted = w;
	first = f;
	count = nnumbers = told = 0;
	polled = full = false;
}

bool
points_wanted(const struct situation *s)
{
	return wanted && s->n > 1 && count >= first;
}

static void
note(int64_t number)
{
	if (nnumbers < MOST_NUMBERS)
		numbers[nnumbers++] = number;
}

/* Begins a point of n candidates. False: it is not told. */
static bool
begin(enum srtest_point kind, int32_t actor, uint32_t nth, uint64_t state, size_t n)
{
	if (count++ < first)
		return false;
	full = full || nnumbers + 5 + n > MOST_NUMBERS || ++told > MOST_TOLD;
	if (full)
		return false;
	note(kind);
	note(actor);
	note(nth);
	note((int64_t)state);
	note((int64_t)n);
	return true;
}

/* Whoever polls is left out of the choice until nobody else can go on. */
static void
look_for_pollers(void)
{
	for (int i = 0; i < tasks_top; i++)
		polled = polled || tasks[i].polling;
}

void
points_task(const struct situation *s, int32_t actor, uint32_t nth, uint64_t state)
{
	if (!wanted)
		return;
	look_for_pollers();
	if (s->n < 2 || !begin(s->running ? SRTEST_MAY_STAY : SRTEST_MUST_SWITCH, actor, nth, state, s->n))
		return;
	note(s->usual->actor);
	for (size_t i = 0; i < s->n; i++)
		if (s->ready[i] != s->usual)
			note(s->ready[i]->actor);
}

void
points_waiter(struct task *const *waiters, size_t n, int32_t actor, uint32_t nth)
{
	if (!wanted || !begin(SRTEST_WAKES_ONE, actor, nth, 0, n))
		return;
	for (size_t i = 0; i < n; i++)
		note(waiters[i]->actor);
}

void
points_write(struct text *out)
{
	if (!wanted)
		return;
	size_t list = wire_open_list(out);
	wire_uint(out, count);
	wire_int(out, polled);
	wire_int(out, full);
	for (size_t i = 0; i < nnumbers; i++)
		wire_int(out, numbers[i]);
	wire_close_list(out, list);
}
