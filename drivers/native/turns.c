#include "drivers/native/turns.h"

#include "drivers/native/trace.h"
#include "base/random.h"

enum {
	/* rounds by which one who polls may be ahead of another */
	LEAD = 8,
	/* rounds that they get when time goes on */
	MORE_TURNS = 4,
	/* patience from which on a call that spins is let spin alone for long */
	LONG_PATIENCE = 100,
};

static uint64_t horizon;
static unsigned patience;
static uint64_t state; /* of what varies */

void
turns_begin(uint64_t h, unsigned p)
{
	horizon = h;
	patience = p;
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
	return (unsigned)(random_draw(&state) % n);
}

/*
 * Rounds of polling after which nothing will change any more: enough for everybody to see what anybody did, many times over,
 * for some count before they act.
 */
static unsigned
enough_rounds(void)
{
	unsigned n = 2;
	for (int i = 0; i < tasks_top; i++)
		n += tasks[i].state == TASK_READY || tasks[i].state == TASK_BLOCKED;
	return 6 * n * patience;
}

static bool
polls(const struct task *t)
{
	return t->polling && t->state == TASK_READY;
}

/*
 * One of those who poll and had few turns; who had enough is left where it gave way, and nowhere else. Not strictly in turn: two
 * loops of which one always looks when the other one holds a lock would never come out of step.
 */
struct task *
turn_of_poller(void)
{
	struct task *near[MOST_CARRIERS], *best = NULL;
	unsigned n = 0;
	for (int i = 0; i < tasks_top; i++)
		if (polls(&tasks[i]) && (!best || tasks[i].idle < best->idle))
			best = &tasks[i];
	unsigned enough = best ? enough_rounds() : 0;
	if (!best || best->idle >= enough)
		return NULL;
	for (int i = 0; i < tasks_top; i++)
		if (polls(&tasks[i]) && tasks[i].idle <= best->idle + LEAD && tasks[i].idle < enough)
			near[n++] = &tasks[i];
	return n > 1 ? near[turns_vary(n)] : best;
}

/* Of those whose time has come first, the one that had the fewest turns: times that are past are all the same. */
static bool
sleeps_before(uint64_t now, const struct task *a, const struct task *b)
{
	uint64_t at = a->deadline > now ? a->deadline : now, bt = b->deadline > now ? b->deadline : now;
	return at != bt ? at < bt : a->idle != b->idle ? a->idle < b->idle : a->since < b->since;
}

static struct task *
first_sleeper(uint64_t now, unsigned enough)
{
	struct task *best = NULL;
	for (int i = 0; i < tasks_top; i++) {
		struct task *t = &tasks[i];
		if (t->state == TASK_BLOCKED && t->deadline <= horizon && t->idle < enough && (!best || sleeps_before(now, t, best)))
			best = t;
	}
	return best;
}

struct task *
turn_of_sleeper(uint64_t now)
{
	return first_sleeper(now, enough_rounds());
}

/* What the sleeper does may be what others poll for: they get a few more turns. */
void
turn_taken(struct task *sleeper, uint64_t *now, const char *action)
{
	unsigned enough = enough_rounds();
	if (sleeper->deadline > *now)
		*now = sleeper->deadline;
	sleeper->timed_out = true;
	trace_step(sleeper->actor, action, 0, sleeper->place, *now);
	sleeper->state = TASK_READY;
	sleeper->idle++;
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].polling && tasks[i].idle > enough - MORE_TURNS)
			tasks[i].idle = enough - MORE_TURNS;
}

static bool
any_hurried(void)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].hurried)
			return true;
	return false;
}

/* Does anyone go on over memory? It may only count. */
static bool
any_unclear(void)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].looks && !tasks[i].laps.sure)
			return true;
	return false;
}

/* Would someone go on by itself, but for the horizon? */
static bool
any_late(void)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state == TASK_BLOCKED && tasks[i].deadline > horizon && tasks[i].deadline != FOREVER)
			return true;
	return false;
}

struct task *
turn_of_spinner(void)
{
	if (patience < LONG_PATIENCE)
		return NULL;
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].spins && !tasks[i].spun)
			return &tasks[i];
	return NULL;
}

enum rest
turns_certainty(void)
{
	if (any_unclear())
		return REST_UNCLEAR;
	if (any_hurried())
		return REST_BUSY;
	for (int i = 0; i < tasks_top; i++)
		if ((tasks[i].state == TASK_READY && tasks[i].polling) || (tasks[i].state == TASK_BLOCKED && tasks[i].deadline <= horizon))
			return REST_POLLING;
	return any_late() ? REST_LATE : REST_SURE;
}
