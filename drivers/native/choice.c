#include "drivers/native/choice.h"

#include "drivers/native/carrier.h"
#include "drivers/native/points.h"
#include "drivers/native/rare.h"
#include "drivers/native/schedule.h"
#include "drivers/native/state.h"
#include "drivers/native/trace.h"
#include "drivers/srtest-host.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static const struct strategy *const strategies[] = {
	[SRTEST_NO_STRATEGY] = NULL, [SRTEST_WALK] = &strategy_walk, [SRTEST_PCT] = &strategy_pct, [SRTEST_POS] = &strategy_pos,
	[SRTEST_SURW] = &strategy_surw, [SRTEST_FOLLOW] = &strategy_follow, [SRTEST_ALIGN] = &strategy_align, [SRTEST_QUEUE] = &strategy_queue,
};
_Static_assert(sizeof strategies / sizeof *strategies == SRTEST_STRATEGY_NUMBERS, "each strategy of the protocol is here");

enum {
	/* runs of which in one those who poll may stay; of which in one they may go on like all others; and times in a run that each may */
	STUBBORN = 8,
	BOLD = 2,
	MOST_ASKED = 4,
	/* rounds that it gets each time */
	GRANTED = 32,
	/* of the runs in which they may go on like all others, in one of so many each goes on until it leaves its loop: for so many rounds, up to that step */
	/* of the run, and once so many runs have shown loops without an end, for no more rounds than have ever led to one */
	STEADY = 2,
	LONGEST_LOOP = 2048,
	MOST_STAYING = 1 << 14,
	MOST_ENDLESS = 8,
	/* ... nor of a stack of which so much is used */
	DEEP = CARRIER_STACK / 8,
	/* points at which others go first: until nobody else can go on */
	FOR_LONG = 1000000,
};

static const struct strategy *strategy; /* or NULL */
static struct deviation given[MOST_DEVIATIONS], taken[MOST_DEVIATIONS]; /* the given ones are sorted */
static size_t ngiven, ntaken;
static uint64_t breaks; /* draws what becomes of those who stand at a breakpoint */
static unsigned eagerness; /* of 4 are held */
static bool any_held;
static uint32_t host_points; /* at which nobody ran */
static struct choices_met met;
static uint64_t stays; /* draws whether those who poll stay */
static bool stubborn; /* they may */
static bool bold; /* those who poll are chosen like all others */
static bool steady; /* ... and go on until they leave their loop */
static unsigned longest_loop, endless; /* in all runs: rounds after which one was left while nobody else went on; runs in which one was not left */
static bool is_endless; /* this one is */
static unsigned naps; /* that were over at once */
static uint64_t leaves; /* draws whether they are held there */
static unsigned may_be_rare; /* kinds of what is rare that may be given, or drawn */

/* --- what is given --- */

static int
compare(const void *l, const void *r)
{
	const struct deviation *a = l, *b = r;
	return a->actor != b->actor ? (a->actor > b->actor) - (a->actor < b->actor) : (a->nth > b->nth) - (a->nth < b->nth);
}

/* The one of these that is given for an actor's nth point; NULL: none. */
static struct task *
find_given(int32_t actor, uint32_t nth, struct task *const *of, size_t n)
{
	const struct deviation wanted = {.actor = actor, .nth = nth};
	const struct deviation *d = ngiven ? bsearch(&wanted, given, ngiven, sizeof *given, compare) : NULL;
	for (size_t k = 0; d && k < n; k++)
		if (of[k]->actor == d->chosen)
			return of[k];
	return NULL;
}

/* --- a run --- */

static void
meet(struct task *t)
{
	t->met = true;
	if (strategy && strategy->meet)
		strategy->meet(t);
}

/* The last run may have gone on again after it was at rest: that it is over is known when the next one begins. */
static void
end_last(void)
{
	if (strategy && strategy->end)
		strategy->end();
}

void
choices_begin(const struct choice_settings *s)
{
	end_last();
	ngiven = s->ngiven < MOST_DEVIATIONS ? s->ngiven : MOST_DEVIATIONS;
	if (ngiven)
		memcpy(given, s->given, ngiven * sizeof *given);
	qsort(given, ngiven, sizeof *given, compare);
	ntaken = 0;
	host_points = 0;
	strategy = strategies[s->strategy];
	may_be_rare = s->rare;
	rare_begin(s->rare, strategy, s->drawn.seed);
	breaks = random_mix(s->drawn.seed ^ 0x627265616b);
	eagerness = 1 + (unsigned)(random_draw(&breaks) % 4);
	stays = random_mix(s->drawn.seed ^ 0x7374617973);
	stubborn = strategy && random_draw(&stays) % STUBBORN == 0;
	bold = strategy && random_mix(s->drawn.seed ^ 0x626f6c64) % BOLD == 0;
	leaves = random_mix(s->drawn.seed ^ 0x6c6561766573);
	steady = bold && random_draw(&leaves) % STEADY == 0;
	is_endless = false;
	naps = 0;
	any_held = false;
	points_begin(s->points, s->first_point);
	if (!strategy)
		return;
	strategy->begin(&s->drawn);
	for (int i = 0; i < tasks_nalive; i++)
		meet(tasks_alive[i]);
}

