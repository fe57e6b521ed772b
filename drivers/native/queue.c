/*
 * As a plain scheduler has it: who can go on stands in a queue, and runs until it blocks; a client that is done with a call goes to the end of
 * it, but not always. What only happens where several go round while others, long woken, are still in the queue, hardly ever happens otherwise.
 */
#include "drivers/native/strategy.h"

#include "base/random.h"

/* In one of so many runs any of so many that join the queue at about the same time may come first. */
enum { SCATTERED = 4, NEAR = 8 };

static uint64_t state;
static uint64_t yields; /* of 8 ends of calls */
static uint64_t preemptions; /* of 64 points */
static uint64_t scatter; /* how far they may be from their places */
static uint64_t joined;
static uint64_t places[MOST_CARRIERS]; /* of tasks in the queue */
static uint64_t seen[MOST_CARRIERS]; /* the last time that a task could go on, in looks */
static uint64_t looks;

static void
begin(const struct strategy_settings *s)
{
	static const uint64_t often[] = {1, 2, 2, 3}, seldom[] = {0, 0, 0, 1};
	state = s->seed;
	yields = often[random_draw(&state) % (sizeof often / sizeof *often)];
	preemptions = seldom[random_draw(&state) % (sizeof seldom / sizeof *seldom)];
	scatter = random_draw(&state) % SCATTERED ? 1 : NEAR * NEAR;
	joined = 0;
	looks += 2; /* nobody is in the queue */
}

static void
join(const struct task *t)
{
	places[t->number] = ++joined * NEAR + random_draw(&state) % scatter;
}

/* Those that could not go on at the last look have come since. */
static void
look_at(const struct situation *s)
{
	looks++;
	for (size_t i = 0; i < s->n; i++) {
		const struct task *t = s->ready[i];
		if (seen[t->number] + 1 != looks)
			join(t);
		seen[t->number] = looks;
	}
}

static bool
goes_on(const struct task *t)
{
	return t->between ? random_draw(&state) % 8 >= yields : random_draw(&state) % 64 >= preemptions;
}

static struct task *
choose(const struct situation *s)
{
	struct task *first = s->ready[0];
	look_at(s);
	if (s->running && goes_on(s->running))
		return s->usual;
	if (s->running)
		join(s->running);
	for (size_t i = 1; i < s->n; i++)
		if (places[s->ready[i]->number] < places[first->number])
			first = s->ready[i];
	return first;
}

/* Who has waited longest, as is usual. */
static size_t
choose_waiter(size_t n)
{
	(void)n;
	return 0;
}

const struct strategy strategy_queue = {.begin = begin, .choose = choose, .choose_waiter = choose_waiter};
