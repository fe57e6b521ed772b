#include "drivers/native/schedule.h"

#include "drivers/native/carrier.h"
#include "drivers/native/circle.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/spin.h"
#include "drivers/native/rare.h"
#include "drivers/native/stalled.h"
#include "drivers/native/state.h"
#include "drivers/native/trace.h"
#include "drivers/native/turns.h"
#include "drivers/native/views.h"

#include <errno.h>

enum {
	/* primitives in a row without waiting, after which a task counts as one that polls */
	QUICK = 400,
	/* ... and that make a round of polling from then on */
	QUICK_ROUND = 16,
	/* a breakpoint costs as much as so many steps */
	SPIN_STEPS = 50,
	/* ... and a visit to one counts as so many rounds of polling */
	SPIN_ROUNDS = 2,
	/* steps after which a phase ends, whatever goes on; so many times more for each unit of patience */
	MOST_STEPS = 100000,
	/* accesses to memory after which a task gives way once; after which a phase ends, for each unit of patience; and at most */
	LONG_TURN = 20000,
	MANY_ACCESSES = 1 << 16,
	MOST_ACCESSES = 1 << 24,
	/* nanoseconds that a look at the clock takes, and for those who do nothing but look */
	LOOK = 1000,
	LONG_LOOK = 1000000,
	/* rounds after which one who polls, and looks at the clock meanwhile, seems to wait for it */
	FEW_ROUNDS = 4,
};

static struct task *running; /* NULL: the host */
static bool hidden; /* the host on behalf of a task */
static uint64_t now, steps, most_steps, points, accesses, most_accesses, cost;
static bool finished; /* by schedule_finish */
static bool alone; /* whoever runs is let spin */
static bool times; /* matter in this run */
static enum rest ended;
static uint64_t order; /* in which tasks went on in this test, in a number */
static void (*interrupt)(void);

/* --- tasks --- */

struct task *
schedule_self(void)
{
	return running;
}

struct task *
schedule_hide(void)
{
	struct task *t = running;
	running = NULL;
	hidden = true;
	return t;
}

void
schedule_show(struct task *t)
{
	running = t;
	hidden = false;
}

bool
schedule_is_lost(void)
{
	return !running && !hidden && carrier_is_of_another(NULL, (uintptr_t)__builtin_frame_address(0));
}

/* The client's next call, of the same phase: its points are counted on, so that each has a number of its own. */
static void
begin_next(struct task *t, const struct next_job *n)
{
	uint32_t passed = t->points;
	tasks_again(t, n->job, n->arg);
	t->points = passed;
	t->between = true;
	t->control = carrier_control();
	race_start(t);
	n->prepare(t);
}

/* What a carrier does: one job after the other. Each actor is another thread. */
static void
work(void *arg)
{
	struct task *t = arg;
	for (;;) {
		if (t->last != t->actor) {
			carrier_renew(t->control);
			threads_fresh();
		}
		t->last = t->actor;
		if (setjmp(t->home) == 0) {
			state_clear_stack();
			errno = 0; /* what was before is over */
			t->job(t);
		}
		if (task_is_nobodys(t) || !t->is_thread)
			race_end(t);
		if (!t->is_thread)
			turns_returned();
		bool only_time = t->is_timer; /* has gone by */
		struct next_job next = t->next;
		tasks_end(t);
		if (!only_time)
			tasks_refresh();
		if (next.job)
			begin_next(t, &next);
		schedule_point();
	}
}

struct task *
schedule_add(void (*job)(struct task *), void *arg, int32_t actor)
{
	struct task *t = tasks_add(job, arg, actor, work);
	if (t)
		t->control = carrier_control();
	if (t && running)
		t->maker = running->number;
	if (t)
		race_start(t);
	return t;
}

bool
schedule_add_job(void (*job)(struct task *), void (*prepare)(struct task *), void *arg, int32_t actor)
{
	if (running && running->actor == actor) {
		running->next = (struct next_job){job, prepare, arg};
		return true;
	}
	struct task *t = schedule_add(job, arg, actor);
	if (t)
		prepare(t);
	return t != NULL;
}

struct task *
schedule_task(int number)
{
	return number >= 0 && number < tasks_top && tasks[number].state != TASK_FREE ? &tasks[number] : NULL;
}