void
choices_executed(const struct task *t)
{
	if (strategy && strategy->executed)
		strategy->executed(t);
}

struct choices_met
choices_met(void)
{
	return met;
}

const struct deviation *
choices_taken(size_t *n)
{
	*n = ntaken;
	return taken;
}

/* Does it still matter what is chosen? */
static bool
is_free(void)
{
	return ntaken < MOST_DEVIATIONS;
}

static void
record(int32_t actor, uint32_t nth, const struct task *chosen)
{
	taken[ntaken++] = (struct deviation){actor, nth, chosen->actor};
}

/* --- who goes on --- */

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
	static struct task *blocked[MOST_CARRIERS]; /* not on the stack, which is the implementation's */
	struct task *chosen;
	if (strategy ? !is_free() || !rare_happens(resting) : !may_be_rare)
		return NULL;
	size_t n = rare_tasks(blocked, now);
	if (n == 0)
		return NULL;
	chosen = strategy ? blocked[rare_which(n)] : find_given(actor, nth, blocked, n);
	if (chosen)
		record(actor, nth, chosen);
	return chosen;
}

bool
choose_rare(struct task *running, enum srtest_rare kind)
{
	if (!running)
		return false;
	uint32_t nth = running->points++;
	bool happens = strategy ? is_free() && rare_fails(kind) : (may_be_rare & kind) && find_given(running->actor, nth, &running, 1) != NULL;
	if (happens)
		record(running->actor, nth, running);
	return happens;
}

/* Those of them who are not held for now. */
static struct situation
leave_out_held(const struct situation *all)
{
	static struct task *free[MOST_CARRIERS];
	struct situation s = {.ready = free};
	any_held = false;
	for (size_t i = 0; i < all->n; i++) {
		struct task *t = all->ready[i];
		any_held = any_held || t->held > 1;
		if (t->held > 0) {
			t->held--;
			continue;
		}
		free[s.n++] = t;
		if (t == all->running)
			s.running = t;
	}
	if (s.n)
		s.usual = s.running ? all->usual : lowest(free, s.n);
	return s;
}

/* Asks the strategy, which sees those who are held only when nobody else can go on, be it one who polls. */
static struct task *
draw(const struct situation *all, const struct situation *pollers)
{
	struct situation free;
	if (!any_held)
		return strategy->choose(all);
	free = leave_out_held(all);
	return strategy->choose(free.n ? &free : pollers->n ? pollers : all);
}

/* One who polls goes on before those who do not: it is like them for so many rounds. */
static struct task *
grant(int32_t actor, uint32_t nth, struct task *t)
{
	record(actor, nth, t);
	if (t->actor == actor) {
		trace_stays(actor);
		t->idle = 0; /* rounds in which nobody else can do anything do not show that nothing happens */
	}
	t->asked++;
	t->polling = t->looks = false;
	t->granted = GRANTED;
	return t;
}

/* Rounds in which one who polls is to come to the end of its loop. */
static unsigned
longest_stay(void)
{
	return !steady ? 0 : endless < MOST_ENDLESS ? LONGEST_LOOP : longest_loop;
}

/* One who looks ever deeper in its stack would not find room there for as many rounds as others may have. */
static bool
stands_deep(const struct task *t)
{
	return t == schedule_self() && carrier_used(t->carrier, (uintptr_t)__builtin_frame_address(0)) > DEEP;
}

/* May one who has stayed for so many rounds go on, to come there? */
static bool
may_get_there(const struct task *t, unsigned rounds)
{
	if (rounds < longest_stay() && schedule_steps() < MOST_STAYING && !stands_deep(t))
		return true;
	endless += steady && !is_endless;
	is_endless = true;
	return false;
}

/* Does one who naps go on at once, though others could? */
static bool
naps_for_nothing(struct task *t, uint64_t now)
{
	return t && is_free() && rare_is_over(t, now) && may_get_there(t, naps++);
}

void
choices_left(struct task *t)
{
	if (t->stayed > longest_loop && t->stayed > 1)
		longest_loop = t->stayed < LONGEST_LOOP ? t->stayed : LONGEST_LOOP;
	t->stayed = 0;
	if (!steady || !is_free() || random_draw(&leaves) % 4 == 0)
		return;
	t->held = FOR_LONG;
	any_held = true;
}

/*
 * Does one who polls stay where it is, though others could go on? Who spins for a while and only then waits does it while others stand
 * still, and would never come so far if it always gave way.
 */
static bool
stays_all_the_same(struct task *t)
{
	if (!t || t->state != TASK_READY || !t->polling || !is_free())
		return false;
	if (steady ? may_get_there(t, t->asked * GRANTED) : bold && t->asked == 0)
		return true;
	if (!stubborn || t->hurried)
		return false;
	if (t->asked < MOST_ASKED && random_draw(&stays) % 4 != 0)
		return true;
	t->asked++;
	return false;
}

