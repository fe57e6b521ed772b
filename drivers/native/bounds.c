#include "drivers/native/bounds.h"

#include "drivers/native/heap.h"
#include "drivers/native/misuse.h"
#include "drivers/native/schedule.h"

#include <stdbool.h>
#include <stdio.h>

/* The last index that was beyond its array, and who used it, and when: that may stay within the whole, as in a row of a matrix. */
static struct {
	const struct bounds_index *check;
	const struct task *task;
	uint32_t points;
	uintptr_t value;
} last;

void
bounds_index(const struct bounds_index *check, uintptr_t index)
{
	const struct task *t = schedule_self();
	last.check = t ? check : NULL;
	last.task = t;
	last.points = t ? t->points : 0;
	last.value = index;
}

/* Compilers hand on no more than the bits of the index's type, which are 1 << info / 2, and signed if info is odd. */
static long long
value_of(const struct bounds_type *type, uintptr_t value)
{
	unsigned unused = 64 - (1u << (type->info / 2 < 6 ? type->info / 2 : 6));
	return type->info % 2 ? (long long)((uint64_t)value << unused) >> unused : (long long)value;
}

/* Is the access, which is about to be made, the one that the last index was for? */
static bool
is_indexed(const struct bounds_object *access, const struct task *t)
{
	return last.check && last.task == t && last.points == t->points && last.check->source.line == access->source.line;
}

static void
blame(const struct bounds_object *access, const struct task *t, const void *place)
{
	char what[160];
	const char *does = access->action == BOUNDS_STORE ? "writes" : "reads";
	if (is_indexed(access, t))
		snprintf(what, sizeof what, "%s at index %lld of an array of type %.80s", does, value_of(last.check->index, last.value), last.check->array->name);
	else
		snprintf(what, sizeof what, "%s what lies beyond a variable, as type %.80s", does, access->type->name);
	misuse_memory(what, place, NULL, NULL);
}

void
bounds_object(const struct bounds_object *access, const void *at, const void *place)
{
	struct task *t = schedule_self();
	bool aligned = access->alignment < 64 && (uintptr_t)at % ((uintptr_t)1 << access->alignment) == 0;
	bool in_heap = (uintptr_t)at - HEAP_AT < HEAP_SIZE; /* where each block is known */
	if (t && at && aligned && !in_heap && access->action <= BOUNDS_STORE)
		blame(access, t, place);
}
