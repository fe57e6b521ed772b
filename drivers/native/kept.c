#include "drivers/native/kept.h"

#include "drivers/native/heap.h"
#include "drivers/native/misuse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct all {
	struct kept *first;
	int made[KEPT_KINDS];
} all, remembered;

void *
kept_make(enum kept_kind kind, const char *name, size_t size)
{
	struct kept *k = heap_take(size);
	if (!k) {
		errno = ENOMEM;
		return NULL;
	}
	k->kind = kind;
	k->number = ++all.made[kind];
	strcpy(k->name, name);
	k->next = all.first;
	all.first = k;
	return k;
}

void *
kept_which(enum kept_kind kind, bool (*is)(const struct kept *, const void *), const void *arg)
{
	for (struct kept *k = all.first; k; k = k->next)
		if (k->kind == kind && is(k, arg))
			return k;
	return NULL;
}

static bool
is_called(const struct kept *k, const void *name)
{
	return *k->name && strcmp(k->name, name) == 0;
}

void *
kept_find(enum kept_kind kind, const char *name)
{
	return kept_which(kind, is_called, name);
}

static bool
has_number(const struct kept *k, const void *number)
{
	return k->number == *(const int *)number;
}

void *
kept_numbered(enum kept_kind kind, int number)
{
	return kept_which(kind, has_number, &number);
}

static void *
failed(int error)
{
	errno = error;
	return NULL;
}

void *
kept_get(enum kept_kind kind, key_t key, int flags, size_t size)
{
	char name[sizeof key * 2 + 1] = "";
	if (key != IPC_PRIVATE)
		snprintf(name, sizeof name, "%x", (unsigned)key);
	struct kept *k = kept_find(kind, name);
	if (k)
		return flags & IPC_CREAT && flags & IPC_EXCL ? failed(EEXIST) : k;
	if (*name && !(flags & IPC_CREAT))
		return failed(ENOENT);
	return size ? kept_make(kind, name, size) : failed(EINVAL);
}

void
kept_end(struct kept *k)
{
	struct kept **at = &all.first;
	while (*at != k)
		at = &(*at)->next;
	*at = k->next;
	heap_give(k);
}

/* --- wishes --- */

static struct wish *
wish_of(const struct task *t)
{
	return (struct wish *)(uintptr_t)t->tag; /* of a task that waits for something kept */
}

/* The first whose wish was granted now, of those that only look or of the others. NULL: there is none. */
static struct task *
grant_one(struct kept *k, bool only_looks)
{
	uint64_t after = 0;
	for (;;) {
		struct task *next = NULL;
		for (int i = 0; i < tasks_nalive; i++) {
			struct task *t = tasks_alive[i];
			if (task_waits_for(t, WAIT_KEPT, k) && t->since > after && (!next || t->since < next->since))
				next = t;
		}
		if (!next)
			return NULL;
		struct wish *w = wish_of(next);
		if (w->only_looks == only_looks && w->grant(k, w))
			return next;
		after = next->since;
	}
}

static void
end_wait(struct task *t)
{
	wish_of(t)->granted = true;
	schedule_wake(t);
}

void
kept_changed(struct kept *k)
{
	struct task *t;
	while ((t = grant_one(k, true)) || (t = grant_one(k, false)))
		end_wait(t);
}

void
kept_refuse(struct kept *k, int error)
{
	for (struct task *t; (t = schedule_waiter(WAIT_KEPT, k)); end_wait(t))
		wish_of(t)->error = error;
}

void
kept_each_wish(const struct kept *k, void (*fn)(const struct wish *, void *), void *arg)
{
	for (int i = 0; i < tasks_nalive; i++)
		if (task_waits_for(tasks_alive[i], WAIT_KEPT, k))
			fn(wish_of(tasks_alive[i]), arg);
}

/* A wish that came true while something else ended the wait came true; who made that so has looked whose wishes come true by that. */
enum woken
kept_wish(struct kept *k, struct wish *w, uint64_t deadline, bool restarts, const void *place)
{
	enum woken woken = WOKEN;
	w->granted = w->grant(k, w);
	if (w->granted)
		kept_changed(k);
	while (!w->granted && woken == WOKEN) {
		if (!schedule_self())
			misuse("waits while it is loaded", place);
		woken = signals_block(WAIT_KEPT, k, (uint64_t)(uintptr_t)w, deadline, restarts);
	}
	return w->granted ? WOKEN : woken;
}

void
kept_remember(void)
{
	remembered = all;
}

void
kept_reset(void)
{
	all = remembered;
}
