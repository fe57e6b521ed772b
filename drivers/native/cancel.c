#include "drivers/native/cancel.h"

#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/schedule.h"

#include <errno.h>

#define EXPORT __attribute__((visibility("default")))

/* What it does from there on comes after what was done by who asked for it. */
static const void *
asked(const struct task *t)
{
	return &t->cancelled;
}

static bool
is_due(const struct task *t)
{
	return t && t->cancelled && !t->uncancellable;
}

void
cancel_here(const void *place)
{
	struct task *t = schedule_self();
	if (!is_due(t))
		return;
	schedule_tell("end, cancelled", NULL, place);
	race_take(asked(t));
	t->cancelled = false; /* once is enough, whatever its handlers do */
	thread_leave(PTHREAD_CANCELED, place);
}

void
cancel_act(const char *action, const void *object, const void *place)
{
	schedule_act(action, object, place);
	cancel_here(place);
}

bool
cancel_block(enum wait wait, const void *object, uint64_t tag, uint64_t deadline)
{
	struct task *t = schedule_self();
	t->ends = is_due(t);
	if (t->ends)
		return true;
	t->may_end = !t->uncancellable;
	bool woken = schedule_block(wait, object, tag, deadline);
	t->may_end = false;
	return woken;
}

bool
cancel_came(void)
{
	return schedule_self()->ends;
}

void
cancel_take(const void *place)
{
	if (cancel_came())
		cancel_here(place);
}

EXPORT int
pthread_cancel(pthread_t thread)
{
	struct task *t = threads_task(thread);
	if (!t)
		return ESRCH;
	if (!t->is_thread)
		misuse("cancels the thread of a caller", PLACE);
	schedule_act("cancel thread", (const void *)(uintptr_t)t->actor, PLACE);
	if (t->state == TASK_DONE)
		return 0;
	if (t->asynchronous && !t->uncancellable && t != schedule_self())
		unseen("pthread_setcanceltype (unsupported)", PLACE); /* it is to end at once, wherever it is */
	race_give(asked(t));
	t->cancelled = true;
	if (t->state == TASK_BLOCKED && t->may_end) {
		t->ends = true;
		schedule_wake(t);
	}
	schedule_point();
	return 0;
}

EXPORT int
pthread_setcancelstate(int state, int *old)
{
	struct task *t = schedule_self();
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = t && t->uncancellable ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	if (t)
		t->uncancellable = state == PTHREAD_CANCEL_DISABLE;
	return 0;
}

/* A thread that ends only where it may wait is what a thread is anyway; the other type matters when somebody asks the thread to end. */
EXPORT int
pthread_setcanceltype(int type, int *old)
{
	struct task *t = schedule_self();
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = t && t->asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
	if (!t)
		return 0;
	t->asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
	if (t->asynchronous)
		cancel_here(PLACE);
	return 0;
}

EXPORT void
pthread_testcancel(void)
{
	cancel_act("look whether it is cancelled", NULL, PLACE);
}
