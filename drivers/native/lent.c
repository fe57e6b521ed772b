#include "drivers/native/lent.h"

#include "drivers/native/real.h"
#include "drivers/native/units.h"

#include <stdio.h>

enum { SIZE = 1 << 26, GUARD = 64 };

/* At the same addresses in each test: what becomes of a schedule may depend on which of them are looked at. */
static unsigned char region[SIZE] __attribute__((aligned(UNIT)));
static unsigned char units[SIZE / UNIT]; /* which of it may be accessed */
static size_t used; /* of it */

/* In front of what is lent; behind it stand bytes that nobody may write to. */
struct lent {
	size_t n, complement; /* of n, if nobody has written here */
};
_Static_assert(sizeof(struct lent) == UNIT, "what is lent is aligned");

void
lent_begin(void)
{
	units_close(units, 0, used);
	used = 0;
}

static uintptr_t
offset_of(const void *at)
{
	return (uintptr_t)at - (uintptr_t)region;
}

static bool
is_here(const void *at)
{
	return offset_of(at) < SIZE;
}

static size_t
with_guard(size_t n)
{
	return (n + GUARD + UNIT - 1) / UNIT * UNIT;
}

void *
lend(size_t n)
{
	size_t whole = UNIT + with_guard(n);
	bool fits = whole <= sizeof region - used;
	unsigned char *at = fits ? memset(region + used, 0, whole) : real_calloc(1, whole);
	if (!at)
		return NULL;
	if (fits) {
		units_open(units, used + UNIT, n);
		used += whole;
	}
	memcpy(at, &(struct lent){n, ~n}, UNIT);
	memset(at + UNIT + n, SPOILED, whole - UNIT - n);
	return at + UNIT;
}

/* False: its size was written over. */
static bool
look(const void *lent, struct lent *l)
{
	memcpy(l, (const unsigned char *)lent - UNIT, sizeof *l);
	return l->complement == ~l->n;
}

size_t
lent_size(const void *lent)
{
	struct lent l;
	return look(lent, &l) ? l.n : 0;
}

bool
lent_is_intact(const void *lent)
{
	struct lent l;
	if (!look(lent, &l))
		return false;
	const unsigned char *guard = (const unsigned char *)lent + l.n;
	for (size_t i = 0; i < with_guard(l.n) - l.n; i++)
		if (guard[i] != SPOILED)
			return false;
	return true;
}

void
lent_end(void *lent, size_t n)
{
	if (is_here(lent))
		units_close(units, offset_of(lent), lent_size(lent));
	memset(lent, SPOILED, n);
}

void
lent_take_back(void *lent)
{
	if (lent && !is_here(lent))
		real.free((unsigned char *)lent - UNIT);
}

/* --- who accesses it --- */

bool
lent_may_access(const void *at, size_t size)
{
	return !is_here(at) || units_allow(units, offset_of(at), offset_of(at) + size);
}

/* What was lent there, or is the last before it. NULL: nothing, or nobody can tell any more. */
static const unsigned char *
find(const unsigned char *address, struct lent *l)
{
	const unsigned char *found = NULL;
	struct lent next;
	for (const unsigned char *at = region + UNIT; at - UNIT <= address && at < region + used && look(at, &next); at += with_guard(next.n) + UNIT) {
		*l = next;
		found = at;
	}
	return found;
}

void
lent_describe(char *to, size_t room, const void *at)
{
	struct lent l;
	const unsigned char *address = at, *lent = find(at, &l);
	if (!lent) {
		snprintf(to, room, "where the caller lends memory");
		return;
	}
	const char *back = l.n > 0 && units[offset_of(lent) / UNIT] == 0 ? ", which has it back" : "";
	if (address < lent)
		snprintf(to, room, "in front of the %zu that the caller lent%s", l.n, back);
	else
		snprintf(to, room, "at offset %zu of the %zu that the caller lent%s", (size_t)(address - lent), l.n, back);
}