static void
join(struct situation *s, struct task **of, struct task *t, struct task *running)
{
	of[s->n++] = t;
	if (t == running)
		s->running = t;
	if (!t->met)
		meet(t);
}

/* Those who can go on; those of them who poll, and may be chosen all the same, apart. */
static void
gather(struct situation *ready, struct situation *pollers, struct task *running)
{
	static struct task *can[MOST_CARRIERS], *poll[MOST_CARRIERS];
	bool asked = !strategy || (!steady && (bold || any_held)); /* where each goes to the end of its loop, those who have not come there wait */
	size_t n = 0;
	*ready = (struct situation){.ready = can};
	*pollers = (struct situation){.ready = poll};
	for (int i = 0; i < tasks_nalive; i++) {
		struct task *t = tasks_alive[i];
		if (t->state != TASK_READY)
			continue;
		n++;
		if (!t->polling)
			join(ready, can, t, running);
		else if (asked && (!strategy || t->asked < MOST_ASKED))
			join(pollers, poll, t, running);
	}
	met.points += n > 1;
	if (ready->n)
		ready->usual = ready->running ? ready->running : lowest(can, ready->n);
	if (pollers->n)
		pollers->usual = pollers->running ? pollers->running : lowest(poll, pollers->n);
}

/* Whom the strategy chooses of those who can go on, and in some runs of those who poll, too; NULL: whoever has its turn. */
static struct task *
draw_task(const struct situation *ready, const struct situation *pollers)
{
	static struct task *both[MOST_CARRIERS];
	if (ready->n == 0)
		return NULL;
	if (!bold || pollers->n == 0)
		return draw(ready, pollers);
	struct situation s = {.ready = both, .n = ready->n + pollers->n, .running = ready->running ? ready->running : pollers->running};
	memcpy(both, ready->ready, ready->n * sizeof *both);
	memcpy(both + ready->n, pollers->ready, pollers->n * sizeof *both);
	s.usual = s.running ? s.running : lowest(both, s.n);
	return draw(&s, pollers);
}

static struct task *
given_task(const struct situation *ready, const struct situation *pollers, int32_t actor, uint32_t nth)
{
	struct task *t = find_given(actor, nth, ready->ready, ready->n);
	return t ? t : find_given(actor, nth, pollers->ready, pollers->n);
}

/* As choose_task, of these. */
static struct task *
choose(const struct situation *ready, const struct situation *pollers, struct task *running, uint64_t now)
{
	int32_t actor = running ? running->actor : SRTEST_HOST;
	uint32_t nth = running ? running->points++ : host_points++;
	if (ready->n && naps_for_nothing(running, now)) {
		record(actor, nth, running);
		return running;
	}
	struct task *chosen = rare_task(actor, nth, now, ready->n == 0);
	if (chosen)
		return chosen;
	if (ready->n && stays_all_the_same(running))
		return grant(actor, nth, running);
	if (ready->n)
		points_task(ready, actor, nth, points_wanted(ready) ? state_number(now) : 0);
	if (steady && ready->running && running->granted > 0 && running->rounds > 0)
		return running; /* it has not come to the end of its loop */
	chosen = strategy ? draw_task(ready, pollers) : given_task(ready, pollers, actor, nth);
	if (!chosen || !is_free() || chosen == ready->usual)
		return ready->usual;
	if (chosen->polling)
		return grant(actor, nth, chosen);
	record(actor, nth, chosen);
	if (ready->running && !running->between)
		trace_ending(actor, SRTEST_PREEMPTED);
	return chosen;
}

struct task *
choose_task(struct task *running, uint64_t now)
{
	struct situation ready, pollers;
	gather(&ready, &pollers, running);
	struct task *chosen = choose(&ready, &pollers, running, now);
	bool open = ready.running && !running->between && ready.n > 1;
	met.open += open;
	met.crossed += open && chosen != running;
	if (running)
		running->between = false;
	return chosen;
}

struct task *
choose_at_breakpoint(struct task *running, uint64_t now)
{
	static const unsigned points[] = {1, 1, 4, FOR_LONG};
	if (strategy && is_free() && random_draw(&breaks) % 4 < eagerness) {
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
	for (int i = 0; i < tasks_nalive; i++)
		if (task_waits_for(tasks_alive[i], wait, object))
			waiters[n++] = tasks_alive[i];
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
	static struct task *waiters[MOST_CARRIERS];
	size_t n = find_waiters(waiters, wait, object);
	if (n == 0)
		return NULL;
	if (n == 1 || !running)
		return waiters[0];
	uint32_t nth = running->points++;
	points_waiter(waiters, n, running->actor, nth);
	struct task *chosen = strategy ? waiters[strategy->choose_waiter(n)] : find_given(running->actor, nth, waiters, n);
	if (!chosen || !is_free() || chosen == waiters[0])
		return waiters[0];
	record(running->actor, nth, chosen);
	return chosen;
}
