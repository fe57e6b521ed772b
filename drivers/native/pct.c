/*
 * Probabilistic concurrency testing, after Burckhardt, Kothari, Musuvathi and Nagarakatte (2010): each task has a random priority,
 * and the highest goes first; at depth - 1 operations, drawn from as many as there are expected to be, who does it falls behind.
 */
#include "drivers/native/profile.h"
#include "drivers/native/strategy.h"

#include "base/random.h"

enum { MOST_DEPTH = 64, UNKNOWN_LENGTH = 64 };

static uint64_t state;
static uint64_t priority[MOST_CARRIERS]; /* those that have fallen behind: below MOST_DEPTH */
static unsigned depth;
static double expected; /* operations */
static uint64_t done; /* of them */
static uint64_t changes[MOST_DEPTH]; /* at which operations */
static bool drawn;

static void
begin(const struct strategy_settings *s)
{
	state = s->seed;
	depth = s->depth ? s->depth : 2 + (unsigned)(random_draw(&state) % 4);
	depth = depth < MOST_DEPTH ? depth : MOST_DEPTH;
	expected = 0;
	done = 0;
	drawn = false;
	profile_begin();
}

/* Those that are met later were made by one of these. */
static void
meet(const struct task *t)
{
	static const struct profile_set all = {.all = true};
	priority[t->number] = MOST_DEPTH + random_draw(&state) / 2;
	if (!drawn)
		expected += profile_expects(t, &all);
	profile_meet(t);
}

static void
draw_changes(void)
{
	uint64_t length = expected >= 1 ? (uint64_t)expected : UNKNOWN_LENGTH;
	for (unsigned i = 0; i + 1 < depth; i++)
		changes[i] = 1 + random_draw(&state) % length;
	drawn = true;
}

static struct task *
highest(const struct situation *s)
{
	struct task *best = s->ready[0];
	for (size_t i = 1; i < s->n; i++)
		if (priority[s->ready[i]->number] > priority[best->number])
			best = s->ready[i];
	return best;
}

/* Is the next operation one at which the order changes? */
static bool
changes_now(unsigned *nth)
{
	for (unsigned i = 0; i + 1 < depth; i++) {
		if (changes[i] != done + 1)
			continue;
		changes[i] = 0;
		*nth = i;
		return true;
	}
	return false;
}

static struct task *
choose(const struct situation *s)
{
	unsigned nth;
	if (!drawn)
		draw_changes();
	struct task *best = highest(s);
	while (best->pending && changes_now(&nth)) {
		priority[best->number] = nth;
		best = highest(s);
	}
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
	done += t->pending;
	profile_executed(t);
}

const struct strategy strategy_pct = {begin, meet, choose, choose_waiter, executed, profile_end};
