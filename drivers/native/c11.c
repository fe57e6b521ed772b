/* The threads of C11: the same primitives under other names. */
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/schedule.h"

#include <errno.h>

#define EXPORT __attribute__((visibility("default")))

static int
answer(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	}
	return thrd_error;
}

EXPORT int
mtx_init(mtx_t *mutex, int type)
{
	*(struct mutex *)(void *)mutex = (struct mutex){.kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL};
	return thrd_success;
}

EXPORT void
mtx_destroy(mtx_t *mutex)
{
	mutex_destroy((void *)mutex, PLACE);
}

EXPORT int
mtx_lock(mtx_t *mutex)
{
	return answer(mutex_lock((void *)mutex, FOREVER, PLACE));
}

EXPORT int
mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return answer(error ? error : mutex_lock((void *)mutex, deadline, PLACE));
}

EXPORT int
mtx_trylock(mtx_t *mutex)
{
	if (choose_rare(schedule_self(), SRTEST_TRYLOCK)) {
		schedule_act("fail to lock mutex", mutex, PLACE);
		return thrd_busy;
	}
	return answer(mutex_trylock((void *)mutex, PLACE));
}

EXPORT int
mtx_unlock(mtx_t *mutex)
{
	return answer(mutex_unlock((void *)mutex, PLACE));
}

EXPORT int
cnd_init(cnd_t *cond)
{
	return answer(pthread_cond_init((pthread_cond_t *)(void *)cond, NULL));
}

EXPORT void
cnd_destroy(cnd_t *cond)
{
	condition_destroy((void *)cond, PLACE);
}

EXPORT int
cnd_wait(cnd_t *cond, mtx_t *mutex)
{
	return answer(condition_wait((void *)cond, (void *)mutex, FOREVER, PLACE));
}

EXPORT int
cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict time)
{
	uint64_t deadline;
	int error = deadline_at(CLOCK_REALTIME, time, &deadline);
	return answer(error ? error : condition_wait((void *)cond, (void *)mutex, deadline, PLACE));
}

EXPORT int
cnd_signal(cnd_t *cond)
{
	return answer(condition_signal((void *)cond, false, PLACE));
}

EXPORT int
cnd_broadcast(cnd_t *cond)
{
	return answer(condition_signal((void *)cond, true, PLACE));
}

EXPORT void
thrd_yield(void)
{
	schedule_yield(PLACE);
}
