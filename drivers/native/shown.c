#include "drivers/native/shown.h"

#include "drivers/native/heap.h"
#include "drivers/native/library.h"
#include "drivers/native/mapping.h"

#include <string.h>

/* In large parts no more than their first bytes are searched. */
enum {
	MOST_SEARCHED = 1 << 20,
	/* pointers that may be written at once; and in a row from one thing to the next, which is shown with it */
	MOST_POINTERS = 32,
	LONGEST_WAY = 4,
};

/* The nth part of what others look into; NULL: there are not so many. */
static const unsigned char *
part(size_t nth, size_t *size)
{
	return nth == 0 ? heap_memory(size) : library_variables(nth - 1, size);
}

bool
shown_memory(const void *at, size_t size)
{
	const unsigned char *p;
	size_t n;
	for (size_t i = 0; (p = part(i, &n)); i++)
		if ((const unsigned char *)at >= p && (const unsigned char *)at + size <= p + n)
			return true;
	return false;
}

static bool
leads_to(uintptr_t pointer, uintptr_t address)
{
	return address - (pointer - SHOWN_BEFORE) < SHOWN_BEFORE + SHOWN_BEHIND;
}

/* Does a pointer there? */
static bool
leads_from(const unsigned char *at, size_t size, uintptr_t address)
{
	for (uintptr_t pointer; size >= sizeof pointer; at += sizeof pointer, size -= sizeof pointer) {
		memcpy(&pointer, at, sizeof pointer);
		if (leads_to(pointer, address))
			return true;
	}
	return false;
}

static bool
lies_in_stack(const struct task *t, uintptr_t at)
{
	return t->stack && at >= t->stack && at < t->stack_end;
}

/* Whose stack is it? NULL: nobody's. */
static struct task *
owner_of(uintptr_t at)
{
	for (int i = 0; i < tasks_top; i++)
		if (tasks[i].state != TASK_FREE && lies_in_stack(&tasks[i], at))
			return &tasks[i];
	return NULL;
}

static bool
was_shown(const struct task *t, uintptr_t from, uintptr_t to)
{
	return from < t->shared_to && to > t->shared_from;
}

bool
shown(uintptr_t address)
{
	const unsigned char *p;
	size_t n;
	const struct task *owner = owner_of(address);
	if (owner && was_shown(owner, address, address + 1))
		return true;
	for (size_t i = 0; !mappings_closed() && (p = part(i, &n)); i++)
		if (leads_from(p, n < MOST_SEARCHED ? n : MOST_SEARCHED, address))
			return true;
	return false;
}

/* --- what is shown --- */

/* This part of the task's stack is like all memory from now on. */
static void
share(struct task *t, uintptr_t from, uintptr_t to)
{
	if (t->shared_from == t->shared_to) {
		t->shared_from = from;
		t->shared_to = to;
	}
	t->shared_from = from < t->shared_from ? from : t->shared_from;
	t->shared_to = to > t->shared_to ? to : t->shared_to;
}

static void show_from(const unsigned char *at, size_t size, unsigned way);

/* What somebody finds by the pointer, and by pointers that are there. */
static void
show_at(uintptr_t pointer, unsigned way)
{
	struct task *t = owner_of(pointer);
	uintptr_t end = t ? t->stack_end : 0;
	if (way == 0 || (t && was_shown(t, pointer, pointer + 1)))
		return;
	if (t) {
		share(t, pointer - SHOWN_BEFORE, pointer + SHOWN_BEHIND);
		show_from((const unsigned char *)pointer, end - pointer < SHOWN_BEHIND ? end - pointer : SHOWN_BEHIND, way - 1);
	} else if (!mappings_closed() && shown_memory((const void *)pointer, SHOWN_BEHIND)) {
		show_from((const unsigned char *)pointer, SHOWN_BEHIND, way - 1);
	}
}

static void
show_from(const unsigned char *at, size_t size, unsigned way)
{
	for (uintptr_t pointer; size >= sizeof pointer; at += sizeof pointer, size -= sizeof pointer) {
		memcpy(&pointer, at, sizeof pointer);
		if (owner_of(pointer))
			show_at(pointer, way);
	}
}

void
show(const void *pointer)
{
	show_at((uintptr_t)pointer, LONGEST_WAY);
}

void
show_copy(const void *from, size_t size)
{
	size = size < MOST_POINTERS * sizeof(void *) ? size : MOST_POINTERS * sizeof(void *);
	if (!mappings_closed() && (shown_memory(from, size) || owner_of((uintptr_t)from)))
		show_from(from, size, LONGEST_WAY);
}

/* A value is only there once the access is done. */
static void
show_behind_pointers(struct task *t)
{
	if (t->wrote)
		show_copy(t->wrote, t->wrote_size);
	t->wrote = NULL;
}

void
show_written(struct task *t, const void *at, size_t size)
{
	if (size < sizeof(void *))
		return;
	show_behind_pointers(t);
	t->wrote = at;
	t->wrote_size = size;
}

/*
 * A task's own plain accesses to its stack are no points, but to what it shows to others or they have touched. They find it by a
 * pointer that it has written, or hands on; where they were given that in another way, what is lost is that a switch between two such
 * accesses, before the other's first one, is put off to the next point.
 */
bool
shown_to_nobody(struct task *t, uintptr_t at, size_t size)
{
	if (lies_in_stack(t, at)) {
		show_behind_pointers(t);
		return !was_shown(t, at, at + size);
	}
	struct task *owner = owner_of(at);
	if (owner)
		share(owner, at, at + size);
	return false;
}
