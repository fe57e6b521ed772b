#include "drivers/native/schedule.h"

#include "drivers/native/carrier.h"

#include <stddef.h>
#include <string.h>

enum {
	/* primitives in a row without waiting, after which a task counts as one that polls */
	QUICK = 400,
	/* ... and that make a round of polling from then on */
	QUICK_ROUND = 16,
	MOST_DEVIATIONS = 4096,
};

static struct task tasks[MOST_CARRIERS];
static struct task *running; /* NULL: the host */
static uint64_t now, sequence, steps;
static struct schedule_settings settings;
static uint64_t random_state;
static enum rest ended;
static uint32_t host_points;
static uint64_t preemptions; /* of 64 points */
static struct deviation deviations[MOST_DEVIATIONS];
static size_t ndeviations;

/* --- random numbers (splitmix64) --- */

static uint64_t
draw(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15ull;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

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
	for (int i = 0; i < MOST_CARRIERS; i++)
		tasks[i].idle = 0;
}

/* What a carrier does: one job after the other. */
static void
work(void *arg)
{
	struct task *t = arg;
	for (;;) {
		if (setjmp(t->home) == 0)
			t->job(t);
		t->state = TASK_DONE;
		refresh();
		schedule_point();
	}
}

struct task *
schedule_add(void (*job)(struct task *), void *arg, int32_t actor)
{
	for (int i = 0; i < MOST_CARRIERS; i++) {
		struct task *t = &tasks[i];
		bool known = t->carrier != NULL;
		if (t->state != TASK_FREE)
			continue;
		struct carrier *carrier = t->carrier;
		memset(t, 0, offsetof(struct task, home)); /* the place to go home to stays */
		t->number = i;
		t->carrier = carrier;
		t->job = job;
		t->arg = arg;
		t->since = sequence++;
		t->deadline = FOREVER;
		if (!known) {
			t->carrier = carrier_get(i);
			if (!t->carrier)
				return NULL;
			carrier_prepare(t->carrier, work, t);
		}
		t->state = TASK_READY;
		t->actor = actor;
		return t;
	}
	return NULL;
}

bool
schedule_reset(void)
{
	bool clean = true;
	for (int i = 0; i < MOST_CARRIERS; i++) {
		struct task *t = &tasks[i];
		bool abandoned = t->state == TASK_READY || t->state == TASK_BLOCKED;
		if (abandoned && !carrier_abandon(t->carrier))
			clean = false;
		if (abandoned && clean)
			carrier_prepare(t->carrier, work, t);
		t->state = TASK_FREE;
	}
	now = sequence = steps = 0;
	return clean;
}

void
schedule_each(void (*fn)(struct task *, void *), void *arg)
{
	for (int i = 0; i < MOST_CARRIERS; i++)
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
	for (int i = 0; i < MOST_CARRIERS; i++)
		n += tasks[i].state == TASK_READY || tasks[i].state == TASK_BLOCKED;
	return 10 * n;
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
	for (int i = 0; i < MOST_CARRIERS; i++)
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
	if (usual == running && draw() % 64 >= preemptions)
		return usual;
	for (int i = 0; i < MOST_CARRIERS; i++)
		if (can_go(&tasks[i]))
			ready[n++] = &tasks[i];
	return ready[draw() % n];
}

static struct task *
given_task(int32_t actor, uint32_t nth, struct task *usual)
{
	for (size_t i = 0; i < settings.ngiven; i++) {
		const struct deviation *d = &settings.given[i];
		for (int k = 0; d->actor == actor && d->nth == nth && k < MOST_CARRIERS; k++)
			if (can_go(&tasks[k]) && tasks[k].actor == d->chosen)
				return &tasks[k];
	}
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
	int32_t actor = running ? running->actor : ACTOR_HOST;
	uint32_t nth = running ? running->points++ : host_points++;
	struct task *chosen = settings.random ? random_task(usual) : given_task(actor, nth, usual);
	if (chosen != usual)
		record(actor, nth, chosen);
	return chosen;
}

static struct task *
pick_poller(void)
{
	struct task *best = NULL;
	for (int i = 0; i < MOST_CARRIERS; i++)
		if (tasks[i].state == TASK_READY && tasks[i].polling && (!best || tasks[i].idle < best->idle))
			best = &tasks[i];
	return best;
}

static struct task *
pick_sleeper(void)
{
	struct task *best = NULL;
	for (int i = 0; i < MOST_CARRIERS; i++)
		if (tasks[i].state == TASK_BLOCKED && tasks[i].deadline <= settings.horizon && (!best || tasks[i].deadline < best->deadline))
			best = &tasks[i];
	return best;
}

static bool
any_hurried(void)
{
	for (int i = 0; i < MOST_CARRIERS; i++)
		if (tasks[i].state == TASK_READY && tasks[i].hurried)
			return true;
	return false;
}

/* The next task, or NULL when all is at rest. */
static struct task *
next(void)
{
	struct task *t = pick_ready();
	if (t)
		return t;
	struct task *poller = pick_poller(), *sleeper = pick_sleeper();
	unsigned enough = enough_rounds();
	if (poller && poller->idle < enough)
		return poller;
	if (sleeper && sleeper->idle < enough) {
		if (sleeper->deadline > now)
			now = sleeper->deadline;
		sleeper->timed_out = true;
		sleeper->state = TASK_READY;
		sleeper->idle++;
		return sleeper;
	}
	ended = any_hurried() ? REST_DOUBTFUL : poller || sleeper ? REST_POLLING : REST_BLOCKED;
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

static void
step(void)
{
	if (++steps > settings.most_steps) {
		ended = REST_HANG;
		go_to(NULL);
	}
	go_to(next());
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
}

void
schedule_yield(void)
{
	if (!running)
		return;
	running->polling = true;
	running->idle++;
	step();
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
	step();
	t->wait = WAIT_NOTHING;
	t->deadline = FOREVER;
	return !t->timed_out;
}

struct task *
schedule_waiter(enum wait wait, const void *object)
{
	struct task *oldest = NULL;
	for (int i = 0; i < MOST_CARRIERS; i++) {
		struct task *t = &tasks[i];
		if (t->state == TASK_BLOCKED && t->wait == wait && t->object == object && (!oldest || t->since < oldest->since))
			oldest = t;
	}
	return oldest;
}

unsigned
schedule_waiters(enum wait wait, const void *object)
{
	unsigned n = 0;
	for (int i = 0; i < MOST_CARRIERS; i++)
		n += tasks[i].state == TASK_BLOCKED && tasks[i].wait == wait && tasks[i].object == object;
	return n;
}

void
schedule_wake(struct task *t)
{
	t->state = TASK_READY;
	t->timed_out = false;
	if (t->wait != WAIT_MUTEX)
		refresh();
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
	settings.horizon = s->horizon > FOREVER - now ? FOREVER : now + s->horizon;
	random_state = s->seed;
	steps = 0;
	host_points = 0;
	ndeviations = 0;
	preemptions = (uint64_t[]){0, 2, 8, 16, 32}[draw() % 5];
	ended = REST_BLOCKED;
	for (int i = 0; i < MOST_CARRIERS; i++) {
		tasks[i].idle = tasks[i].quick = tasks[i].points = 0;
		tasks[i].polling = tasks[i].hurried = false;
		if (tasks[i].state == TASK_DONE && !tasks[i].is_thread)
			tasks[i].state = TASK_FREE;
	}
	struct task *first = next();
	if (first)
		go_to(first);
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
