/*
 * Partial order sampling, after Yuan, Yang and Gu (2018): each pending operation has a random priority, and the highest goes
 * first; what conflicts with it then gets a new one. What a task does between two operations is none; in every other run it goes
 * first, which costs no order of operations, but perhaps one of memory that is read and written in between.
 */
#include "drivers/native/strategy.h"

#include "base/random.h"

static uint64_t state;
static uint64_t priority[MOST_CARRIERS];
static bool eager;

static void
begin(const struct strategy_settings *s)
{
	state = s->seed;
	eager = random_draw(&state) % 2;
}

static void
meet(const struct task *t)
{
	priority[t->number] = random_draw(&state);
}

static uint64_t
priority_of(const struct task *t)
{
	return eager && !t->pending ? UINT64_MAX : priority[t->number];
}

static struct task *
choose(const struct situation *s)
{
	struct task *best = s->ready[0];
	for (size_t i = 1; i < s->n; i++)
		if (priority_of(s->ready[i]) > priority_of(best))
			best = s->ready[i];
	return best;
}

static size_t
choose_waiter(size_t n)
{
	return random_draw(&state) % n;
}

static void
executed(const struct task *t)
{
	priority[t->number] = random_draw(&state);
	for (int i = 0; i < tasks_top && t->acts_on; i++)
		if (&tasks[i] != t && tasks_conflict(&tasks[i], t))
			priority[i] = random_draw(&state);
}

const struct strategy strategy_pos = {begin, meet, choose, choose_waiter, executed, NULL};
