/* Semaphores, read-write locks, barriers, spin locks. */
#include "drivers/native/cancel.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/mutant.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/schedule.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <stdbool.h>
#include <limits.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

static void
only_in_a_call(const char *rule, const void *place)
{
	if (!schedule_self())
		misuse(rule, place);
}

/* --- semaphores --- */

static void
check_semaphore(const struct semaphore *s, const void *place)
{
	check_primitive(s->state, "uses a semaphore that was not initialised", "uses a semaphore that was destroyed", place);
	check_view(s, s->home, "uses through another mapping a semaphore that is not process-shared", place);
}

static int
semaphore_wait(struct semaphore *s, uint64_t deadline, const void *place)
{
	check_semaphore(s, place);
	cancel_act("wait for semaphore", s, place);
	check_semaphore(s, place);
	if (mutant_is(SRTEST_NO_WAIT, place))
		return 0;
	while (s->value == 0) {
		only_in_a_call("waits for a semaphore while an instance is created or destroyed", place);
		enum woken woken = signals_block(WAIT_SEMAPHORE, s, 0, deadline, deadline == FOREVER);
		check_semaphore(s, place);
		if (woken != WOKEN && s->value == 0)
			return failed(woken == TIMED_OUT ? ETIMEDOUT : EINTR);
	}
	s->value--;
	race_take(s);
	return 0;
}

EXPORT int
sem_init(sem_t *sem, int shared, unsigned value)
{
	if (value > SEM_VALUE_MAX)
		return failed(EINVAL);
	*(struct semaphore *)(void *)sem = (struct semaphore){.value = value, .home = shared ? NULL : sem};
	return 0;
}

EXPORT int
sem_destroy(sem_t *sem)
{
	struct semaphore *s = (void *)sem;
	check_semaphore(s, PLACE);
	if (schedule_waiter(WAIT_SEMAPHORE, s))
		misuse("destroys a semaphore for which someone waits", PLACE);
	s->state = DESTROYED;
	return 0;
}

EXPORT int
sem_wait(sem_t *sem)
{
	return semaphore_wait((void *)sem, FOREVER, PLACE);
}

EXPORT int
sem_timedwait(sem_t *sem, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return error ? failed(error) : semaphore_wait((void *)sem, deadline, PLACE);
}

EXPORT int
sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *time)
{
	uint64_t deadline;
	int error = deadline_at(clock, time, &deadline);
	return error ? failed(error) : semaphore_wait((void *)sem, deadline, PLACE);
}

EXPORT int
sem_trywait(sem_t *sem)
{
	struct semaphore *s = (void *)sem;
	check_semaphore(s, PLACE);
	schedule_act("try semaphore", s, PLACE);
	check_semaphore(s, PLACE);
	if (s->value == 0)
		return failed(EAGAIN);
	s->value--;
	race_take(s);
	return 0;
}

EXPORT int
sem_post(sem_t *sem)
{
	struct semaphore *s = (void *)sem;
	check_semaphore(s, PLACE);
	if (s->value == SEM_VALUE_MAX)
		return failed(EOVERFLOW);
	schedule_tell("post semaphore", s, PLACE);
	if (mutant_is(SRTEST_NO_WAKE, PLACE))
		return 0;
	race_give(s);
	s->value++;
	schedule_wake_one(WAIT_SEMAPHORE, s);
	schedule_point();
	return 0;
}

EXPORT int
sem_getvalue(sem_t *sem, int *value)
{
	struct semaphore *s = (void *)sem;
	check_semaphore(s, PLACE);
	schedule_look_at("read semaphore", s, PLACE);
	check_semaphore(s, PLACE);
	*value = (int)s->value;
	race_take(s);
	return 0;
}

/* --- read-write locks --- */

static void
check_rwlock(const struct rwlock *l, const void *place)
{
	check_primitive(l->state, "uses a read-write lock that was not initialised", "uses a read-write lock that was destroyed", place);
	check_view(l, l->home, "uses through another mapping a read-write lock that is not process-shared", place);
}

/* A writer comes after all who held it before; a reader after the writers only. */
static const void *
held_by_readers(const struct rwlock *l)
{
	return &l->readers;
}

