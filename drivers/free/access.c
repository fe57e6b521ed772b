/* Accesses to memory where calls run freely: nobody decides who goes first, so the hooks do what they stand for and nothing else. */
#include "drivers/native/access.h"
#include "drivers/native/bounds.h"
#include "drivers/native/margins.h"

void
access_begin(void)
{
}

void
access_memory(const void *at, size_t size, enum race_kind kind, const void *place)
{
	(void)at;
	(void)size;
	(void)kind;
	(void)place;
}

void
access_volatile(const void *at, size_t size, bool writes, const void *place)
{
	(void)at;
	(void)size;
	(void)writes;
	(void)place;
}

void
access_bare(const void *at, size_t size, bool writes, const void *place)
{
	(void)at;
	(void)size;
	(void)writes;
	(void)place;
}

void
access_atomic(const void *at, size_t size, const char *action, const void *place)
{
	(void)at;
	(void)size;
	(void)action;
	(void)place;
}

void
access_done(const void *at, size_t size, enum race_kind kind, uint64_t was, bool changed, const void *place)
{
	(void)at;
	(void)size;
	(void)kind;
	(void)was;
	(void)changed;
	(void)place;
}

bool
access_fails(const void *at, const void *place)
{
	(void)at;
	(void)place;
	return false;
}

void
access_enter(const void *place)
{
	(void)place;
}

void
access_leave(void)
{
}

void
bounds_index(const struct bounds_index *check, uintptr_t index)
{
	(void)check;
	(void)index;
}

void
bounds_object(const struct bounds_object *check, const void *at, const void *place)
{
	(void)check;
	(void)at;
	(void)place;
}

void
margins_add(const struct margins_variable *v, size_t n)
{
	(void)v;
	(void)n;
}

void
margins_remove(const struct margins_variable *v, size_t n)
{
	(void)v;
	(void)n;
}

void
margins_begin_varying(uintptr_t at, size_t size, const void *place, uintptr_t frame)
{
	(void)at;
	(void)size;
	(void)place;
	(void)frame;
}

void
margins_end_varying(uintptr_t from, uintptr_t to)
{
	(void)from;
	(void)to;
}
