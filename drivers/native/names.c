#include "drivers/native/names.h"

#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/stateful.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

enum { LONGEST = 16 };

static const struct shared_state state = SHARED_STATE("name of thread");

/* Of the actors that have a name of their own; the jobs of one run on one carrier. */
static struct name {
	bool given;
	int32_t actor;
	char text[LONGEST];
} names[MOST_CARRIERS];
static bool any;

static const struct name *
given(const struct task *t)
{
	const struct name *n = &names[t->number];
	return n->given && n->actor == t->actor ? n : NULL;
}

/* Who was given none is called as the host is. */
static void
get(const struct task *t, char text[LONGEST])
{
	const struct name *n = t ? given(t) : NULL;
	if (n)
		memcpy(text, n->text, LONGEST);
	else
		real_syscall(SYS_prctl, PR_GET_NAME, (long)text, 0, 0, 0, 0);
}

static void
set(const struct task *t, const char *text)
{
	struct name n = {.given = true, .actor = t->actor};
	strncpy(n.text, text, LONGEST - 1);
	names[t->number] = n;
	any = true;
}

void
names_inherit(const struct task *t)
{
	const struct name *n = schedule_self() ? given(schedule_self()) : NULL;
	if (n)
		set(t, n->text);
}

void
names_reset(void)
{
	if (any)
		memset(names, 0, sizeof names);
	any = false;
}

static struct task *
find(pthread_t thread)
{
	struct task *t = threads_task(thread);
	return t && t->state != TASK_DONE ? t : NULL;
}

EXPORT int
pthread_setname_np(pthread_t thread, const char *text)
{
	struct task *t = find(thread);
	if (strlen(text) >= LONGEST)
		return ERANGE;
	stateful_changes(&state, t, PLACE);
	if (t)
		set(t, text);
	else if (!schedule_self())
		real_syscall(SYS_prctl, PR_SET_NAME, (long)text, 0, 0, 0, 0);
	return t || !schedule_self() ? 0 : ESRCH;
}

EXPORT int
pthread_getname_np(pthread_t thread, char *text, size_t size)
{
	const struct task *t = find(thread);
	if (size < LONGEST)
		return ERANGE;
	stateful_reads(&state, t, PLACE);
	if (!t && schedule_self())
		return ESRCH;
	get(t, text);
	return 0;
}

EXPORT int
prctl(int what, ...)
{
	long a[4];
	va_list rest;
	va_start(rest, what);
	for (int i = 0; i < 4; i++)
		a[i] = va_arg(rest, long);
	va_end(rest);
	const struct task *t = schedule_self();
	if (!t || (what != PR_SET_NAME && what != PR_GET_NAME))
		return (int)real_syscall(SYS_prctl, what, a[0], a[1], a[2], a[3], 0);
	if (what == PR_SET_NAME) {
		stateful_changes(&state, t, PLACE);
		set(t, (const char *)a[0]);
	} else {
		stateful_reads(&state, t, PLACE);
		get(t, (char *)a[0]);
	}
	return 0;
}