void
schedule_on_interrupt(void (*fn)(void))
{
	interrupt = fn;
}

bool
schedule_reset(void)
{
	now = steps = order = 0;
	finished = false;
	turns_forget();
	return tasks_forget(work);
}

void
schedule_each(void (*fn)(struct task *, void *), void *arg)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state != TASK_FREE)
			fn(&tasks[i], arg);
}

/* --- who goes next --- */

static void spun(const struct endless_round *);

/* The task that was chosen, or that has its turn, or NULL when all is at rest. */
static struct task *
next(struct task *t)
{
	if (steps > most_steps / 2 || accesses > most_accesses / 2)
		turns_cost_much();
	if (t && t->state == TASK_BLOCKED)
		rare_wake(t, &now);
	t = t ? t : turn_of_poller();
	if (t)
		return t;
	t = turn_of_sleeper(now);
	t = t ? t : turn_of_one_later(now);
	if (t) {
		turn_taken(t, &now, "time out");
		return t;
	}
	if (turns_pass_time(&now))
		return turn_of_poller();
	t = turn_of_spinner();
	if (!t && (ended = turns_certainty()) == REST_BUSY && trace_wanted())
		t = turn_to_be_seen();
	if (t)
		spin_alone(alone = true, spun);
	return t;
}

static void
go_to(struct task *t)
{
	struct task *from = running;
	if (t)
		order = (order ^ (uint32_t)t->actor) * 0x9e3779b97f4a7c15u ^ order >> 29;
	running = t;
	if (from != t && t)
		t->stayed = 0;
	if (from != t)
		carrier_switch(from ? from->carrier : NULL, t ? t->carrier : NULL);
}

/* The caller has run alone, and passed no point: it goes round for ever, which is known, or has done so for long, and may compute. */
static void
spun(const struct endless_round *r)
{
	spin_alone(alone = false, NULL);
	running->spun = true;
	running->stalled = r != NULL;
	if (r)
		stalled_note(running, r);
	go_to(next(choose_task(running, now)));
}

/* The caller does something else than to access memory. */
static void
end_accesses(void)
{
	laps_end(&running->laps);
	running->accesses = 0;
	if (running->looks)
		running->looks = running->polling = false;
}

static void
count_step(void)
{
	points++;
	if (alone)
		spin_alone(alone = false, NULL);
	running->spun = running->stalled = false;
	if (++steps > most_steps) {
		ended = circle_closed() ? REST_BUSY : REST_UNCLEAR;
		go_to(NULL);
	}
}

static void
go_on(void)
{
	go_to(next(choose_task(running, now)));
}

static void
take_step(void)
{
	count_step();
	if (running->hurried && running->state == TASK_READY)
		circle_note(running, now);
	else if (!running->polling && !(running->state == TASK_BLOCKED && running->wait == WAIT_SLEEP))
		circle_break();
	go_on();
}

static void
step(void)
{
	state_note(&running->standing, take_step);
}

static void
take_interrupts(void)
{
	if (running->interrupted)
		interrupt();
}

void
schedule_point(void)
{
	if (!running)
		return;
	end_accesses();
	if (++running->quick > (running->hurried ? QUICK_ROUND : QUICK)) {
		running->hurried = true;
		running->idle += task_gives_way(running);
		running->quick = 0;
	}
	step();
	take_interrupts();
}

void
schedule_pass(void)
{
	if (!running)
		return;
	end_accesses();
	step();
}

static void
intend(const char *action, const void *object, const void *place, bool reads)
{
	running->action = action;
	running->acts_on = identity(object);
	running->place = place;
	running->reads = reads;
}

static void
tell(const char *action, const void *object, const void *place)
{
	intend(action, object, place, false);
	trace_step(running->actor, action, (uint64_t)(uintptr_t)running->acts_on, place, now);
	choices_executed(running);
}

static void
come_to(const void *place)
{
	if (task_comes_to(running, place))
		choices_left(running);
}

void
schedule_tell(const char *action, const void *object, const void *place)
{
	if (!running)
		return;
	come_to(place);
	tell(action, object, place);
}

