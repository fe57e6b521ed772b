/* What is called once. A function that is left by an exception, or with its thread, counts as not called. */
#include "drivers/native/caller.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/schedule.h"
#include "drivers/native/stack.h"

#include <unwind.h>

#define EXPORT __attribute__((visibility("default")))

enum { NEW, RUNNING, DONE };

/* A function that is being called so, of the task on a carrier; it may call others. */
static struct run {
	struct once *once;
	struct run *outer;
} * runs[MOST_CARRIERS];

static struct run **
mine(void)
{
	const struct task *t = schedule_self();
	return t ? &runs[t->number] : NULL;
}

static void
end_run(struct once *o, uint32_t state)
{
	struct run **r = mine();
	if (r)
		*r = (*r)->outer;
	o->state = state;
	race_give(o);
	schedule_wake_all(WAIT_ONCE, o);
}

void
once_begin(void)
{
	*mine() = NULL;
}

void
once_abandon(void)
{
	while (*mine())
		end_run((*mine())->once, NEW);
}

/* Named below: the unwinder asks it what is to be done about a frame that is left. */
__attribute__((used, visibility("hidden"))) _Unwind_Reason_Code once_is_left(int, _Unwind_Action, _Unwind_Exception_Class, struct _Unwind_Exception *, struct _Unwind_Context *);
_Unwind_Reason_Code
once_is_left(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *thrown, struct _Unwind_Context *frame)
{
	(void)version, (void)class, (void)thrown, (void)frame;
	if (actions & _UA_CLEANUP_PHASE && mine() && *mine())
		end_run((*mine())->once, NEW);
	return _URC_CONTINUE_UNWIND;
}

CALLS_IMPLEMENTATION static void
call(struct once *o, void (*fn)(void))
{
	struct run r = {.once = o};
	struct run **newest = mine();
	__asm__ volatile(".cfi_personality 0x1b, once_is_left");
	if (newest) {
		r.outer = *newest;
		*newest = &r;
	}
	o->state = RUNNING;
	fn();
	end_run(o, DONE);
}

static void
run_once(struct once *o, void (*fn)(void), const void *place)
{
	schedule_act("call once", o, place);
	while (o->state == RUNNING) {
		if (!schedule_self())
			misuse("calls once from inside once", place);
		schedule_block(WAIT_ONCE, o, 0, FOREVER);
	}
	if (o->state == DONE)
		race_take(o);
	else
		call(o, fn);
}

EXPORT int
pthread_once(pthread_once_t *once, void (*fn)(void))
{
	if (!stack_is_noted()) /* the unwinder uses it too; it was made ready before */
		run_once((void *)once, fn, PLACE);
	return 0;
}

EXPORT void
call_once(once_flag *flag, void (*fn)(void))
{
	run_once((void *)flag, fn, PLACE);
}