static bool
take(struct rwlock *l, bool write)
{
	bool writers_first = !write && l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
	if (l->writer || (write && l->readers) || (writers_first && l->writers_waiting))
		return false;
	if (write)
		l->writer = me();
	else
		l->readers++;
	race_take(l);
	if (write)
		race_take(held_by_readers(l));
	return true;
}

/* False: it took too long. */
static bool
rwlock_wait(struct rwlock *l, bool write, uint64_t deadline, const void *place)
{
	do {
		only_in_a_call("waits for a read-write lock while an instance is created or destroyed", place);
		if (!schedule_block(write ? WAIT_WRITE_LOCK : WAIT_READ_LOCK, l, 0, deadline))
			return take(l, write);
		check_rwlock(l, place);
	} while (!take(l, write));
	return true;
}

static int
rwlock_lock(struct rwlock *l, bool write, uint64_t deadline, const void *place)
{
	check_rwlock(l, place);
	schedule_act(write ? "lock for writing" : "lock for reading", l, place);
	check_rwlock(l, place);
	if (l->writer == me())
		return EDEADLK;
	if (take(l, write))
		return 0;
	l->writers_waiting += write;
	bool taken = rwlock_wait(l, write, deadline, place);
	l->writers_waiting -= write;
	if (!taken)
		schedule_wake_all(WAIT_READ_LOCK, l); /* readers may have waited for this writer only */
	return taken ? 0 : ETIMEDOUT;
}

EXPORT int
pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
	int kind = PTHREAD_RWLOCK_DEFAULT_NP, shared = PTHREAD_PROCESS_PRIVATE;
	if (attr) {
		pthread_rwlockattr_getkind_np(attr, &kind);
		pthread_rwlockattr_getpshared(attr, &shared);
	}
	*(struct rwlock *)(void *)lock = (struct rwlock){.kind = kind, .home = shared ? NULL : lock};
	return 0;
}

EXPORT int
pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
	struct rwlock *l = (void *)lock;
	check_rwlock(l, PLACE);
	if (((l->writer || l->readers) && !in_setup()) || schedule_waiter(WAIT_READ_LOCK, l) || schedule_waiter(WAIT_WRITE_LOCK, l))
		misuse("destroys a read-write lock that is in use", PLACE);
	l->state = DESTROYED;
	return 0;
}

EXPORT int
pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	return rwlock_lock((void *)lock, false, FOREVER, PLACE);
}

EXPORT int
pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	return rwlock_lock((void *)lock, !mutant_is(SRTEST_WEAK_LOCK, PLACE), FOREVER, PLACE);
}

static int
rwlock_timed(struct rwlock *l, bool write, clockid_t clock, const struct timespec *time, const void *place)
{
	uint64_t deadline;
	int error = deadline_at(clock, time, &deadline);
	return error ? error : rwlock_lock(l, write, deadline, place);
}

EXPORT int
pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time)
{
	return rwlock_timed((void *)lock, false, CLOCK_REALTIME, time, PLACE);
}

EXPORT int
pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time)
{
	return rwlock_timed((void *)lock, true, CLOCK_REALTIME, time, PLACE);
}

EXPORT int
pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
	return rwlock_timed((void *)lock, false, clock, time, PLACE);
}

EXPORT int
pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
	return rwlock_timed((void *)lock, true, clock, time, PLACE);
}

static int
rwlock_try(struct rwlock *l, bool write, const void *place)
{
	check_rwlock(l, place);
	schedule_act(write ? "try to lock for writing" : "try to lock for reading", l, place);
	check_rwlock(l, place);
	return take(l, write) ? 0 : EBUSY;
}

EXPORT int
pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
	return rwlock_try((void *)lock, false, PLACE);
}

EXPORT int
pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	return rwlock_try((void *)lock, true, PLACE);
}

EXPORT int
pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	struct rwlock *l = (void *)lock;
	check_rwlock(l, PLACE);
	if (l->writer ? l->writer != me() : l->readers == 0)
		misuse(l->writer ? "unlocks a read-write lock that another thread holds" : "unlocks a read-write lock that nobody holds", PLACE);
	schedule_tell("unlock read-write lock", l, PLACE);
	race_give(l->writer ? l : held_by_readers(l));
	if (l->writer)
		l->writer = 0;
	else if (l->readers)
		l->readers--;
	schedule_wake_all(WAIT_WRITE_LOCK, l);
	schedule_wake_all(WAIT_READ_LOCK, l);
	schedule_point();
	return 0;
}

