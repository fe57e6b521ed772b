#include "drivers/native/schedule.h"

#include "drivers/native/carrier.h"
#include "drivers/native/spin.h"
#include "drivers/native/trace.h"
#include "base/random.h"

#include <stddef.h>
#include <string.h>

enum {
	/* primitives in a row without waiting, after which a task counts as one that polls */
	QUICK = 400,
	/* ... and that make a round of polling from then on */
	QUICK_ROUND = 16,
	/* a breakpoint costs as much as so many steps */
	SPIN_STEPS = 50,
	/* ... and a visit to one counts as so many rounds of polling */
	SPIN_ROUNDS = 2,
	/* patience from which on a call that spins is let spin alone for long */
	LONG_PATIENCE = 100,
	/* rounds by which one who polls may be ahead of another */
	LEAD = 8,
	/* rounds that they get when time goes on */
	MORE_TURNS = 4,
	/* steps after which a phase ends, whatever goes on; so many times more for each unit of patience */
	MOST_STEPS = 100000,
	/* nanoseconds that a look at the clock takes, and for those who do nothing but look */
	LOOK = 1000,
	LONG_LOOK = 1000000,
	MOST_DEVIATIONS = 4096,
};

static struct task tasks[MOST_CARRIERS];
static int top; /* all tasks from here on are free */
static struct task *running; /* NULL: the host */
static uint64_t now, sequence, steps, points;
static bool alone; /* whoever runs is let spin */
static struct schedule_settings settings;
static uint64_t random_state;
static uint64_t poll_state; /* the same in every run: whose turn it is among those who poll is no choice */
static enum rest ended;
static uint32_t host_points;
static uint64_t preemptions; /* of 64 points */
static bool unfair; /* whom a signal wakes is drawn */
static struct deviation deviations[MOST_DEVIATIONS];
static size_t ndeviations;
static void (*interrupt)(void);

/* --- tasks --- */

struct task *
schedule_self(void)
{
	return running;
}

/* Something has happened: whoever polls may find out. */
static void
refresh(void)
{
	for (int i = 0; i < top; i++)
		tasks[i].idle = 0;
}

/* Does nobody ask for it when it has ended? */
static bool
is_nobodys(const struct task *t)
{
	return t->is_timer || (t->is_thread && t->detached);
}

/* What a carrier does: one job after the other. */
static void
work(void *arg)
{
	struct task *t = arg;
	for (;;) {
		if (setjmp(t->home) == 0)
			t->job(t);
		t->state = is_nobodys(t) ? TASK_FREE : TASK_DONE;
		refresh();
		schedule_point();
	}
}

/* A task for an actor: that of its last call, so that a client is one thread for all its calls. NULL: there are too many. */
static struct task *
task_for(int32_t actor)
{
	struct task *free = NULL;
	for (int i = 0; i < MOST_CARRIERS; i++) {
		struct task *t = &tasks[i];
		if (t->state == TASK_IDLE && t->actor == actor)
			return t;
		if (t->state == TASK_FREE && !free)
			free = t;
		if (i >= top && free)
			break;
	}
	return free;
}

struct task *
schedule_add(void (*job)(struct task *), void *arg, int32_t actor)
{
	struct task *t = task_for(actor);
	if (!t)
		return NULL;
	int number = (int)(t - tasks);
	struct carrier *carrier = t->carrier;
	memset(t, 0, offsetof(struct task, home)); /* the place to go home to stays */
	t->number = number;
	t->carrier = carrier;
	t->job = job;
	t->arg = arg;
	t->since = sequence++;
	t->deadline = FOREVER;
	t->actor = actor;
	if (!carrier) {
		t->carrier = carrier_get(number);
		if (!t->carrier)
			return NULL;
		carrier_prepare(t->carrier, work, t);
	}
	t->state = TASK_READY;
	top = number < top ? top : number + 1;
	return t;
}

struct task *
schedule_task(int number)
{
	return number >= 0 && number < top && tasks[number].state != TASK_FREE ? &tasks[number] : NULL;
}

void
schedule_on_interrupt(void (*fn)(void))
{
	interrupt = fn;
}

bool
schedule_reset(void)
{
	bool clean = true;
	for (int i = 0; i < top; i++) {
		struct task *t = &tasks[i];
		bool abandoned = t->state == TASK_READY || t->state == TASK_BLOCKED;
		if (abandoned && !carrier_abandon(t->carrier))
			clean = false;
		if (abandoned && clean)
			carrier_prepare(t->carrier, work, t);
		t->state = TASK_FREE;
	}
	top = 0;
	now = sequence = steps = 0;
	return clean;
}

