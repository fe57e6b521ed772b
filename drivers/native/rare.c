#include "drivers/native/rare.h"

#include "drivers/native/trace.h"
#include "drivers/native/turns.h"
#include "base/random.h"

enum {
	/* tries that fail in a run: whoever tries again gets there */
	MOST_FAILURES = 16,
	/* timers that expire early in a run: each time handlers have more to do, and they are to get it done */
	MOST_EXPIRED = 16,
};

static uint64_t state;
static uint64_t often, often_resting; /* of 64 points */
static unsigned failures, expired;

void
rare_begin(bool drawn, uint64_t seed)
{
	static const uint64_t most[] = {1, 4, 16};
	state = random_mix(seed ^ 99);
	often = drawn ? most[random_draw(&state) % (sizeof most / sizeof *most)] : 0;
	often_resting = drawn ? 8 : 0;
	failures = expired = 0;
}

static bool
may_wake_by_itself(const struct task *t)
{
	return t->state == TASK_BLOCKED && (t->wait == WAIT_COND || t->wait == WAIT_FUTEX);
}

static struct task *
early_sleeper(uint64_t now)
{
	struct task *t = turn_of_late_sleeper(now);
	return t && t->is_timer && expired == MOST_EXPIRED ? NULL : t;
}

size_t
rare_tasks(struct task **at, uint64_t now)
{
	size_t n = 0;
	const struct task *sleeper = early_sleeper(now);
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i] == sleeper || may_wake_by_itself(tasks_alive[i]))
			at[n++] = tasks_alive[i];
	return n;
}

bool
rare_happens(bool resting)
{
	return often && random_draw(&state) % 64 < (resting ? often_resting : often);
}

bool
rare_fails(void)
{
	return failures < MOST_FAILURES && rare_happens(false) && ++failures;
}

size_t
rare_which(size_t n)
{
	return random_draw(&state) % n;
}

void
rare_wake(struct task *t, uint64_t *now)
{
	if (turn_of_late_sleeper(*now) == t) {
		bool early = t->deadline <= turns_horizon();
		uint64_t before = *now;
		expired += t->is_timer;
		turn_taken(t, now, early ? "time out early" : "time out late");
		if (early)
			turns_put_off(*now - before); /* who sleeps again is not to miss what others are about to do */
		return;
	}
	t->state = TASK_READY;
	t->timed_out = false;
	trace_step(t->actor, "wake up unasked", 0, t->place, *now);
}
