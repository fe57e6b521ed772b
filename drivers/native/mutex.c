#include "drivers/native/cancel.h"
#include "drivers/native/misuse.h"
#include "drivers/native/mutant.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/recheck.h"
#include "drivers/native/schedule.h"

#include <errno.h>

/* A test may end while a client holds what its next call would have given back: that is not the implementation's fault. */
bool
in_setup(void)
{
	const struct task *t = schedule_self();
	return t && t->actor == SRTEST_HOST;
}

static void
check(const struct mutex *m, const char *if_gone, const void *place)
{
	check_primitive(m->state, "uses a mutex that was not initialised", if_gone, place);
	check_view(m, m->home, "uses through another mapping a mutex that is not process-shared", place);
}

/* Nonzero: it is not held, or there is something to say of that. */
static int
hold(struct mutex *m)
{
	struct task *t = schedule_self();
	if (m->robustness == LOST)
		return ENOTRECOVERABLE;
	m->owner = me();
	m->depth = 0;
	race_take(m);
	if (m->robustness == NOT_ROBUST)
		return 0;
	if (t && t->is_thread) {
		m->next = t->robust;
		t->robust = m;
	}
	return m->robustness == INCONSISTENT ? EOWNERDEAD : 0;
}

static void
forget_held(const struct mutex *m)
{
	struct task *t = schedule_self();
	struct mutex **at = t ? &t->robust : NULL;
	while (at && *at && identity(*at) != identity(m))
		at = &(*at)->next;
	if (at && *at)
		*at = m->next;
}

/* It is held. */
static void
let_go(struct mutex *m, enum robustness becomes)
{
	race_give(m);
	if (m->robustness != NOT_ROBUST)
		forget_held(m);
	m->owner = m->depth = 0;
	m->robustness = becomes;
	schedule_wake_all(WAIT_MUTEX, m);
}

/* Who knows that an owner has ended, and does not say that all is right, leaves it to nobody. */
static void
release(struct mutex *m)
{
	let_go(m, m->robustness == INCONSISTENT ? LOST : m->robustness);
}

void
mutexes_abandon(void)
{
	const struct task *t = schedule_self();
	while (t->robust && t->robust->owner == me()) {
		schedule_tell("leave mutex locked", t->robust, t->place);
		let_go(t->robust, INCONSISTENT);
	}
}

int
mutex_lock(struct mutex *m, uint64_t deadline, const void *place)
{
	check(m, "locks a mutex that was destroyed", place);
	schedule_act("lock mutex", m, place);
	check(m, "locks a mutex that was destroyed", place);
	if (m->owner == me() && m->kind == PTHREAD_MUTEX_RECURSIVE) {
		m->depth++;
		return 0;
	}
	if (m->owner == me() && m->kind == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	while (m->owner) {
		if (!schedule_self())
			misuse("locks a mutex that someone holds, while an instance is created or destroyed", place);
		if (!schedule_block(WAIT_MUTEX, m, 0, deadline) && m->owner)
			return ETIMEDOUT;
		check(m, "waits for a mutex that is destroyed meanwhile", place);
	}
	if (mutant_is(SRTEST_NO_LOCK, place))
		return 0;
	return hold(m);
}

int
mutex_trylock(struct mutex *m, const void *place)
{
	check(m, "tries to lock a mutex that was destroyed", place);
	schedule_act("try to lock mutex", m, place);
	check(m, "tries to lock a mutex that was destroyed", place);
	if (m->owner == me() && m->kind == PTHREAD_MUTEX_RECURSIVE) {
		m->depth++;
		return 0;
	}
	return m->owner ? EBUSY : hold(m);
}

int
mutex_unlock(struct mutex *m, const void *place)
{
	check(m, "unlocks a mutex that was destroyed", place);
	if (m->owner != me() && mutant_unlocks())
		return 0;
	if (m->owner != me()) {
		if (m->kind == PTHREAD_MUTEX_ERRORCHECK || m->kind == PTHREAD_MUTEX_RECURSIVE || m->robustness != NOT_ROBUST)
			return EPERM;
		misuse(m->owner ? "unlocks a mutex that another thread holds" : "unlocks a mutex that nobody holds", place);
	}
	if (m->depth) {
		m->depth--;
		return 0;
	}
	schedule_tell("unlock mutex", m, place);
	recheck_end();
	release(m);
	schedule_point();
	return 0;
}

int
mutex_destroy(struct mutex *m, const void *place)
{
	check(m, "destroys a mutex twice", place);
	if ((m->owner && !in_setup()) || schedule_waiter(WAIT_MUTEX, m))
		misuse("destroys a mutex that is in use", place);
	m->state = DESTROYED;
	return 0;
}

static void
check_condition(const struct condition *c, const char *if_gone, const void *place)
{
	check_primitive(c->state, "uses a condition that was not initialised", if_gone, place);
	check_view(c, c->home, "uses through another mapping a condition that is not process-shared", place);
}

/* All who wait at the same time must have come with the same mutex. */
static void
check_binding(const struct condition *c, const struct mutex *m, const void *place)
{
	const struct task *other = schedule_waiter(WAIT_COND, c);
	if (other && other->tag != (uintptr_t)identity(m))
		misuse("waits on a condition with another mutex than those who wait on it already", place);
}

int
condition_wait(struct condition *c, struct mutex *m, uint64_t deadline, const void *place)
{
	check_condition(c, "waits on a condition that was destroyed", place);
	bool mine = m->owner == me();
	if (!mine && !mutant_unlocks())
		misuse("waits on a condition without holding the mutex", place);
	if (!schedule_self())
		misuse("waits on a condition while an instance is created or destroyed", place);
	bool kept = mine && m->depth > 0; /* what was locked twice stays locked, as in the C library */
	if (kept)
		schedule_tell("keep mutex locked", m, place);
	/* who changes without the mutex what it has looked at, and signals, may come in between */
	cancel_act("wait on condition", c, place);
	check_condition(c, "waits on a condition that was destroyed", place);
	check_binding(c, m, place);
	if (kept)
		m->depth--;
	else if (mine)
		release(m);
	bool woken = cancel_block(WAIT_COND, c, (uintptr_t)identity(m), deadline);
	int error = mutex_lock(m, FOREVER, place);
	cancel_take(place);
	if (deadline == FOREVER && mutant_is(SRTEST_NO_RECHECK, place))
		recheck_skip(place);
	return error ? error : woken ? 0 : ETIMEDOUT;
}

int
condition_signal(struct condition *c, bool all, const void *place)
{
	check_condition(c, "signals a condition that was destroyed", place);
	schedule_act(all ? "broadcast condition" : "signal condition", c, place);
	check_condition(c, "signals a condition that was destroyed", place);
	if (mutant_is(SRTEST_NO_WAKE, place))
		return 0;
	if (all && !mutant_is(SRTEST_WAKE_ONE, place))
		schedule_wake_all(WAIT_COND, c);
	else
		schedule_wake_one(WAIT_COND, c);
	return 0;
}

int
condition_destroy(struct condition *c, const void *place)
{
	check_condition(c, "destroys a condition twice", place);
	if (schedule_waiter(WAIT_COND, c))
		misuse("destroys a condition on which someone waits", place);
	c->state = DESTROYED;
	return 0;
}

/* --- pthread --- */

#define EXPORT __attribute__((visibility("default")))

EXPORT int
pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
	int kind = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED, shared = PTHREAD_PROCESS_PRIVATE;
	if (attr) {
		pthread_mutexattr_getpshared(attr, &shared);
		pthread_mutexattr_gettype(attr, &kind);
		pthread_mutexattr_getrobust(attr, &robust);
	}
	*(struct mutex *)(void *)mutex = (struct mutex){.kind = kind, .robustness = robust == PTHREAD_MUTEX_ROBUST ? CONSISTENT : NOT_ROBUST, .home = shared ? NULL : mutex};
	return 0;
}