/* It gives way before it does what it intends; meanwhile it may take a signal. */
static void
act(const char *action, const void *object, const void *place, bool reads)
{
	if (!running)
		return;
	come_to(place);
	intend(action, object, place, reads);
	running->pending = true;
	schedule_point();
	intend(action, object, place, reads);
	trace_step(running->actor, action, (uint64_t)(uintptr_t)running->acts_on, place, now);
	choices_executed(running);
	running->pending = false;
}

void
schedule_act(const char *action, const void *object, const void *place)
{
	act(action, object, place, false);
}

void
schedule_look_at(const char *action, const void *object, const void *place)
{
	act(action, object, place, true);
}

static bool
others_can_go(void)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i] != running && tasks_alive[i]->state == TASK_READY && !tasks_alive[i]->polling)
			return true;
	return false;
}

/* One who writes in a loop, and waits for others, is no different from one who computes: both give way now and then. */
static void
count_access(void)
{
	points++;
	if (++running->accesses % LONG_TURN == 0 && !running->polling)
		running->looks = task_gives_way(running);
	if (++accesses <= most_accesses)
		return;
	ended = REST_UNCLEAR;
	running->standing.sp = NOT_NOTED;
	go_to(NULL);
}

void
schedule_access(const char *action, const void *at, size_t size, bool writes, const void *place)
{
	if (alone)
		spin_alone(alone = false, NULL);
	running->spun = running->stalled = false;
	count_access();
	come_to(place);
	intend(action, at, place, !writes);
	running->pending = true;
	if (running->polling || others_can_go()) {
		running->extent = size;
		running->writes = writes;
		state_note(&running->standing, go_on);
		running->extent = 0;
	}
	take_interrupts();
	intend(action, at, place, !writes);
	choices_executed(running);
	running->pending = false;
	trace_access(running->actor, action, at, size, writes, place, now);
}

void
schedule_reach(const char *action, const void *place)
{
	if (!running)
		return;
	schedule_tell(action, NULL, place);
	count_step();
	running->standing.sp = NOT_NOTED;
	go_to(next(choose_at_breakpoint(running, now)));
}

void
schedule_spin(const void *place)
{
	if (!running)
		return;
	static const unsigned bursts[] = {0, 0, 1, 4, 8};
	end_accesses();
	running->hurried = running->spins = true;
	steps += SPIN_STEPS;
	points++;
	if (running->burst > 0) {
		running->burst--;
		return;
	}
	tell("spin", NULL, place);
	trace_ending(running->actor, SRTEST_GIVES_WAY);
	running->idle += task_gives_way(running) ? SPIN_ROUNDS : 0;
	step();
	running->burst = bursts[turns_vary(sizeof bursts / sizeof *bursts)];
}

/* Time goes on with those who sleep; where nobody does, one who polls until some time has gone by would wait for ever. */
static bool
waits_for_time(void)
{
	return running->idle > FEW_ROUNDS && now < turns_horizon() && !turn_of_sleeper(now);
}

uint64_t
schedule_look(const void *place)
{
	if (running) {
		running->watches = true;
		schedule_act("look at the clock", NULL, place);
		bool waits = running->hurried || waits_for_time();
		now += waits ? LONG_LOOK : LOOK;
		if (!waits)
			turns_put_off(LOOK); /* who sleeps until the horizon after that does not sleep for too long */
	}
	return now;
}

void
schedule_yield(const void *place)
{
	if (!running)
		return;
	schedule_tell("yield", NULL, place);
	trace_ending(running->actor, SRTEST_GIVES_WAY);
	end_accesses();
	running->idle += task_gives_way(running);
	running->quick = 0;
	step();
	take_interrupts();
}

/* --- waiting --- */

/* Futexes come as what they are known by, which is up to their users. */
static const void *
known_by(enum wait wait, const void *object)
{
	return wait == WAIT_FUTEX ? object : identity(object);
}

