/* A random walk: stays with whoever runs, but for now and then; how often is drawn for each run. */
#include "drivers/native/strategy.h"

#include "base/random.h"

static uint64_t state;
static uint64_t preemptions; /* of 64 points */
static bool unfair; /* whom a signal wakes is drawn */

static void
begin(const struct strategy_settings *s)
{
	static const uint64_t often[] = {0, 2, 8, 16, 32};
	state = s->seed;
	preemptions = often[random_draw(&state) % (sizeof often / sizeof *often)];
	unfair = random_draw(&state) % 2;
}

static struct task *
choose(const struct situation *s)
{
	if (s->running && random_draw(&state) % 64 >= preemptions)
		return s->usual;
	return s->ready[random_draw(&state) % s->n];
}

static size_t
choose_waiter(size_t n)
{
	return unfair ? random_draw(&state) % n : 0;
}

const struct strategy strategy_walk = {.begin = begin, .choose = choose, .choose_waiter = choose_waiter};
