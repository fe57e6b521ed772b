#include "drivers/native/laps.h"

/* How far apart marks are: always farther, so that longer laps fit in between, up to the longest that is looked for. */
enum { FIRST = 8, FARTHEST = 1 << 16 };

static void
move_mark(struct laps *l, uint64_t signature)
{
	l->mark = signature;
	l->next = l->quiet + FIRST + (l->quiet < FARTHEST ? l->quiet : FARTHEST);
	l->now = l->last = 0;
	l->since = l->length = l->same = 0;
	l->sure = false;
}

bool
laps_note(struct laps *l, uint64_t signature)
{
	l->quiet++;
	l->since++;
	if (l->quiet > l->next && !l->sure) {
		move_mark(l, signature);
		return false;
	}
	if (signature != l->mark) {
		l->now = (l->now ^ signature) * 0x9e3779b97f4a7c15u;
		return false;
	}
	bool same = l->since == l->length && l->now == l->last;
	l->same = same ? l->same + 1 : 0;
	l->sure = l->sure && same;
	l->last = l->now;
	l->length = l->since;
	l->now = 0;
	l->since = 0;
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
	return !l->sure && (is_power(l->same) || is_power(l->same - 1));
}

void
laps_tell(struct laps *l, uint64_t state)
{
	if (is_power(l->same - 1))
		l->sure = state == l->state;
	l->state = state;
}

bool
laps_left(const struct laps *l)
{
	return l->since > 0 && l->since >= l->length;
}

void
laps_end(struct laps *l)
{
	l->quiet = l->next = 0;
	l->same = 0;
	l->sure = false;
	l->mark = 0;
}
