#include "drivers/native/exits.h"

#include "drivers/native/cleanup.h"
#include "drivers/native/library.h"
#include "drivers/native/schedule.h"

#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST_HANDLERS = 4096 };

static struct handler {
	void (*call)(void *);
	void (*with_status)(int, void *); /* of on_exit; or NULL */
	void *arg;
	const void *object; /* in the file that registered it */
	bool quick; /* by at_quick_exit */
	bool called;
} handlers[MOST_HANDLERS];
static size_t nhandlers, nremembered;
static const struct task *ender; /* or NULL */

void
exits_remember(void)
{
	nremembered = nhandlers;
}

bool
exits_reset(void)
{
	bool clean = true;
	nhandlers = nremembered;
	ender = NULL;
	for (size_t i = 0; i < nhandlers; i++) {
		clean = clean && !handlers[i].called;
		handlers[i].called = false;
	}
	return clean;
}

static int
add(const struct handler *h)
{
	if (nhandlers == MOST_HANDLERS)
		return -1;
	handlers[nhandlers++] = *h;
	return 0;
}

/* Libraries that it brought along end with the process, and not with the program: what they have is not all put back between tests. */
static bool
is_programs(const void *object)
{
	uintptr_t offset;
	return library_owner(object) == OWNER_IMPLEMENTATION && !library_file(object, &offset);
}

static bool
is_due(const struct handler *h, bool quick, const void *object)
{
	bool owned = h->object && (object ? h->object == object : is_programs(h->object));
	return !h->called && h->quick == quick && (owned || (!object && h->with_status));
}

/* Handlers may register others, which come next. */
static struct handler *
newest(bool quick, const void *object)
{
	for (size_t i = nhandlers; i-- > 0;)
		if (is_due(&handlers[i], quick, object))
			return &handlers[i];
	return NULL;
}

static void
call_all(bool quick, const void *object, int status)
{
	for (struct handler *h; (h = newest(quick, object));) {
		h->called = true;
		schedule_act("call exit handler", NULL, NULL);
		if (h->with_status)
			h->with_status(status, h->arg);
		else
			h->call(h->arg);
	}
}

void
exits_run(bool quick, int status)
{
	while (ender && ender != schedule_self())
		schedule_block(WAIT_JOIN, &ender, 0, FOREVER);
	ender = schedule_self();
	if (!quick)
		cleanup_locals();
	call_all(quick, NULL, status);
}

EXPORT int __cxa_atexit(void (*call)(void *), void *arg, void *object);
int
__cxa_atexit(void (*call)(void *), void *arg, void *object)
{
	return add(&(struct handler){.call = call, .arg = arg, .object = object});
}

EXPORT int __cxa_at_quick_exit(void (*call)(void *), void *object);
int
__cxa_at_quick_exit(void (*call)(void *), void *object)
{
	return add(&(struct handler){.call = call, .object = object, .quick = true});
}

EXPORT int on_exit(void (*call)(int, void *), void *arg);
int
on_exit(void (*call)(int, void *), void *arg)
{
	return add(&(struct handler){.with_status = call, .arg = arg});
}

/* A file goes away. */
EXPORT void __cxa_finalize(void *object);
void
__cxa_finalize(void *object)
{
	if (object)
		call_all(false, object, 0);
}