/* --- barriers --- */

static void
check_barrier(const struct barrier *b, const void *place)
{
	check_primitive(b->state, "waits at a barrier that was not initialised", "waits at a barrier that was destroyed", place);
	check_view(b, b->home, "waits through another mapping at a barrier that is not process-shared", place);
	if (b->count == 0)
		misuse("waits at a barrier that was not initialised", place);
}

EXPORT int
pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
	int shared = PTHREAD_PROCESS_PRIVATE;
	if (count == 0)
		return EINVAL;
	if (attr)
		pthread_barrierattr_getpshared(attr, &shared);
	*(struct barrier *)(void *)barrier = (struct barrier){.count = count, .home = shared ? NULL : barrier};
	return 0;
}

EXPORT int
pthread_barrier_destroy(pthread_barrier_t *barrier)
{
	struct barrier *b = (void *)barrier;
	check_primitive(b->state, "destroys a barrier that was not initialised", "destroys a barrier twice", PLACE);
	if (b->waiting)
		misuse("destroys a barrier at which someone waits", PLACE);
	b->state = DESTROYED;
	return 0;
}

EXPORT int
pthread_barrier_wait(pthread_barrier_t *barrier)
{
	struct barrier *b = (void *)barrier;
	check_barrier(b, PLACE);
	schedule_act("wait at barrier", b, PLACE);
	check_barrier(b, PLACE);
	race_give(b);
	if (++b->waiting == b->count) {
		race_take(b); /* and whom it wakes takes it from here */
		b->waiting = 0;
		schedule_wake_all(WAIT_BARRIER, b);
		schedule_point();
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	only_in_a_call("waits at a barrier while an instance is created or destroyed", PLACE);
	schedule_block(WAIT_BARRIER, b, 0, FOREVER);
	return 0;
}

/* --- spin locks --- */

EXPORT int
pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
	(void)shared;
	*lock = 0;
	return 0;
}

EXPORT int
pthread_spin_destroy(pthread_spinlock_t *lock)
{
	(void)lock;
	return 0;
}

static void
hold(pthread_spinlock_t *lock)
{
	*lock = (int)me();
	race_take((const void *)(uintptr_t)lock);
}

static void
check_spin_lock(const volatile pthread_spinlock_t *lock, const void *place)
{
	check_primitive((uint32_t)*lock, "uses a spin lock that was not initialised", "uses a spin lock that was destroyed", place);
}

EXPORT int
pthread_spin_lock(pthread_spinlock_t *lock)
{
	check_spin_lock(lock, PLACE);
	schedule_act("lock spin lock", (const void *)(uintptr_t)lock, PLACE);
	check_spin_lock(lock, PLACE);
	while (*lock) {
		only_in_a_call("spins while an instance is created or destroyed", PLACE);
		schedule_block(WAIT_MUTEX, (const void *)(uintptr_t)lock, 0, FOREVER);
		check_spin_lock(lock, PLACE);
	}
	hold(lock);
	return 0;
}

EXPORT int
pthread_spin_trylock(pthread_spinlock_t *lock)
{
	check_spin_lock(lock, PLACE);
	schedule_act("try to lock spin lock", (const void *)(uintptr_t)lock, PLACE);
	check_spin_lock(lock, PLACE);
	if (*lock)
		return EBUSY;
	hold(lock);
	return 0;
}

EXPORT int
pthread_spin_unlock(pthread_spinlock_t *lock)
{
	check_spin_lock(lock, PLACE);
	if (*lock == 0)
		misuse("unlocks a spin lock that nobody holds", PLACE);
	schedule_tell("unlock spin lock", (const void *)(uintptr_t)lock, PLACE);
	race_give((const void *)(uintptr_t)lock);
	*lock = 0;
	schedule_wake_all(WAIT_MUTEX, (const void *)(uintptr_t)lock);
	schedule_point();
	return 0;
}