void
schedule_each(void (*fn)(struct task *, void *), void *arg)
{
	for (int i = 0; i < top; i++)
		if (tasks[i].state != TASK_FREE)
			fn(&tasks[i], arg);
}

/* --- who goes next --- */

/*
 * Rounds of polling after which nothing will change any more: enough for everybody to see what anybody did, many times over,
 * for some count before they act.
 */
static unsigned
enough_rounds(void)
{
	unsigned n = 2;
	for (int i = 0; i < top; i++)
		n += tasks[i].state == TASK_READY || tasks[i].state == TASK_BLOCKED;
	return 6 * n * settings.patience;
}

static bool
can_go(const struct task *t)
{
	return t->state == TASK_READY && !t->polling;
}

static struct task *
default_task(void)
{
	struct task *first = NULL;
	if (running && can_go(running))
		return running;
	for (int i = 0; i < top; i++)
		if (can_go(&tasks[i]) && (!first || tasks[i].actor < first->actor))
			first = &tasks[i];
	return first;
}

/* A random walk: stays with whoever runs, but for now and then; how often is drawn for each phase. */
static struct task *
random_task(struct task *usual)
{
	struct task *ready[MOST_CARRIERS];
	size_t n = 0;
	if (usual == running && random_draw(&random_state) % 64 >= preemptions)
		return usual;
	for (int i = 0; i < top; i++)
		if (can_go(&tasks[i]))
			ready[n++] = &tasks[i];
	return ready[random_draw(&random_state) % n];
}

/* The given choice at an actor's nth point. */
static bool
find_given(int32_t actor, uint32_t nth, int32_t *chosen)
{
	for (size_t i = 0; i < settings.ngiven; i++) {
		const struct deviation *d = &settings.given[i];
		if (d->actor != actor || d->nth != nth)
			continue;
		*chosen = d->chosen;
		return true;
	}
	return false;
}

static struct task *
given_task(int32_t actor, uint32_t nth, struct task *usual)
{
	int32_t given;
	if (!find_given(actor, nth, &given))
		return usual;
	for (int i = 0; i < top; i++)
		if (can_go(&tasks[i]) && tasks[i].actor == given)
			return &tasks[i];
	return usual;
}

static void
record(int32_t actor, uint32_t nth, const struct task *chosen)
{
	if (ndeviations < MOST_DEVIATIONS)
		deviations[ndeviations++] = (struct deviation){actor, nth, chosen->actor};
}

/* Who of those that can go on goes on; NULL if nobody can. */
static struct task *
pick_ready(void)
{
	struct task *usual = default_task();
	if (!usual)
		return NULL;
	int32_t actor = running ? running->actor : SRTEST_HOST;
	uint32_t nth = running ? running->points++ : host_points++;
	struct task *chosen = settings.random ? random_task(usual) : given_task(actor, nth, usual);
	if (chosen == usual)
		return chosen;
	record(actor, nth, chosen);
	if (usual == running)
		trace_ending(actor, SRTEST_PREEMPTED);
	return chosen;
}

/*
 * One of those who poll and had few turns; who had enough is left where it gave way, and nowhere else. Not strictly in turn: two
 * loops of which one always looks when the other one holds a lock would never come out of step.
 */
static struct task *
pick_poller(unsigned enough)
{
	struct task *pollers[MOST_CARRIERS], *best = NULL;
	size_t n = 0, near = 0;
	for (int i = 0; i < top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].polling)
			pollers[n++] = &tasks[i];
	for (size_t i = 0; i < n; i++)
		if (!best || pollers[i]->idle < best->idle)
			best = pollers[i];
	for (size_t i = 0; i < n; i++)
		if (pollers[i]->idle <= best->idle + LEAD && pollers[i]->idle < enough)
			pollers[near++] = pollers[i];
	if (best && best->idle >= enough)
		return NULL;
	return near > 1 ? pollers[random_draw(&poll_state) % near] : best;
}

/* Of those whose time has come first, the one that had the fewest turns: times that are past are all the same. */
static bool
sleeps_before(const struct task *a, const struct task *b)
{
	uint64_t at = a->deadline > now ? a->deadline : now, bt = b->deadline > now ? b->deadline : now;
	return at != bt ? at < bt : a->idle != b->idle ? a->idle < b->idle : a->since < b->since;
}

static struct task *
pick_sleeper(unsigned enough)
{
	struct task *best = NULL;
	for (int i = 0; i < top; i++) {
		struct task *t = &tasks[i];
		if (t->state == TASK_BLOCKED && t->deadline <= settings.horizon && t->idle < enough && (!best || sleeps_before(t, best)))
			best = t;
	}
	return best;
}

