#include "trial/rounds.h"

#include <time.h>

enum { SEQUENTIAL_TESTS = 1000, CONCURRENT_TESTS = 10000, FEWEST_TESTS = 100, MOST_STEPS = 40000000 };

static int64_t
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static uint64_t
mix(uint64_t z)
{
	z += 0x9e3779b97f4a7c15ull;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

/* A number from low to high, drawn from one of the streams of a seed. */
static size_t
between(uint64_t seed, uint64_t stream, int64_t low, int64_t high)
{
	return (size_t)low + (size_t)(mix(seed ^ mix(stream)) % (uint64_t)(high - low + 1));
}

/* The swarm: each test has its own number of clients, of calls at once and of phases, which grow as tests go by. */
static struct trial_settings
settings_of(const struct spec *s, size_t nclients, uint64_t seed, size_t nth, size_t of, bool concurrent)
{
	int64_t high = s->testing.phases.high, low = s->testing.phases.low;
	int64_t grown = low + (high - low) * (int64_t)(nth * 4 + 8) / (int64_t)(of + 8);
	struct trial_settings t = {.seed = seed};
	t.phases = between(seed, 1, low, grown < high ? grown : high);
	t.clients = between(seed, 2, 1, (int64_t)nclients);
	t.concurrency = concurrent ? between(seed, 3, s->testing.concurrency.low > 1 ? s->testing.concurrency.low : 2, s->testing.concurrency.high > 2 ? s->testing.concurrency.high : 2) : 1;
	return t;
}

static int
round_of(const struct trial_result *r)
{
	bool late = (r->kind == KIND_JUDGED && r->failure == FAILURE_PROGRESS) || r->kind == KIND_HANG;
	return late ? 2 : 1;
}

/* Runs one round; true if it passed. */
static bool
run_round(struct trial *t, struct arena *out, const struct spec *s, const struct rounds_options *o, bool concurrent, int64_t deadline, struct rounds_result *r)
{
	size_t tests = o->tests ? o->tests : s->testing.tests ? (size_t)s->testing.tests : concurrent ? CONCURRENT_TESTS : SEQUENTIAL_TESTS;
	uint64_t steps = 0;
	r->round = concurrent ? 3 : 2;
	for (r->tests = 0; r->tests < tests;) {
		uint64_t seed = mix(o->seed ^ mix(r->tests * 2 + concurrent));
		struct trial_settings settings = settings_of(s, trial_clients(t), seed, r->tests, tests, concurrent);
		arena_free(out);
		trial_random(t, out, &settings, &r->trial);
		r->tests++;
		r->total++;
		if (r->trial.end != TRIAL_PASSED) {
			r->seed = seed;
			r->round = concurrent ? 3 : round_of(&r->trial);
			return false;
		}
		steps += r->trial.steps;
		if (o->progress && r->tests % 64 == 0)
			o->progress(o->context, r->round, r->tests, tests);
		if (r->tests >= FEWEST_TESTS && steps > MOST_STEPS)
			break; /* a slow implementation gets fewer tests, and the report says how many */
		r->out_of_time = deadline && seconds_now() >= deadline;
		if (r->out_of_time)
			break;
	}
	return true;
}

void
rounds_run(struct trial *t, struct arena *out, const struct rounds_options *o, struct rounds_result *r)
{
	const struct spec *s = trial_spec(t);
	int64_t deadline = o->seconds ? seconds_now() + o->seconds : 0;
	unsigned rounds = o->rounds ? o->rounds : 7;
	*r = (struct rounds_result){0};
	bool several = s->testing.concurrency.high > 1 && trial_clients(t) > 1;
	if ((rounds & 3) && !run_round(t, out, s, o, false, deadline, r))
		return;
	if ((rounds & 4) && several && !r->out_of_time)
		run_round(t, out, s, o, true, deadline, r);
}
