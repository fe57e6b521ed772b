#include "drivers/native/choice.h"

#include "base/random.h"
#include "drivers/native/rare.h"
#include "drivers/native/trace.h"
#include "drivers/srtest-host.h"

enum { MOST_DEVIATIONS = 4096 };

static const struct strategy *const strategies[STRATEGIES] = {[STRATEGY_WALK] = &strategy_walk};
static const struct strategy *strategy; /* or NULL */
static struct choice_settings settings;
static struct deviation taken[MOST_DEVIATIONS];
static size_t ntaken;
static uint64_t breaks; /* draws what becomes of those who stand at a breakpoint */
static unsigned eagerness; /* of 4 are held */
static bool any_held;
static uint32_t host_points; /* at which nobody ran */

void
choices_begin(const struct choice_settings *s)
{
	settings = *s;
	ntaken = 0;
	host_points = 0;
	strategy = strategies[s->strategy];
	if (strategy)
		strategy->begin(s->seed);
	rare_begin(strategy && s->rare, s->seed);
	breaks = random_mix(s->seed ^ 0x627265616b);
	eagerness = 1 + (unsigned)(random_draw(&breaks) % 4);
	any_held = false;
}

const struct deviation *
choices_taken(size_t *n)
{
	*n = ntaken;
	return taken;
}

static void
record(int32_t actor, uint32_t nth, const struct task *chosen)
{
	if (ntaken < MOST_DEVIATIONS)
		taken[ntaken++] = (struct deviation){actor, nth, chosen->actor};
}

/* Where no more can be kept, no more is drawn: what is kept must lead to the same run. */
static bool
may_draw(void)
{
	return strategy && ntaken < MOST_DEVIATIONS;
}

/* The one of these that is given for an actor's nth point; NULL: none. */
static struct task *
given(int32_t actor, uint32_t nth, struct task *const *of, size_t n)
{
	for (size_t i = 0; i < settings.ngiven; i++) {
		const struct deviation *d = &settings.given[i];
		if (d->actor != actor || d->nth != nth)
			continue;
		for (size_t k = 0; k < n; k++)
			if (of[k]->actor == d->chosen)
				return of[k];
		return NULL;
	}
	return NULL;
}

/* --- who goes on --- */

static bool
can_go(const struct task *t)
{
	return t->state == TASK_READY && !t->polling;
}

static struct task *
lowest(struct task *const *ready, size_t n)
{
	struct task *first = ready[0];
	for (size_t i = 1; i < n; i++)
		if (ready[i]->actor < first->actor)
			first = ready[i];
	return first;
}

/* One who is blocked, and goes on all the same; NULL mostly. */
static struct task *
rare_task(int32_t actor, uint32_t nth, uint64_t now, bool resting)
{
	struct task *blocked[MOST_CARRIERS], *chosen;
	if (strategy && (!may_draw() || !rare_happens(resting)))
		return NULL;
	size_t n = rare_tasks(blocked, now);
	if (n == 0)
		return NULL;
	chosen = strategy ? blocked[rare_which(n)] : given(actor, nth, blocked, n);
	if (chosen)
		record(actor, nth, chosen);
	return chosen;
}

bool
choose_rare(struct task *running)
{
	if (!running)
		return false;
	uint32_t nth = running->points++;
	bool happens = strategy ? may_draw() && rare_happens(false) : given(running->actor, nth, &running, 1) != NULL;
	if (happens)
		record(running->actor, nth, running);
	return happens;
}

/* Asks the strategy, which sees those who are held only when nobody else can go on. */
static struct task *
draw(const struct situation *all)
{
	struct task *free[MOST_CARRIERS];
	struct situation s = *all;
	if (!any_held)
		return strategy->choose(all);
	s.ready = free;
	s.n = 0;
	any_held = false;
	for (size_t i = 0; i < all->n; i++) {
		struct task *t = all->ready[i];
		if (t->held > 0)
			t->held--;
		else
			free[s.n++] = t;
		any_held = any_held || t->held > 0;
	}
	if (s.n == 0)
		return strategy->choose(all);
	for (size_t i = 0; i < s.n; i++)
		if (free[i] == all->running)
			return strategy->choose(&s);
	s.running = NULL;
	s.usual = lowest(free, s.n);
	return strategy->choose(&s);
}

struct task *
choose_task(struct task *running, uint64_t now)
{
	struct task *ready[MOST_CARRIERS];
	struct situation s = {.ready = ready, .running = running && can_go(running) ? running : NULL};
	for (int i = 0; i < tasks_top; i++)
		if (can_go(&tasks[i]))
			ready[s.n++] = &tasks[i];
	int32_t actor = running ? running->actor : SRTEST_HOST;
	uint32_t nth = running ? running->points++ : host_points++;
	struct task *chosen = rare_task(actor, nth, now, s.n == 0);
	if (chosen || s.n == 0)
		return chosen;
	s.usual = s.running ? s.running : lowest(ready, s.n);
	chosen = may_draw() ? draw(&s) : given(actor, nth, ready, s.n);
	if (!chosen || chosen == s.usual)
		return s.usual;
	record(actor, nth, chosen);
	if (s.running)
		trace_ending(actor, SRTEST_PREEMPTED);
	return chosen;
}

struct task *
choose_at_breakpoint(struct task *running, uint64_t now)
{
	static const unsigned points[] = {1, 1, 4, 1000000};
	if (may_draw() && random_draw(&breaks) % 4 < eagerness) {
		running->held = points[random_draw(&breaks) % (sizeof points / sizeof *points)];
		any_held = true;
	}
	return choose_task(running, now);
}

/* --- who is woken --- */

/* Those who wait for the object, the one that has waited longest first. */
static size_t
find_waiters(struct task **waiters, enum wait wait, const void *object)
{
	size_t n = 0, oldest = 0;
	for (int i = 0; i < tasks_top; i++)
		if (task_waits_for(&tasks[i], wait, object))
			waiters[n++] = &tasks[i];
	for (size_t i = 1; i < n; i++)
		if (waiters[i]->since < waiters[oldest]->since)
			oldest = i;
	if (oldest) {
		struct task *first = waiters[oldest];
		waiters[oldest] = waiters[0];
		waiters[0] = first;
	}
	return n;
}

struct task *
choose_waiter(struct task *running, enum wait wait, const void *object)
{
	struct task *waiters[MOST_CARRIERS];
	size_t n = find_waiters(waiters, wait, object);
	if (n == 0)
		return NULL;
	if (n == 1 || !running)
		return waiters[0];
	uint32_t nth = running->points++;
	struct task *chosen = may_draw() ? waiters[strategy->choose_waiter(n)] : given(running->actor, nth, waiters, n);
	if (!chosen || chosen == waiters[0])
		return waiters[0];
	record(running->actor, nth, chosen);
	return chosen;
}
