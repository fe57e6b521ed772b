/*
 * Lets all come equally far before anyone goes on. What needs many at once hardly ever happens by chance: a circle of locks of which each
 * has one, many who have all looked before the first of them acts, a wake-up too few for all who sleep. Each is stopped before its nth
 * operation, or before its nth at one place; when nobody else can go on, all do, as pos has it.
 */
#include "drivers/native/strategy.h"

#include "base/random.h"

enum { MOST_PLACES = 256, SLOTS = 4 * MOST_PLACES, FARTHEST = 64 };

/* what earlier runs have taught */
static const void *places[MOST_PLACES], *slots[SLOTS];
static size_t nplaces;
static unsigned longest; /* operations that one has done in a run, up to FARTHEST */

/* this run */
static uint64_t state;
static const void *place; /* whose operations count; NULL: all do */
static unsigned before; /* so many are done before all stop */
static bool aligned; /* they have been stopped */
static unsigned all[MOST_CARRIERS], counted[MOST_CARRIERS]; /* operations of each task */

static void
learn(const struct task *t)
{
	size_t at = random_mix((uint64_t)(uintptr_t)t->place) % SLOTS;
	longest = all[t->number] > longest && all[t->number] <= FARTHEST ? all[t->number] : longest;
	while (slots[at] && slots[at] != t->place)
		at = (at + 1) % SLOTS;
	if (slots[at] || nplaces == MOST_PLACES)
		return;
	slots[at] = places[nplaces++] = t->place;
}

static void
begin(const struct strategy_settings *s)
{
	static const unsigned visits[] = {0, 0, 0, 1, 1, 2};
	state = s->seed;
	aligned = false;
	place = nplaces && random_draw(&state) % 2 ? places[random_draw(&state) % nplaces] : NULL;
	before = place ? visits[random_draw(&state) % (sizeof visits / sizeof *visits)] : (unsigned)(random_draw(&state) % (1 + longest));
	strategy_pos.begin(s);
}

static void
meet(const struct task *t)
{
	all[t->number] = counted[t->number] = 0;
	strategy_pos.meet(t);
}

/* Has it come to where all stop? */
static bool
is_there(const struct task *t)
{
	return t->pending && counted[t->number] == before && (!place || t->place == place);
}

static struct task *
choose(const struct situation *s)
{
	static struct task *coming[MOST_CARRIERS];
	struct situation others = {.ready = coming};
	for (size_t i = 0; i < s->n; i++)
		if (aligned || !is_there(s->ready[i]))
			coming[others.n++] = s->ready[i];
	aligned = aligned || others.n == 0;
	return strategy_pos.choose(others.n == 0 ? s : &others);
}

static size_t
choose_waiter(size_t n)
{
	return strategy_pos.choose_waiter(n);
}

static void
executed(const struct task *t)
{
	strategy_pos.executed(t);
	if (!t->pending)
		return;
	all[t->number]++;
	counted[t->number] += !place || t->place == place;
	learn(t);
}

const struct strategy strategy_align = {begin, meet, choose, choose_waiter, executed, NULL};
