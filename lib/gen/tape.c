#include "gen/tape.h"

static uint64_t
choose(struct choices *c, uint64_t of)
{
	struct tape *t = (struct tape *)c; /* choices come first */
	size_t i = t->used++;
	if (i >= TAPE_LONGEST) {
		t->partial = t->partial || of > 1;
		return 0;
	}
	if (i == t->n) {
		t->chosen[i] = 0;
		t->n++;
	}
	t->of[i] = of;
	return t->chosen[i];
}

void
tape_rewind(struct tape *t, uint64_t most)
{
	t->choices.choose = choose;
	t->n = t->used = 0;
	t->runs = 0;
	t->most = most;
	t->limit = UINT64_MAX;
	t->partial = false;
}

/* How many combinations there are if each choice has at most `limit` answers; never more than most + 1. */
static uint64_t
combinations(const struct tape *t, uint64_t limit)
{
	uint64_t all = 1;
	for (size_t i = 0; i < t->n; i++) {
		uint64_t of = t->of[i] < limit ? t->of[i] : limit;
		if (of > t->most || all * of > t->most)
			return t->most + 1;
		all *= of;
	}
	return all;
}

/* Too many combinations: the simplest answers of each choice are tried, rather than all answers of the last ones. */
static void
narrow(struct tape *t)
{
	uint64_t low = 1, high = t->most;
	if (combinations(t, UINT64_MAX) <= t->most)
		return;
	t->partial = true;
	while (low < high) {
		uint64_t middle = low + (high - low + 1) / 2;
		if (combinations(t, middle) <= t->most)
			low = middle;
		else
			high = middle - 1;
	}
	t->limit = low;
}

bool
tape_next(struct tape *t)
{
	if (t->runs++ == 0)
		return true;
	if (t->runs == 2)
		narrow(t);
	t->n = t->used < t->n ? t->used : t->n;
	t->used = 0;
	while (t->n > 0) {
		size_t last = t->n - 1;
		if (t->chosen[last] + 1 < t->of[last] && t->chosen[last] + 1 < t->limit)
			break;
		t->partial = t->partial || t->chosen[last] + 1 < t->of[last];
		t->n--;
	}
	if (t->n == 0)
		return false;
	if (t->runs > t->most) {
		t->partial = true;
		return false;
	}
	t->chosen[t->n - 1]++;
	return true;
}
