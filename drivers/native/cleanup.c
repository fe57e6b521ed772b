/* What a thread has to do at its end: clean-up handlers, destructors of thread-local objects of C++. */
#include "drivers/native/cleanup.h"

#include "drivers/native/carrier.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <unwind.h>

#define EXPORT __attribute__((visibility("default")))

struct local {
	struct local *older;
	void (*destroy)(void *);
	void *object;
};

/* Of the task on a carrier: the buffers are on its stack, and their padding links them. */
static struct ends {
	__pthread_unwind_buf_t *newest;
	struct local *locals;
	void (*then)(const void *); /* what it does after all that, which does not return */
	const void *place;
	struct task *task;
	struct _Unwind_Exception leaving;
} ends[MOST_CARRIERS];

static struct ends *
mine(void)
{
	const struct task *t = schedule_self();
	return t ? &ends[t->number] : NULL;
}

void
cleanup_begin(void)
{
	struct ends *e = mine();
	while (e && e->locals) {
		struct local *l = e->locals;
		e->locals = l->older;
		real.free(l);
	}
	if (e)
		e->newest = NULL;
}

void
cleanup_locals(void)
{
	struct ends *e = mine();
	while (e && e->locals) {
		struct local *l = e->locals;
		e->locals = l->older;
		l->destroy(l->object);
		real.free(l);
	}
}

/* The buffer is the handler's place: it calls its function, and then __pthread_unwind_next. */
static void
run_newest(struct ends *e)
{
	__pthread_unwind_buf_t *b = e->newest;
	e->newest = b->__pad[0];
	struct __jmp_buf_tag *place = (void *)b->__cancel_jmp_buf;
	__asm__("" : "+r"(place)); /* the buffer has no room for a signal mask, and says so; compilers would complain */
	_longjmp(place, 1);
}

/* The unwinder, if a library brought it along: without it there is nothing in frames that would have to be tidied. */
static struct unwinder {
	_Unwind_Reason_Code (*force)(struct _Unwind_Exception *, _Unwind_Stop_Fn, void *);
	_Unwind_Word (*end_of_frame)(struct _Unwind_Context *);
} unwinder;

static bool
load_unwinder(void)
{
	void *handle = real.dlopen("libgcc_s.so.1", RTLD_LAZY | RTLD_NOLOAD);
	if (!handle)
		return false;
	*(void **)(void *)&unwinder.force = real.dlsym(handle, "_Unwind_ForcedUnwind");
	*(void **)(void *)&unwinder.end_of_frame = real.dlsym(handle, "_Unwind_GetCFA");
	dlclose(handle);
	return unwinder.force && unwinder.end_of_frame;
}

/* How many libraries were loaded and unloaded so far. */
static int
count_loads(struct dl_phdr_info *info, size_t size, void *arg)
{
	unsigned long long *loads = arg;
	(void)size;
	*loads = info->dlpi_adds + info->dlpi_subs;
	return 1;
}

/* To look for it is to look for a file, which is done once for all that is loaded. */
static bool
find_unwinder(void)
{
	static unsigned long long looked_after;
	static bool found;
	unsigned long long loads = 0;
	dl_iterate_phdr(count_loads, &loads);
	if (loads == looked_after)
		return found;
	found = load_unwinder();
	dl_iterate_phdr(count_loads, &looked_after);
	return found;
}

/* A frame is left: its handlers run, and then the unwinder does what its language wants. Beyond frames that have no tables for that the rest is abandoned. */
static _Unwind_Reason_Code
pass_frame(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *leaving, struct _Unwind_Context *frame, void *arg)
{
	struct ends *e = arg;
	bool last = actions & _UA_END_OF_STACK;
	(void)version, (void)class, (void)leaving;
	schedule_show(e->task);
	if (e->newest && (last || (uintptr_t)e->newest < unwinder.end_of_frame(frame)))
		run_newest(e);
	if (last)
		e->then(e->place);
	return _URC_NO_REASON;
}

/* What the unwinder does for itself, with primitives and memory of its own, is none of the caller's doing. */
void
cleanup_run(void (*then)(const void *), const void *place)
{
	struct ends *e = mine();
	e->then = then;
	e->place = place;
	e->task = schedule_hide();
	if (find_unwinder()) {
		memset(&e->leaving, 0, sizeof e->leaving);
		unwinder.force(&e->leaving, pass_frame, e);
	}
	schedule_show(e->task);
	if (e->newest)
		run_newest(e);
	then(place);
	__builtin_unreachable();
}

EXPORT void
__pthread_register_cancel(__pthread_unwind_buf_t *b)
{
	struct ends *e = mine();
	if (!e)
		return;
	b->__pad[0] = e->newest;
	e->newest = b;
}

EXPORT void
__pthread_unregister_cancel(__pthread_unwind_buf_t *b)
{
	struct ends *e = mine();
	if (e)
		e->newest = b->__pad[0];
}

EXPORT void
__pthread_unwind_next(__pthread_unwind_buf_t *b)
{
	(void)b;
	cleanup_run(mine()->then, mine()->place);
}

EXPORT int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *dso);
int
__cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *dso)
{
	struct ends *e = mine();
	struct local *l = e ? real_calloc(1, sizeof *l) : NULL;
	(void)dso;
	if (!l)
		return e ? -1 : 0; /* the host's own thread does not end before the process */
	*l = (struct local){e->locals, destroy, object};
	e->locals = l;
	return 0;
}