EXPORT int
pthread_mutex_consistent(pthread_mutex_t *mutex)
{
	struct mutex *m = (void *)mutex;
	check(m, "uses a mutex that was destroyed", PLACE);
	if (m->robustness != INCONSISTENT || m->owner != me())
		return EINVAL;
	schedule_tell("call mutex consistent", m, PLACE);
	m->robustness = CONSISTENT;
	return 0;
}

EXPORT int
pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	return mutex_destroy((void *)mutex, PLACE);
}

EXPORT int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
	return mutex_lock((void *)mutex, FOREVER, PLACE);
}

EXPORT int
pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	return mutex_trylock((void *)mutex, PLACE);
}

EXPORT int
pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return error ? error : mutex_lock((void *)mutex, deadline, PLACE);
}

EXPORT int
pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(clock, time, &deadline);
	return error ? error : mutex_lock((void *)mutex, deadline, PLACE);
}

EXPORT int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	return mutex_unlock((void *)mutex, PLACE);
}

EXPORT int
pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;
	int shared = PTHREAD_PROCESS_PRIVATE;
	if (attr) {
		pthread_condattr_getclock(attr, &clock);
		pthread_condattr_getpshared(attr, &shared);
	}
	*(struct condition *)(void *)cond = (struct condition){.clock = (uint32_t)clock + 1, .home = shared ? NULL : cond};
	return 0;
}

EXPORT int
pthread_cond_destroy(pthread_cond_t *cond)
{
	return condition_destroy((void *)cond, PLACE);
}

EXPORT int
pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	return condition_wait((void *)cond, (void *)mutex, FOREVER, PLACE);
}

EXPORT int
pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *time)
{
	struct condition *c = (void *)cond;
	uint64_t deadline;
	int error = deadline_at(c->clock ? (clockid_t)c->clock - 1 : CLOCK_REALTIME, time, &deadline);
	return error ? error : condition_wait(c, (void *)mutex, deadline, PLACE);
}

EXPORT int
pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(clock, time, &deadline);
	return error ? error : condition_wait((void *)cond, (void *)mutex, deadline, PLACE);
}

EXPORT int
pthread_cond_signal(pthread_cond_t *cond)
{
	return condition_signal((void *)cond, false, PLACE);
}

EXPORT int
pthread_cond_broadcast(pthread_cond_t *cond)
{
	return condition_signal((void *)cond, true, PLACE);
}
