#include "drivers/native/turns.h"

#include "drivers/native/circle.h"
#include "drivers/native/stalled.h"
#include "drivers/native/trace.h"
#include "base/random.h"

#include <limits.h>

enum {
	/* rounds by which one who polls may be ahead of another */
	LEAD = 8,
	/* rounds that they get when time goes on */
	MORE_TURNS = 4,
	/* patience from which on a call that spins is let spin alone for long */
	LONG_PATIENCE = 100,
	/* ... and from which on there are so many times the rounds, if they cost little: one may do nothing for thousands, then look */
	MORE_ROUNDS = 10,
	/* of the time since it began, so much goes by at once for those who look at the clock */
	PART = 4,
	/* part of the horizon that a sleep must last not to be a way to poll */
	SHORTEST_SLEEP = 10,
};

/* A timeout that is later than in an hour means never. */
#define LATEST (3600 * (uint64_t)1000000000)
/* Nobody sleeps, or looks at the clock, for so long only to look again. */
#define END_OF_TIME (100 * 366 * 24 * LATEST)
#define LONGEST_WATCH (24 * LATEST)
/* Nobody notices that less than this goes by. */
#define NOTICEABLE (uint64_t)1000000

static uint64_t horizon, length, begun; /* up to when, how long that is from the beginning, and when that was */
static unsigned patience;
static bool cheap; /* what has been done so far in this run */
static enum { NOBODY, SLEEPERS, ALL } allowed; /* who may go on after the horizon */
static uint64_t state; /* of what varies */
static bool delayed;

void
turns_begin(uint64_t now, uint64_t l, unsigned p)
{
	horizon = l >= FOREVER - now ? FOREVER - 1 : now + l;
	length = l;
	begun = now;
	patience = p;
	cheap = true;
	allowed = NOBODY;
	state = 0;
}

uint64_t
turns_horizon(void)
{
	return horizon;
}

unsigned
turns_patience(void)
{
	return patience ? patience : 1;
}

unsigned
turns_vary(unsigned n)
{
	return (unsigned)((random_draw(&state) >> 32) * n >> 32); /* a division would take as long as all the rest of a turn */
}

void
turns_cost_much(void)
{
	cheap = false;
}

/* Enough for everybody to see what anybody did, many times over, for some count before they act. */
unsigned
turns_enough(void)
{
	return 6 * (2 + (unsigned)tasks_nalive) * patience * (cheap && patience >= LONG_PATIENCE ? MORE_ROUNDS : 1);
}

static bool
polls(const struct task *t)
{
	return t->polling && t->state == TASK_READY;
}

/* Those of n tasks that had at most so many rounds. */
static unsigned
keep(struct task **of, unsigned n, unsigned most)
{
	unsigned kept = 0;
	for (unsigned i = 0; i < n; i++)
		if (of[i]->idle <= most)
			of[kept++] = of[i];
	return kept;
}

/*
 * One of those who poll and had few turns; who had enough is left where it gave way, and nowhere else. Not strictly in turn: two
 * loops of which one always looks when the other one holds a lock would never come out of step.
 */
struct task *
turn_of_poller(void)
{
	static struct task *near[MOST_CARRIERS];
	unsigned n = 0, fewest = UINT_MAX, most = 0, enough = turns_enough();
	for (int i = 0; i < tasks_nalive; i++) {
		struct task *t = tasks_alive[i];
		if (!polls(t))
			continue;
		near[n++] = t;
		fewest = t->idle < fewest ? t->idle : fewest;
		most = t->idle > most ? t->idle : most;
	}
	if (fewest >= enough)
		return NULL;
	if (most > fewest + LEAD || most >= enough)
		n = keep(near, n, fewest + LEAD < enough ? fewest + LEAD : enough - 1);
	return near[n > 1 ? turns_vary(n) : 0];
}

/* Of those whose time has come first, the one that had the fewest turns: times that are past are all the same. */
static bool
sleeps_before(uint64_t now, const struct task *a, const struct task *b)
{
	uint64_t at = a->deadline > now ? a->deadline : now, bt = b->deadline > now ? b->deadline : now;
	return at != bt ? at < bt : a->idle != b->idle ? a->idle < b->idle : a->since < b->since;
}

/* Would it go on by itself, but for the horizon? */
static bool
is_late(const struct task *t)
{
	return t->state == TASK_BLOCKED && t->deadline > horizon && t->deadline != FOREVER;
}

static bool
is_any(const struct task *t)
{
	(void)t;
	return true;
}

static struct task *
first_sleeper(uint64_t now, uint64_t until, bool (*wanted)(const struct task *))
{
	struct task *best = NULL;
	unsigned enough = turns_enough();
	for (int i = 0; i < tasks_nalive; i++) {
		struct task *t = tasks_alive[i];
		if (t->state == TASK_BLOCKED && t->deadline <= until && t->idle < enough && wanted(t) && (!best || sleeps_before(now, t, best)))
			best = t;
	}
	return best;
}

struct task *
turn_of_sleeper(uint64_t now)
{
	return first_sleeper(now, horizon, is_any);
}