/* Time goes on. What the sleeper does may be what others poll for: they get a few more turns. */
static struct task *
wake_up(struct task *sleeper, unsigned enough)
{
	if (sleeper->deadline > now)
		now = sleeper->deadline;
	sleeper->timed_out = true;
	trace_step(sleeper->actor, "time out", 0, sleeper->place, now);
	sleeper->state = TASK_READY;
	sleeper->idle++;
	for (int i = 0; i < top; i++)
		if (tasks[i].polling && tasks[i].idle > enough - MORE_TURNS)
			tasks[i].idle = enough - MORE_TURNS;
	return sleeper;
}

static bool
any_hurried(void)
{
	for (int i = 0; i < top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].hurried)
			return true;
	return false;
}

/* Would someone go on by itself, but for the horizon? */
static bool
any_late(void)
{
	for (int i = 0; i < top; i++)
		if (tasks[i].state == TASK_BLOCKED && tasks[i].deadline > settings.horizon && tasks[i].deadline != FOREVER)
			return true;
	return false;
}

static struct task *
pick_spinner(void)
{
	for (int i = 0; i < top; i++)
		if (tasks[i].state == TASK_READY && tasks[i].spins && !tasks[i].spun)
			return &tasks[i];
	return NULL;
}

static enum rest
how_sure(void)
{
	if (any_hurried())
		return REST_BUSY;
	for (int i = 0; i < top; i++)
		if ((tasks[i].state == TASK_READY && tasks[i].polling) || (tasks[i].state == TASK_BLOCKED && tasks[i].deadline <= settings.horizon))
			return REST_POLLING;
	return any_late() ? REST_LATE : REST_SURE;
}

static void spun(void);

/* The next task, or NULL when all is at rest. */
static struct task *
next(void)
{
	struct task *t = pick_ready();
	if (t)
		return t;
	unsigned enough = enough_rounds();
	struct task *poller = pick_poller(enough);
	if (poller)
		return poller;
	struct task *sleeper = pick_sleeper(enough);
	if (sleeper)
		return wake_up(sleeper, enough);
	struct task *spinner = settings.patience >= LONG_PATIENCE ? pick_spinner() : NULL;
	if (spinner) {
		spin_alone(alone = true, spun);
		return spinner;
	}
	ended = how_sure();
	return NULL;
}

static void
go_to(struct task *t)
{
	struct task *from = running;
	running = t;
	if (from != t)
		carrier_switch(from ? from->carrier : NULL, t ? t->carrier : NULL);
}

/* The caller has run alone for long, and passed no point: it computes without end, or waits for others by spinning. */
static void
spun(void)
{
	spin_alone(alone = false, NULL);
	running->spun = true;
	go_to(next());
}

static void
step(void)
{
	points++;
	if (alone)
		spin_alone(alone = false, NULL);
	running->spun = false;
	if (++steps > (uint64_t)MOST_STEPS * settings.patience) {
		ended = REST_BUSY;
		go_to(NULL);
	}
	go_to(next());
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
	if (++running->quick > (running->hurried ? QUICK_ROUND : QUICK)) {
		running->polling = running->hurried = true;
		running->idle++;
		running->quick = 0;
	}
	step();
	take_interrupts();
}

void
schedule_pass(void)
{
	if (running)
		step();
}

void
schedule_tell(const char *action, const void *object, const void *place)
{
	if (!running)
		return;
	running->action = action;
	running->acts_on = object;
	running->place = place;
	trace_step(running->actor, action, (uint64_t)(uintptr_t)object, place, now);
}

void
schedule_act(const char *action, const void *object, const void *place)
{
	if (!running)
		return;
	running->action = action;
	running->acts_on = object;
	running->place = place;
	schedule_point();
	trace_step(running->actor, action, (uint64_t)(uintptr_t)object, place, now);
}

void
schedule_spin(const void *place)
{
	if (!running)
		return;
	static const unsigned bursts[] = {0, 0, 3, 12, 24};
	running->polling = running->hurried = running->spins = true;
	steps += SPIN_STEPS;
	points++;
	if (running->burst > 0) {
		running->burst--;
		return;
	}
	schedule_tell("spin", NULL, place);
	trace_ending(running->actor, SRTEST_GIVES_WAY);
	running->idle += SPIN_ROUNDS;
	step();
	running->burst = bursts[random_draw(&poll_state) % (sizeof bursts / sizeof *bursts)];
}

