#include "drivers/native/lent.h"

#include "drivers/native/real.h"

#include <string.h>

enum { SIZE = 1 << 26, UNIT = 16, GUARD = 64 };

/* At the same addresses in each test: what becomes of a schedule may depend on which of them are looked at. */
static unsigned char region[SIZE] __attribute__((aligned(UNIT)));
static size_t used; /* of it */

/* In front of what is lent; behind it stand bytes that nobody may write to. */
struct lent {
	size_t n, complement; /* of n, if nobody has written here */
};
_Static_assert(sizeof(struct lent) == UNIT, "what is lent is aligned");

void
lent_begin(void)
{
	used = 0;
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
	used += fits ? whole : 0;
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
lent_take_back(void *lent)
{
	unsigned char *at = lent;
	if (at && (at < region || at >= region + sizeof region))
		real.free(at - UNIT);
}
