#include "drivers/native/tasks.h"

#include <string.h>

struct task tasks[MOST_CARRIERS];
int tasks_top;
struct task *tasks_alive[MOST_CARRIERS];
int tasks_nalive;
static uint64_t sequence, news;

uint64_t
tasks_turn(void)
{
	return sequence++;
}

/* Is there anybody whom it keeps waiting, by being like those who do not poll? */
static bool
holds_others_up(const struct task *t)
{
	for (int i = 0; i < tasks_nalive; i++) {
		const struct task *other = tasks_alive[i];
		if (other != t && other->state == TASK_READY && !other->polling && other->granted == 0)
			return true;
	}
	return false;
}

static void
end_round(struct task *t)
{
	t->round = t->last_round | t->came_to;
	t->last_round = t->came_to;
	t->came_to = 0;
	t->gave_way = true;
	t->rounds++;
	t->stayed++;
}

void
task_naps(struct task *t)
{
	end_round(t);
}

bool
task_gives_way(struct task *t)
{
	end_round(t);
	if (t->granted > 0 && holds_others_up(t)) {
		t->granted--;
		return false;
	}
	t->granted = 0;
	t->polling = true;
	return true;
}

static uint64_t
bit_of(const void *place)
{
	return 1ull << ((uintptr_t)place * 0x9e3779b97f4a7c15u >> 58);
}

bool
task_leaves(const struct task *t, const void *place)
{
	return t->gave_way && t->polling && !(t->round & bit_of(place));
}

void
task_stays(struct task *t, const void *place)
{
	t->round |= bit_of(place);
}

bool
task_comes_to(struct task *t, const void *place)
{
	bool leaves = task_leaves(t, place);
	bool ends = t->rounds > 1 && !(t->round & bit_of(place)); /* after the first it is not known yet what is part of a round */
	if (t->gave_way)
		t->came_to |= bit_of(place);
	if (ends)
		t->rounds = 0;
	if (!leaves)
		return ends;
	t->polling = t->looks = false;
	if (t->spins)
		t->hurried = t->spins = false;
	return ends;
}

uint64_t
tasks_news(void)
{
	return news;
}

void
tasks_refresh(void)
{
	tasks_stir();
	for (int i = 0; i < tasks_top; i++)
		tasks[i].stirred = 0;
}

void
tasks_stir(void)
{
	news++;
	for (int i = 0; i < tasks_top; i++)
		tasks[i].idle = tasks[i].lone = tasks[i].late = 0;
}

bool
task_is_nobodys(const struct task *t)
{
	return t->is_timer || (t->is_thread && t->detached);
}

bool
task_waits_for(const struct task *t, enum wait wait, const void *object)
{
	return t->state == TASK_BLOCKED && t->wait == wait && t->object == object;
}

bool
tasks_conflict(const struct task *t, const struct task *other)
{
	return t->pending && t->acts_on && t->acts_on == other->acts_on && !(t->reads && other->reads);
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
		if (i >= tasks_top && free)
			break;
	}
	return free;
}

static void
join_alive(struct task *t)
{
	int at = tasks_nalive++;
	for (; at > 0 && tasks_alive[at - 1] > t; at--)
		tasks_alive[at] = tasks_alive[at - 1];
	tasks_alive[at] = t;
}

static void
leave_alive(const struct task *t)
{
	int at = 0;
	while (tasks_alive[at] != t)
		at++;
	tasks_nalive--;
	for (; at < tasks_nalive; at++)
		tasks_alive[at] = tasks_alive[at + 1];
}

void
task_stand_on(struct task *t, void *stack, size_t size)
{
	carrier_lend(t->carrier, stack, size);
	t->stack = size ? (uintptr_t)stack : carrier_stack(t->carrier);
	t->stack_end = t->stack + (size ? size : CARRIER_STACK);
}

/* As if nothing of it had been there, but for its carrier. */
static void
renew(struct task *t, void (*job)(struct task *), void *arg, int32_t actor)
{
	struct carrier *carrier = t->carrier;
	memset(t, 0, offsetof(struct task, home));
	t->number = (int)(t - tasks);
	t->carrier = carrier;
	t->job = job;
	t->arg = arg;
	t->since = tasks_turn();
	t->deadline = FOREVER;
	t->actor = actor;
	t->maker = -1;
}

void
tasks_again(struct task *t, void (*job)(struct task *), void *arg)
{
	renew(t, job, arg, t->actor);
	task_stand_on(t, NULL, 0);
	t->state = TASK_READY;
	join_alive(t);
}

struct task *
tasks_add(void (*job)(struct task *), void *arg, int32_t actor, void (*work)(void *))
{
	struct task *t = task_for(actor);
	if (!t)
		return NULL;
	int number = (int)(t - tasks);
	renew(t, job, arg, actor);
	if (!t->carrier) {
		t->carrier = carrier_get(number);
		if (!t->carrier)
			return NULL;
		carrier_prepare(t->carrier, work, t);
	}
	task_stand_on(t, NULL, 0);
	t->state = TASK_READY;
	join_alive(t);
	tasks_top = number < tasks_top ? tasks_top : number + 1;
	return t;
}

void
tasks_end(struct task *t)
{
	t->state = task_is_nobodys(t) ? TASK_FREE : TASK_DONE;
	task_stand_on(t, NULL, 0);
	leave_alive(t);
}

bool
tasks_forget(void (*work)(void *))
{
	bool clean = true;
	for (int i = 0; i < tasks_top; i++) {
		struct task *t = &tasks[i];
		bool abandoned = t->state == TASK_READY || t->state == TASK_BLOCKED;
		if (abandoned && !carrier_abandon(t->carrier))
			clean = false;
		if (abandoned && clean)
			carrier_prepare(t->carrier, work, t);
		t->state = TASK_FREE;
		t->last = NO_ACTOR;
	}
	tasks_top = tasks_nalive = 0;
	sequence = 0;
	return clean;
}

void
tasks_begin(void)
{
	news++;
	for (int i = 0; i < tasks_top; i++) {
		tasks[i].idle = tasks[i].stirred = tasks[i].quick = tasks[i].points = tasks[i].burst = tasks[i].held = tasks[i].lone = tasks[i].late = 0;
		tasks[i].polling = tasks[i].hurried = tasks[i].spins = tasks[i].spun = tasks[i].stalled = tasks[i].looks = tasks[i].met = tasks[i].watches = false;
		tasks[i].looked_at = tasks[i].accesses = 0;
		tasks[i].asked = tasks[i].granted = 0;
		tasks[i].came_to = tasks[i].round = tasks[i].last_round = 0;
		tasks[i].gave_way = false;
		tasks[i].rounds = tasks[i].stayed = 0;
		laps_end(&tasks[i].laps);
	}
}

void
tasks_settle(void)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state == TASK_DONE && !tasks[i].is_thread)
			tasks[i].state = TASK_IDLE;
}