uint64_t
schedule_look(const void *place)
{
	if (running) {
		schedule_act("look at the clock", NULL, place);
		now += running->hurried ? LONG_LOOK : LOOK;
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
	running->polling = true;
	running->idle++;
	running->quick = 0;
	step();
	take_interrupts();
}

/* --- waiting --- */

bool
schedule_block(enum wait wait, const void *object, uint64_t tag, uint64_t deadline)
{
	struct task *t = running;
	t->state = TASK_BLOCKED;
	t->wait = wait;
	t->object = object;
	t->tag = tag;
	t->deadline = deadline;
	t->since = sequence++;
	t->timed_out = false;
	trace_ending(t->actor, SRTEST_BLOCKS);
	step();
	t->wait = WAIT_NOTHING;
	t->deadline = FOREVER;
	bool woken = !t->timed_out;
	take_interrupts();
	return woken;
}

static bool
waits_for(const struct task *t, enum wait wait, const void *object)
{
	return t->state == TASK_BLOCKED && t->wait == wait && t->object == object;
}

struct task *
schedule_waiter(enum wait wait, const void *object)
{
	struct task *oldest = NULL;
	for (int i = 0; i < top; i++) {
		struct task *t = &tasks[i];
		if (waits_for(t, wait, object) && (!oldest || t->since < oldest->since))
			oldest = t;
	}
	return oldest;
}

unsigned
schedule_waiters(enum wait wait, const void *object)
{
	unsigned n = 0;
	for (int i = 0; i < top; i++)
		n += waits_for(&tasks[i], wait, object);
	return n;
}

static struct task *
random_waiter(enum wait wait, const void *object, struct task *usual)
{
	struct task *waiters[MOST_CARRIERS];
	size_t n = 0;
	if (!unfair)
		return usual;
	for (int i = 0; i < top; i++)
		if (waits_for(&tasks[i], wait, object))
			waiters[n++] = &tasks[i];
	return waiters[random_draw(&random_state) % n];
}

static struct task *
given_waiter(enum wait wait, const void *object, int32_t actor, uint32_t nth, struct task *usual)
{
	int32_t given;
	if (!find_given(actor, nth, &given))
		return usual;
	for (int i = 0; i < top; i++)
		if (waits_for(&tasks[i], wait, object) && tasks[i].actor == given)
			return &tasks[i];
	return usual;
}

static void
wake(struct task *t, const char *how)
{
	t->state = TASK_READY;
	t->timed_out = false;
	if (t->wait == WAIT_MUTEX)
		return; /* as before the other came */
	if (running && running->is_timer)
		t->idle++; /* only time has gone by */
	else
		refresh();
	if (running)
		trace_step(running->actor, how, (uint64_t)(int64_t)t->actor, running->place, now);
	if (running)
		trace_ending(running->actor, SRTEST_WAKES);
}

bool
schedule_wake_one(enum wait wait, const void *object)
{
	struct task *usual = schedule_waiter(wait, object);
	if (!usual)
		return false;
	struct task *chosen = usual;
	if (running && schedule_waiters(wait, object) > 1) {
		uint32_t nth = running->points++;
		chosen = settings.random ? random_waiter(wait, object, usual) : given_waiter(wait, object, running->actor, nth, usual);
		if (chosen != usual)
			record(running->actor, nth, chosen);
	}
	wake(chosen, chosen == usual ? "wake" : "wake out of turn");
	return true;
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

enum rest
schedule_run(const struct schedule_settings *s)
{
	settings = *s;
	settings.horizon = s->horizon >= FOREVER - now ? FOREVER - 1 : now + s->horizon;
	random_state = s->seed;
	poll_state = 0;
	steps = 0;
	host_points = 0;
	ndeviations = 0;
	preemptions = (uint64_t[]){0, 2, 8, 16, 32}[random_draw(&random_state) % 5];
	unfair = random_draw(&random_state) % 2;
	ended = REST_SURE;
	for (int i = 0; i < top; i++) {
		tasks[i].idle = tasks[i].quick = tasks[i].points = tasks[i].burst = 0;
		tasks[i].polling = tasks[i].hurried = tasks[i].spins = tasks[i].spun = false;
	}
	struct task *first = next();
	if (first)
		go_to(first);
	for (int i = 0; i < top; i++) {
		if (tasks[i].state == TASK_DONE && is_nobodys(&tasks[i]))
			tasks[i].state = TASK_FREE;
		if (tasks[i].state == TASK_DONE && !tasks[i].is_thread)
			tasks[i].state = TASK_IDLE;
	}
	return ended;
}

void
schedule_leave(void)
{
	longjmp(running->home, 1);
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

const struct deviation *
schedule_deviations(size_t *n)
{
	*n = ndeviations;
	return deviations;
}

uint64_t
schedule_steps(void)
{
	return steps;
}

uint64_t
schedule_points(void)
{
	return points;
}
