/* What a thread has to do at its end: clean-up handlers, destructors of thread-local objects of C++. */
#include "drivers/native/cleanup.h"

#include "drivers/native/carrier.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

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
void
cleanup_run(void)
{
	struct ends *e = mine();
	if (!e || !e->newest)
		return;
	__pthread_unwind_buf_t *b = e->newest;
	e->newest = b->__pad[0];
	struct __jmp_buf_tag *place = (void *)b->__cancel_jmp_buf;
	__asm__("" : "+r"(place)); /* the buffer has no room for a signal mask, and says so; compilers would complain */
	_longjmp(place, 1);
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
	cleanup_run();
	pthread_exit(schedule_self() ? schedule_self()->value : NULL);
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