bool
schedule_block(enum wait wait, const void *object, uint64_t tag, uint64_t deadline)
{
	struct task *t = running;
	end_accesses();
	if (wait == WAIT_SLEEP)
		task_naps(t);
	t->state = TASK_BLOCKED;
	t->wait = wait;
	t->object = known_by(wait, object);
	t->tag = tag;
	t->deadline = deadline;
	t->began = now;
	t->since = tasks_turn();
	t->timed_out = false;
	t->pending = true;
	trace_ending(t->actor, SRTEST_BLOCKS);
	step();
	t->pending = false;
	t->wait = WAIT_NOTHING;
	t->deadline = FOREVER;
	bool woken = !t->timed_out;
	take_interrupts();
	return woken;
}

struct task *
schedule_waiter(enum wait wait, const void *object)
{
	struct task *oldest = NULL;
	object = known_by(wait, object);
	for (int i = 0; i < tasks_nalive; i++) {
		struct task *t = tasks_alive[i];
		if (task_waits_for(t, wait, object) && (!oldest || t->since < oldest->since))
			oldest = t;
	}
	return oldest;
}

/*
 * Those who poll under a lock that is no mutex, such as a semaphore, make each other wait for it and wake each other, time and again, while
 * nothing changes: for so long only is that news.
 */
static void
tell_of_waking(const struct task *t)
{
	if (!t->gave_way || !running || !running->gave_way)
		tasks_refresh();
	else if (running->stirred++ < turns_enough())
		tasks_stir();
}

static void
wake(struct task *t, const char *how)
{
	t->state = TASK_READY;
	t->timed_out = false;
	if (t->wait == WAIT_MUTEX)
		return; /* as before the other came */
	race_wake(t);
	if (running && running->is_timer) {
		t->idle++; /* only time has gone by */
		t->quick = 0;
	} else {
		tell_of_waking(t);
	}
	if (running)
		trace_step(running->actor, how, (uint64_t)(int64_t)t->actor, running->place, now);
	if (running)
		trace_ending(running->actor, SRTEST_WAKES);
}

bool
schedule_wake_one(enum wait wait, const void *object)
{
	struct task *usual = schedule_waiter(wait, object), *chosen = choose_waiter(running, wait, known_by(wait, object));
	if (chosen)
		wake(chosen, chosen == usual ? "wake" : "wake out of turn");
	return chosen != NULL;
}

void
schedule_wake(struct task *t)
{
	wake(t, "wake");
}

void
schedule_wake_all(enum wait wait, const void *object)
{
	for (struct task *t; (t = schedule_waiter(wait, object));)
		schedule_wake(t);
}

/* --- runs --- */

/* Nobody goes on by itself until then. */
static void
rest_until_horizon(void)
{
	if (times && (ended == REST_SURE || ended == REST_LATE) && turns_horizon() > now)
		now = turns_horizon();
}

static enum rest
run(void)
{
	ended = REST_SURE;
	struct task *first = finished ? NULL : next(choose_task(NULL, now));
	if (first)
		go_to(first);
	if (trace_wanted())
		stalled_tell();
	tasks_settle();
	rest_until_horizon();
	return ended;
}

enum rest
schedule_run(const struct schedule_settings *s)
{
	tasks_begin();
	choices_begin(&s->choices);
	turns_begin(now, s->horizon, s->patience);
	most_steps = (uint64_t)MOST_STEPS * s->patience;
	most_accesses = s->patience < MOST_ACCESSES / MANY_ACCESSES ? (uint64_t)MANY_ACCESSES * s->patience : MOST_ACCESSES;
	steps = accesses = cost = 0;
	times = s->times && s->horizon != FOREVER;
	return run();
}

enum rest
schedule_later(bool waits)
{
	if (steps > most_steps || accesses > most_accesses)
		return ended;
	turns_let_later(waits);
	return run();
}

void
schedule_leave(void)
{
	longjmp(running->home, 1);
}

void
schedule_finish(void)
{
	ended = REST_SURE;
	finished = true;
	go_to(NULL);
	__builtin_unreachable();
}

void
schedule_stop(void)
{
	ended = REST_STOPPED;
	go_to(NULL);
	__builtin_unreachable();
}

uint64_t
schedule_now(void)
{
	return now;
}

uint64_t
schedule_steps(void)
{
	return steps + accesses + cost;
}

void
schedule_cost(unsigned n)
{
	if (running)
		cost += n;
}

uint64_t
schedule_order(void)
{
	return order;
}

uint64_t
schedule_points(void)
{
	return points;
}