struct task *
turn_of_late_sleeper(uint64_t now)
{
	uint64_t until = LATEST >= FOREVER - now ? FOREVER - 1 : now + LATEST;
	return first_sleeper(now, until > horizon ? until : horizon, is_any);
}

void
turns_let_later(bool waits)
{
	allowed = waits ? ALL : SLEEPERS;
}

/* A call that nothing but time lets go on. */
static bool
only_sleeps(const struct task *t)
{
	return t->wait == WAIT_SLEEP && !t->is_thread && !t->is_timer;
}

struct task *
turn_of_one_later(uint64_t now)
{
	return allowed == NOBODY ? NULL : first_sleeper(now, END_OF_TIME, allowed == ALL ? is_any : only_sleeps);
}

void
turns_returned(void)
{
	allowed = NOBODY;
}

bool
turns_delayed(void)
{
	return delayed;
}

void
turns_forget(void)
{
	delayed = false;
}

static bool
any_ready(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->state == TASK_READY)
			return true;
	return false;
}

/* Somebody's time comes now: does that keep others waiting, or has it been kept waiting itself? */
static void
note_delay(const struct task *t, uint64_t now)
{
	uint64_t wanted = t->deadline > t->began ? t->deadline : t->began;
	delayed = delayed || wanted + NOTICEABLE <= now || (now + NOTICEABLE <= t->deadline && any_ready());
}

static void
give_more_turns(void)
{
	unsigned most = turns_enough() - MORE_TURNS;
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->polling && tasks_alive[i]->idle > most)
			tasks_alive[i]->idle = most;
}

/* What the sleeper does may be what others poll for: they get a few more turns. */
void
turn_taken(struct task *sleeper, uint64_t *now, const char *action)
{
	uint64_t later = sleeper->deadline > *now ? sleeper->deadline - *now : 0;
	note_delay(sleeper, *now);
	if (sleeper->deadline > horizon) {
		sleeper->late++;
		turns_put_off(later); /* it does not come closer to the others */
	}
	*now += later;
	sleeper->timed_out = true;
	sleeper->quick = 0;
	trace_step(sleeper->actor, action, 0, sleeper->place, *now);
	sleeper->state = TASK_READY;
	sleeper->idle++;
	give_more_turns();
}

void
turns_put_off(uint64_t by)
{
	if (by < FOREVER - 1 - horizon)
		horizon += by;
}

static bool
any_watches(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (polls(tasks_alive[i]) && tasks_alive[i]->watches)
			return true;
	return false;
}

/* Nobody knows until when they wait: always a part of what has gone by already. */
bool
turns_pass_time(uint64_t *now)
{
	uint64_t some = (*now - begun) / PART;
	if (allowed == NOBODY || *now - begun > LONGEST_WATCH || !any_watches())
		return false;
	*now += some > length ? some : length;
	delayed = true;
	horizon = *now > horizon ? *now : horizon;
	give_more_turns();
	return true;
}

static bool
any_hurried(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->state == TASK_READY && tasks_alive[i]->hurried)
			return true;
	return false;
}

/* Does anyone go on over memory? It may only count. */
static bool
any_unclear(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->state == TASK_READY && tasks_alive[i]->looks && !tasks_alive[i]->laps.sure)
			return true;
	return false;
}

/* Who sleeps for a short time, and always again until the horizon, polls, and who sleeps again after that; one long sleep is something else. */
static bool
naps(const struct task *t)
{
	return is_late(t) && (t->deadline - t->began < length / SHORTEST_SLEEP || t->late > 0);
}

static bool
any_late(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (is_late(tasks_alive[i]))
			return true;
	return false;
}

/* Who polls meanwhile gets as many rounds alone as among the others. */
static bool
may_be_alone(const struct task *t)
{
	return t->state == TASK_READY && t->spins && !t->spun && (!t->lone || t->idle < t->lone + turns_enough());
}

struct task *
turn_of_spinner(void)
{
	struct task *best = NULL;
	if (patience < LONG_PATIENCE)
		return NULL;
	for (int i = 0; i < tasks_nalive; i++)
		if (may_be_alone(tasks_alive[i]) && (!best || tasks_alive[i]->idle < best->idle))
			best = tasks_alive[i];
	if (best && (!best->lone || best->idle < best->lone))
		best->lone = best->idle;
	return best;
}

struct task *
turn_to_be_seen(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->state == TASK_READY && tasks_alive[i]->spins && !tasks_alive[i]->spun)
			return tasks_alive[i];
	return NULL;
}

enum rest
turns_certainty(void)
{
	if (any_unclear())
		return REST_UNCLEAR;
	if (any_hurried())
		return circle_closed() || stalled_all() ? REST_BUSY : REST_UNCLEAR;
	for (int i = 0; i < tasks_nalive; i++)
		if (polls(tasks_alive[i]) || naps(tasks_alive[i]) || (tasks_alive[i]->state == TASK_BLOCKED && tasks_alive[i]->deadline <= horizon))
			return REST_POLLING;
	return any_late() ? REST_LATE : REST_SURE;
}
