#include "drivers/native/laps.h"

/* How far apart marks are: always farther, so that longer laps fit in between, up to the longest that is looked for. */
enum { FIRST = 8, FARTHEST = 1 << 16 };

static uint64_t
mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ b) * 0x9e3779b97f4a7c15u;
	return x ^ x >> 29;
}

static void
move_mark(struct laps *l, uint64_t where)
{
	l->mark = where;
	l->next = l->accesses + FIRST + (l->accesses < FARTHEST ? l->accesses : FARTHEST);
	l->now = l->last = l->values = l->found = l->written = 0;
	l->changes = l->changed = false;
	l->since = l->length = l->same = 0;
	l->sure = l->again = false;
}

void
laps_end(struct laps *l)
{
	l->accesses = l->next = 0;
	l->same = 0;
	l->sure = l->again = false;
}

static bool
goes_round(const struct laps *l)
{
	return l->sure || (l->same > 0 && l->since <= l->length);
}

/* It has not come to the mark for long: it is in another loop, be it one inside the last. */
static bool
has_gone(const struct laps *l)
{
	return l->length > 0 && l->since > 2 * l->length + FIRST;
}

/* What counts of the value that is there is 0 where that varies. True: it ends a lap like the one before. */
static bool
note(struct laps *l, uint64_t where, uint64_t counts, uint64_t value)
{
	l->since++;
	l->now = mix(l->now, mix(where, counts));
	l->values = mix(l->values, mix(where, value));
	if (l->sure && l->since > l->length)
		laps_end(l); /* it has left the loop, and may have come to the next */
	if ((++l->accesses > l->next && !goes_round(l)) || has_gone(l)) {
		move_mark(l, where);
		return false;
	}
	if (where != l->mark)
		return false;
	bool same = l->since == l->length && l->now == l->last;
	l->same = same ? l->same + 1 : 0;
	l->alike = same && l->values == l->found;
	l->again = l->again && l->alike;
	l->sure = l->sure && same;
	l->changed = l->changes;
	l->last = l->now;
	l->found = l->values;
	l->length = l->since;
	l->now = l->values = 0;
	l->since = 0;
	l->changes = false;
	return same;
}

static uint64_t
bit_of(uintptr_t at)
{
	return 1ull << (mix(at >> 3, 0) >> 58);
}

bool
laps_read(struct laps *l, uintptr_t at, uintptr_t place, uint64_t value)
{
	return note(l, mix(at, place), l->written & bit_of(at) ? 0 : value, value);
}

bool
laps_write(struct laps *l, uintptr_t at, uintptr_t place, uint64_t value)
{
	bool same = note(l, mix(at, place), 0, value);
	l->written |= bit_of(at);
	l->changes = true;
	l->sure = false;
	return same;
}

static bool
is_power(uint32_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

/* Less and less often: looking at the state takes time, and one who counts may count for long. */
bool
laps_ask(const struct laps *l)
{
	return !l->again && (is_power(l->same) || is_power(l->same - 1));
}

void
laps_tell(struct laps *l, uint64_t state)
{
	if (is_power(l->same - 1))
		l->again = l->alike && state == l->state;
	l->sure = l->again && !l->changed;
	l->state = state;
}

bool
laps_left(const struct laps *l)
{
	return l->since > 0 && l->since >= l->length;
}
