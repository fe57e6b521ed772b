/*
 * Selectively uniform random walk, after Zhao, Wolff, Mathur and Roychoudhury (2025): a few objects are drawn, and what is done
 * to them is put in an order of which all are alike, by letting tasks go next as likely as they have much of it left. The rest
 * goes in any order; in every other run, what a task does between two operations comes first. How much it will be is known from earlier runs.
 */
#include "drivers/native/profile.h"
#include "drivers/native/strategy.h"

#include "base/random.h"

static uint64_t state;
static struct profile_set set;
static double left[MOST_CARRIERS]; /* what each task, and those that it is still to make, have left to do to the objects */
static uint64_t priority[MOST_CARRIERS];
static bool eager;
static const struct task *next; /* who does the next of it; NULL: not drawn yet */

static void
add_object(const int *shared, size_t n)
{
	set.has[shared[random_draw(&state) % n]] = true;
}

/* As many as `depth` says; else mostly one, sometimes several, or all that is done. */
static void
draw_objects(unsigned depth)
{
	int found[PROFILE_OBJECTS];
	size_t n = 0;
	for (size_t i = 0; i < profile_objects(); i++)
		if (profile_shared((int)i))
			found[n++] = (int)i;
	uint64_t how = random_draw(&state) % 8;
	set = (struct profile_set){.all = n == 0 || (how == 0 && !depth)};
	if (n == 0)
		return;
	for (unsigned i = 0; i < (depth ? depth : how < 5 ? 1 : how < 7 ? 2 : 3); i++)
		add_object(found, n);
}

static void
begin(const struct strategy_settings *s)
{
	state = s->seed;
	eager = random_draw(&state) % 2;
	next = NULL;
	draw_objects(s->depth);
	profile_begin();
}

static void
meet(const struct task *t)
{
	left[t->number] = profile_expects(t, &set);
	priority[t->number] = random_draw(&state);
	if (t->maker >= 0) {
		double rest = left[t->maker] - left[t->number];
		left[t->maker] = rest > 0 ? rest : 0;
	}
	profile_meet(t);
}

/* Nobody is out of the question: what earlier runs did need not be what this one does. */
static double
weight(const struct task *t)
{
	return left[t->number] + 0.01;
}

static const struct task *
draw_next(const struct situation *s)
{
	double sum = 0;
	for (size_t i = 0; i < s->n; i++)
		sum += weight(s->ready[i]);
	double at = sum * (double)(random_draw(&state) >> 11) * 0x1p-53;
	for (size_t i = 0; i + 1 < s->n; i++) {
		at -= weight(s->ready[i]);
		if (at < 0)
			return s->ready[i];
	}
	return s->ready[s->n - 1];
}

static uint64_t
priority_of(const struct task *t)
{
	return eager && !t->pending ? UINT64_MAX : priority[t->number];
}

/* Of those who may go on, the one of highest priority; NULL: everyone would be out of turn. */
static struct task *
in_turn(const struct situation *s)
{
	struct task *best = NULL;
	for (size_t i = 0; i < s->n; i++) {
		struct task *t = s->ready[i];
		if (t != next && profile_in(&set, t))
			continue;
		if (!best || priority_of(t) > priority_of(best))
			best = t;
	}
	return best;
}

static struct task *
choose(const struct situation *s)
{
	if (!next || next->state == TASK_DONE || next->state == TASK_FREE)
		next = draw_next(s);
	struct task *t = in_turn(s);
	if (t)
		return t;
	next = draw_next(s); /* the one whose turn it was waits */
	return in_turn(s);
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
	profile_executed(t);
	if (!profile_in(&set, t))
		return;
	left[t->number] = left[t->number] > 1 ? left[t->number] - 1 : 0;
	if (t == next)
		next = NULL;
}

const struct strategy strategy_surw = {begin, meet, choose, choose_waiter, executed, profile_end};
