#include "drivers/native/rare.h"

#include "drivers/native/trace.h"
#include "drivers/native/turns.h"
#include "base/random.h"

enum {
	/* tries that fail in a run: whoever tries again gets there */
	MOST_FAILURES = 16,
	/* timers that expire early in a run: each time handlers have more to do, and they are to get it done */
	MOST_EXPIRED = 16,
	/* sleeps in a run that are over before shorter ones: each lets who sleeps again and again go on for longer */
	MOST_OVERTAKING = 16,
};

static uint64_t state;
static uint64_t often, often_resting; /* of 64 points */
static unsigned failures, expired, overtaking;
static unsigned kinds; /* that may happen */

void
rare_begin(unsigned all, bool drawn, uint64_t seed)
{
	static const uint64_t most[] = {1, 4, 16};
	kinds = all;
	drawn = drawn && kinds;
	state = random_mix(seed ^ 99);
	often = drawn ? most[random_draw(&state) % (sizeof most / sizeof *most)] : 0;
	often_resting = drawn ? 8 : 0;
	failures = expired = overtaking = 0;
}

static bool
may_wake_by_itself(const struct task *t)
{
	return (kinds & SRTEST_SPURIOUS) && t->state == TASK_BLOCKED && (t->wait == WAIT_COND || t->wait == WAIT_FUTEX);
}

/* The first of all sleepers, or one that sleeps no longer than the horizon: those before it are over their sleep then, but it goes first. */
static bool
may_be_over(const struct task *t, const struct task *first)
{
	bool sleeps = t->state == TASK_BLOCKED && t->wait == WAIT_SLEEP && t->deadline <= turns_horizon() && overtaking < MOST_OVERTAKING;
	return (kinds & SRTEST_TIMEOUT) && first && (t == first || sleeps) && !(t->is_timer && expired == MOST_EXPIRED);
}

bool
rare_is_over(const struct task *t, uint64_t now)
{
	return t->state == TASK_BLOCKED && t->wait == WAIT_SLEEP && t == turn_of_late_sleeper(now) && may_be_over(t, t);
}

size_t
rare_tasks(struct task **at, uint64_t now)
{
	size_t n = 0;
	const struct task *first = turn_of_late_sleeper(now);
	for (int i = 0; i < tasks_nalive; i++)
		if (may_be_over(tasks_alive[i], first) || may_wake_by_itself(tasks_alive[i]))
			at[n++] = tasks_alive[i];
	return n;
}

bool
rare_happens(bool resting)
{
	return often && random_draw(&state) % 64 < (resting ? often_resting : often);
}

bool
rare_fails(enum srtest_rare kind)
{
	return (kinds & kind) && failures < MOST_FAILURES && rare_happens(false) && ++failures;
}

size_t
rare_which(size_t n)
{
	return random_draw(&state) % n;
}

void
rare_wake(struct task *t, uint64_t *now)
{
	bool first = turn_of_late_sleeper(*now) == t;
	if (first || t->wait == WAIT_SLEEP) {
		overtaking += !first;
		bool early = t->deadline <= turns_horizon();
		uint64_t before = *now, until = t->deadline;
		expired += t->is_timer;
		turn_taken(t, now, early ? "time out early" : "time out late");
		for (struct task *other; (other = turn_of_late_sleeper(*now)) && other->deadline < until;)
			turn_taken(other, now, "time out");
		if (early)
			turns_put_off(*now - before); /* who sleeps again is not to miss what others are about to do */
		if (early && t->idle > 0)
			t->idle--; /* nor has it waited for them */
		return;
	}
	t->state = TASK_READY;
	t->timed_out = false;
	trace_step(t->actor, "wake up unasked", 0, t->place, *now);
}
