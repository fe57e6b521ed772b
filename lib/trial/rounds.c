#include "trial/rounds.h"

#include "base/random.h"

#include <string.h>
#include <time.h>

enum {
	SEQUENTIAL_TESTS = 300,
	/* ... where no round with several calls at once comes after them */
	ONLY_TESTS = 3000,
	CONCURRENT_TESTS = 10000,
	FEWEST_TESTS = 100,
	MOST_STEPS = 40000000,
	/* so many times the steps for a round that has not made one of ENOUGH tests by then */
	MORE_STEPS = 10,
	ENOUGH = 20,
	/* ... and for one that has not made FEWEST_TESTS, of the usual steps if fewer were asked for */
	STEPS_OF_FEW = 4,
	/* tests at the same time where calls run freely, and a test mostly waits */
	LANES = 8,
	/* tests until they may have full size */
	GROWN = 100,
	/* after ORDINARY tests, in one of RARE rare things may happen: what fails without them is told first */
	ORDINARY = 1000,
	RARE = 4,
	/* after GROWN tests, in one of MINGLED the calls made at once come from any clients */
	MINGLED = 2,
	/* where there are more than two kinds of clients, one of them is missing in one test of so many */
	ABSENT = 2,
	/* one test of so many is crowded, and one of so many prefers some values where it picks */
	CROWDED = 16,
	BIASED = 2,
	/* in one test of so many all clients make calls at once, in so many phases, if the model has few configurations then */
	GATHERED = 10,
	GATHERED_PHASES = 4,
	/* in one of so many of these tests, and in one of so many others, nobody goes on until all have come equally far */
	ALIGNED_GATHERED = 2,
	ALIGNED = 16,
	CONFIGURATIONS = 20000,
	/* where the specification does not say how many phases tests have, one test of so many has so many times the phases of others */
	LENGTHENED = 256,
	LONGER = 8,
	/* ... and each of the last tests of a round has one part in so many of all phases that were made before it, up to so many, if that is more */
	LASTING = 3,
	LASTING_PART = 60,
	LASTING_PHASES = 65536,
	/* ... but with LONGEST_FROM times as many tests as are usual, or more, the very last one has one part in so many, as many calls at once as may be */
	LONGEST_FROM = 10,
	LONGEST_PART = 20,
	LONGEST_PHASES = 131072,
	/* where the specification does not say how many calls clients make in a row, they make more than one in one test of so many */
	BURSTS = 4,
	/* ... and if it does not say how many phases, in one of so many of these up to as many as may be: what is counted in a few bits comes round */
	LONG_BURSTS = 6,
	/* ... but in half of these, and of those in which all make their calls at once, each makes so many if it can */
	STORMS = 2,
	STORM = 7,
	/* where clients make several, one test of so many goes by the queue; and all in which each makes as many as it can */
	QUEUED = 4,
	/* one test of so many is given memory that is all zero */
	ZEROED = 4,
	/* of so many tests one is given the memory again that it freed last, and one that which it freed first; the others are given none again */
	REUSED = 3,
	/* where tests take many steps, all but one of so many are small, and all of them in the end: so many clients and phases at most */
	LARGE = 4,
	SMALL_CLIENTS = 3,
	SMALL_PHASES = 8,
	LEAST_PHASES = 4,
	/* ... but one of so many small ones has all clients, and so many phases for each of them if there is one call at a time */
	WIDE = 4,
	WIDE_PHASES = 2,
	/* from this test on, the first of them with calls at once, other variants than the usual one have so many tests of so many each */
	OTHERS_FROM = 32,
	OTHERS_ALONE_FROM = 100,
	OTHERS_OF = 16,
	PLAIN = 2,
	UNOPTIMISED = 1,
	/* ... and of those of the plain variant, the guarded one has so many, if there is one */
	GUARDED = 1,
	/* ... but with one call at a time so many times fewer */
	OTHERS_ALONE = 2,
	/* one test of so many is made twice */
	REPEATED = 64,
	/* a round ends where so many tests failed in ways that were known: hardly any other shows behind them */
	MOST_KNOWN = 300,
};
enum { FREE_SEQUENTIAL_TESTS = 100, FREE_CONCURRENT_TESTS = 500 };

static int64_t
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* A number from low to high, drawn from one of the streams of a seed. */
static size_t
between(uint64_t seed, uint64_t stream, int64_t low, int64_t high)
{
	return (size_t)low + (size_t)(random_mix(seed ^ random_mix(stream)) % (uint64_t)(high - low + 1));
}

static enum reuse
reuse_of(uint64_t seed)
{
	static const enum reuse of[REUSED] = {REUSE_LATEST, REUSE_OLDEST};
	return of[between(seed, 22, 0, REUSED - 1)];
}

/* All clients, for as long as may be, and one operation is scarce: those that it would release pile up, or what it would clear does. */
static void
crowd(const struct spec *s, size_t nclients, struct trial_settings *t)
{
	t->phases = (size_t)s->testing.phases.high;
	t->clients = nclients;
	t->scarce = (int)between(t->seed, 7, 1, (int64_t)s->nops);
}

/* All clients that may be asked, each time: what has room for a few calls only is filled. */
static void
gather(const struct spec *s, size_t nclients, size_t most, struct trial_settings *t)
{
	size_t low = (size_t)s->testing.phases.low;
	t->gathered = t->mingled = true;
	t->clients = nclients;
	t->absent = 0;
	t->concurrency = nclients < most ? nclients : most;
	t->phases = t->phases < GATHERED_PHASES ? t->phases : low > GATHERED_PHASES ? low : GATHERED_PHASES;
	t->configurations = CONFIGURATIONS;
}

/* What is counted in it grows beyond what a byte holds. */
static void
lengthen(const struct spec *s, size_t nclients, struct trial_settings *t)
{
	t->phases = LONGER * (size_t)s->testing.phases.high;
	t->clients = nclients;
}

/* What is used up a little by each call runs out: all calls are made as often as the specification says, in as many phases as are given. */
static void
last(size_t nclients, size_t phases, struct trial_settings *t)
{
	t->phases = phases;
	t->clients = nclients;
	t->absent = 0;
	t->scarce = 0;
	t->weights = t->biases = 0;
}

/* A whole program has but one test, whose schedules matter from the first on: whether who sleeps for longer comes later, say. */
static size_t
ordinary_tests(const struct spec *s, size_t of)
{
	return spec_is_program(s) ? 1 : of < 4 * ORDINARY ? of / 4 : ORDINARY;
}

static int64_t
most_at_once(const struct spec *s)
{
	return s->testing.concurrency.high > 2 ? s->testing.concurrency.high : 2;
}

/*
 * The swarm: each test has its own number of clients, of calls at once and of phases, which grow as tests go by; every other one has
 * its own mixture of calls, and about every other one its own favourites among the values that are picked.
 */
static struct trial_settings
settings_of(const struct spec *s, size_t nclients, uint64_t seed, size_t nth, size_t of, bool concurrent, bool common)
{
	int64_t high = s->testing.phases.high, low = s->testing.phases.low;
	int64_t grown = low + (high - low) * (int64_t)(nth * 4 + 8) / (int64_t)((of < 4 * GROWN ? of : 4 * GROWN) + 8);
	struct trial_settings t = {.seed = seed};
	t.phases = between(seed, 1, low, grown < high ? grown : high);
	t.clients = between(seed, 2, 1, (int64_t)nclients);
	t.absent = s->nclients > 2 && between(seed, 13, 1, ABSENT) == ABSENT ? between(seed, 14, 1, (int64_t)s->nclients) : 0;
	t.mingled = concurrent && nth >= GROWN && between(seed, 11, 1, MINGLED) == MINGLED;
	t.rare = concurrent && !common && nth >= ordinary_tests(s, of) && nth % RARE == 0;
	t.zeros = between(seed, 12, 1, ZEROED) == ZEROED;
	t.reuse = reuse_of(seed);
	t.weights = nth % 2 ? random_mix(seed ^ 4) : 0;
	t.biases = between(seed, 6, 1, BIASED) == BIASED ? random_mix(seed ^ 8) : 0;
	if (nth >= (of < 4 * GROWN ? of / 4 : GROWN) && between(seed, 9, 1, CROWDED) == CROWDED)
		crowd(s, nclients, &t);
	else if (s->testing.any_phases && nth >= GROWN && between(seed, 10, 1, LENGTHENED) == LENGTHENED)
		lengthen(s, nclients, &t);
	t.concurrency = concurrent ? between(seed, 3, s->testing.concurrency.low > 1 ? s->testing.concurrency.low : 2, most_at_once(s)) : 1;
	return t;
}

/* Other variants show what the usual one hides, but that is little, and they must be compiled first. */
static enum variant
variant_of(const struct trial *t, uint64_t seed, size_t nth, size_t of, bool concurrent)
{
	size_t from = concurrent ? OTHERS_FROM : OTHERS_ALONE_FROM, drawn = between(seed, 21, 1, concurrent ? OTHERS_OF : OTHERS_OF * OTHERS_ALONE);
	enum variant v = drawn > PLAIN ? VARIANT_UNOPTIMISED : VARIANT_PLAIN;
	if (drawn <= GUARDED && trial_has_variant(t, VARIANT_GUARDED))
		v = VARIANT_GUARDED;
	bool other = nth >= (of < 4 * from ? of / 4 : from) && drawn <= PLAIN + UNOPTIMISED && trial_has_variant(t, v);
	return other ? v : trial_usual(t);
}

static int
round_of(const struct trial_result *r)
{
	bool late = (r->kind == KIND_JUDGED && r->failure == FAILURE_PROGRESS) || r->kind == KIND_HANG;
	return late ? 2 : 1;
}

/* One of the tests that run at the same time where calls run freely, each with a host of its own; else there is one. */
struct lane {
	struct trial *trial; /* NULL: not there yet */
	bool busy;
	size_t nth; /* the test that it runs */
	uint64_t seed;
	size_t calls, burst; /* at once, at most; of a client in a row, at most */
	struct trial_result result;
};

struct round {
	const struct rounds_options *options;
	struct lane *lanes;
	bool concurrent;
	size_t tests, next;
	size_t gathered; /* at most so many calls at once where all clients make theirs; 0: they do not */
	size_t longest_burst; /* at most so many calls of a client in a row */
	size_t enough; /* fewer are too few for a pass */
	uint64_t most_steps;
	size_t failed; /* the first test that did not pass; the number of tests if there is none */
	uint64_t steps;
	size_t known; /* tests that failed in a way that was known */
	int64_t deadline;
	bool hung; /* a test did, and the others may: they are not waited for */
	struct rounds_result *result;
};

/* There may not be as many tests as are ordinary. */
static bool
goes_slowly(const struct round *r)
{
	return r->steps > r->most_steps / 4;
}

/* All clients, for as long as each of them needs to make a call and to follow it up. */
static void
make_wide(const struct spec *s, size_t nclients, size_t most, struct trial_settings *t)
{
	size_t wanted = t->concurrency > 1 ? most : WIDE_PHASES * nclients, high = (size_t)s->testing.phases.high;
	t->clients = nclients;
	t->absent = 0;
	t->phases = wanted < high ? wanted : high;
}

/* Most of what goes wrong does so among few, and many small tests take no more steps than a few large ones; but some needs all. */
static void
make_small(const struct spec *s, size_t nclients, size_t most, struct trial_settings *t)
{
	size_t low = (size_t)s->testing.phases.low, phases = low > most ? low : most;
	if (between(t->seed, 24, 1, WIDE) == WIDE) {
		make_wide(s, nclients, phases, t);
		return;
	}
	t->clients = t->clients < SMALL_CLIENTS ? t->clients : SMALL_CLIENTS;
	t->phases = t->phases < phases ? t->phases : phases;
}

/* Do all clients make calls at once in this test? */
static bool
gathers(const struct round *r, const struct lane *l, bool small)
{
	int64_t of = small ? WIDE : GATHERED;
	return r->gathered > 1 && l->nth >= (r->tests < 4 * GROWN ? r->tests / 4 : GROWN) && between(l->seed, 20, 1, of) == (size_t)of;
}

/* Looks at no more tests: waiting for one that hangs takes long, and where many are undecided others will hardly tell. */
static bool
gives_up(const struct round *r, const struct trial_result *t)
{
	size_t undecided = r->result->undecided;
	bool dear = r->steps > r->most_steps && r->result->tests < FEWEST_TESTS;
	return t->end == TRIAL_UNDECIDED && (t->hung || dear || undecided >= ROUNDS_MOST_UNDECIDED || undecided * 5 >= r->tests);
}

/* Nobody knows what the test shows; another may show more. The first one of its kind is kept, with its trial. */
static void
note_undecided(struct round *r, struct lane *l)
{
	if (r->result->undecided++ > 0)
		return;
	r->result->doubt = l->result;
	l->trial = trial_twin(l->trial);
}

/* Is this the test that is to come to the end of 16 bits? */
static bool
is_longest(const struct round *r, const struct lane *l)
{
	return r->options->times >= LONGEST_FROM && l->nth + 1 == r->tests;
}

/* The phases of the last tests of a round, which are as long as the round can bear; 0: no longer than those of others. */
static size_t
lasting_phases(const struct round *r, const struct lane *l)
{
	const struct testing *t = &trial_spec(l->trial)->testing;
	bool longest = is_longest(r, l);
	uint64_t part = trial_stats(l->trial)->phases / (longest ? LONGEST_PART : LASTING_PART), most = longest ? LONGEST_PHASES : LASTING_PHASES;
	if (!t->any_phases || r->options->free || goes_slowly(r) || l->nth + LASTING < r->tests || part <= (uint64_t)(LONGER * t->phases.high))
		return 0;
	return (size_t)(part < most ? part : most);
}

/* How many calls a client may make in a row; 0: one. */
static size_t
burst_of(const struct round *r, const struct lane *l, bool gathered)
{
	const struct testing *t = &trial_spec(l->trial)->testing;
	const struct bounds *asked = &r->options->burst, *b = asked->high ? asked : &t->burst;
	bool always = asked->high || !t->any_burst;
	if (!r->concurrent || !trial_facts(l->trial)->takes_bursts)
		return 0;
	if (always)
		return between(l->seed, 25, b->low, b->high);
	if (gathered)
		return between(l->seed, 27, 1, STORMS) == STORMS ? STORM : 0;
	if (between(l->seed, 26, 1, BURSTS) != BURSTS)
		return 0;
	bool longer = t->any_phases && !goes_slowly(r) && between(l->seed, 29, 1, LONG_BURSTS) == LONG_BURSTS;
	return between(l->seed, 25, 2, longer ? TESTING_LONGEST_BURST : b->high);
}

/* NONE: several take turns. With one call at a time there is little to draw. */
static enum strategy
strategy_of(const struct round *r, uint64_t seed, bool gathered, bool bursts)
{
	if (r->options->strategy || !r->concurrent)
		return r->options->strategy ? r->options->strategy : STRATEGY_WALK;
	if (bursts && (gathered || between(seed, 28, 1, QUEUED) == QUEUED))
		return STRATEGY_QUEUE;
	return between(seed, 23, 1, gathered ? ALIGNED_GATHERED : ALIGNED) == 1 ? STRATEGY_ALIGN : STRATEGY_NONE;
}

/* Of a hundred tests so many have breakpoints. */
static unsigned
breakpoints(const struct round *r, const struct lane *l)
{
	bool alone = r->options->breakpoints == ROUNDS_BREAKPOINTS && variety_needs_breakpoints(&trial_stats(l->trial)->variety);
	return alone ? ROUNDS_BREAKPOINTS_ALONE : r->options->breakpoints;
}

static void
start_test(struct round *r, struct lane *l)
{
	const struct spec *s = trial_spec(l->trial);
	l->nth = r->next++;
	l->seed = random_derive(r->options->seed, l->nth * 2 + r->concurrent); /* what a host is told of a test says nothing of another */
	struct trial_settings settings = settings_of(s, trial_clients(l->trial), l->seed, l->nth, r->tests, r->concurrent, r->options->common);
	settings.renewed = r->options->renewed;
	settings.collect = r->options->collect;
	settings.rare = settings.rare || (r->concurrent && !r->options->common && goes_slowly(r) && l->nth % RARE == 0);
	bool smallest = r->steps > r->most_steps, small = smallest || (goes_slowly(r) && l->nth % LARGE);
	if (small)
		make_small(s, trial_clients(l->trial), smallest ? LEAST_PHASES : SMALL_PHASES, &settings);
	size_t lasting = lasting_phases(r, l);
	if (lasting)
		last(trial_clients(l->trial), lasting, &settings);
	if (lasting && r->concurrent && is_longest(r, l))
		settings.concurrency = (size_t)most_at_once(s);
	else if (gathers(r, l, small))
		gather(s, trial_clients(l->trial), r->gathered, &settings);
	if (!lasting && !spec_is_program(s))
		settings.burst = burst_of(r, l, settings.gathered);
	settings.burst = settings.burst < r->longest_burst ? settings.burst : r->longest_burst;
	settings.storm = !r->options->burst.high && settings.burst > (size_t)s->testing.burst.high && between(l->seed, 30, 1, STORMS) == STORMS;
	settings.counted = !r->options->burst.high && s->testing.any_burst && !s->testing.any_phases;
	if (settings.burst > 1)
		settings.configurations = CONFIGURATIONS;
	settings.nth = l->nth;
	settings.strategy = strategy_of(r, l->seed, settings.gathered, settings.burst > 1);
	settings.depth = r->options->depth;
	if (spec_is_program(s))
		settings.weights = 0; /* there is but one call */
	settings.learn = r->concurrent && !r->options->free && r->options->breakpoints > 0;
	settings.varies = r->concurrent && !r->options->free;
	settings.variant = lasting ? trial_usual(l->trial) : variant_of(l->trial, l->seed, l->nth, r->tests, r->concurrent);
	/* without breakpoints those that have no hooks would show nothing that the usual one does not */
	bool bare = (settings.variant == VARIANT_PLAIN || settings.variant == VARIANT_GUARDED) && settings.variant != trial_usual(l->trial);
	settings.stop = settings.learn && !lasting && (bare || between(l->seed, 5, 0, 99) < breakpoints(r, l));
	l->calls = settings.concurrency;
	l->burst = settings.burst;
	l->busy = true;
	trial_start(l->trial, &settings, &l->result);
}

/* Does what happened belong to a round that was asked for? */
static bool
counts(const struct round *r, const struct trial_result *t)
{
	unsigned rounds = r->options->rounds;
	return !rounds || r->concurrent || t->end != TRIAL_FAILED || (rounds >> (round_of(t) - 1) & 1);
}

/* A slow implementation gets fewer tests, and the report says how many. Where few take as much as several rounds may, no more are made. */
static bool
has_cost_enough(const struct round *r)
{
	size_t made = r->result->tests;
	uint64_t most = r->most_steps > MOST_STEPS ? r->most_steps : MOST_STEPS;
	if (made < FEWEST_TESTS)
		return r->steps > most * STEPS_OF_FEW;
	return r->steps > r->most_steps * (made < r->enough ? MORE_STEPS : 1);
}

static bool
is_interrupted(struct round *r)
{
	const struct rounds_options *o = r->options;
	r->result->interrupted = r->result->interrupted || (o->interrupted && o->interrupted(o->context));
	return r->result->interrupted;
}

static bool
is_over(struct round *r)
{
	struct rounds_result *result = r->result;
	result->out_of_time = result->out_of_time || (r->deadline && seconds_now() >= r->deadline);
	bool slow = has_cost_enough(r) && result->tests < r->tests;
	result->slow = result->slow || slow;
	result->too_few = result->too_few || (slow && result->tests < r->enough);
	return is_interrupted(r) || result->out_of_time || result->gave_up || slow || r->known == MOST_KNOWN;
}

/* Does a test that passed pass again, and in the same way? It is looked at until one did not. What took much patience would take less now. */
static void
repeat(struct round *r, struct lane *l)
{
	struct rounds_result *result = r->result;
	struct difference d;
	if (r->options->free || l->result.end != TRIAL_PASSED || l->result.patient || l->result.too_large || l->nth % REPEATED != REPEATED - 1 || result->varied)
		return;
	result->repeated++;
	if (trial_repeats(l->trial, &l->result, &d))
		return;
	result->varied++;
	result->difference = d;
}

/* The model could be in too many states in the test: the next ones make fewer calls in a row, or else at once. */
static void
ask_less(struct round *r, const struct lane *l)
{
	if (l->burst > 1)
		r->longest_burst = l->burst - 1;
	else
		r->gathered = l->calls > 1 ? l->calls - 1 : 1;
}

/* The test of the lane is over. The first one that did not pass counts, in the order of the tests. */
static void
end_test(struct round *r, struct lane *l)
{
	struct rounds_result *result = r->result;
	l->busy = false;
	result->tests++;
	result->total++;
	r->steps += l->result.steps;
	repeat(r, l);
	if (l->result.too_large && !r->options->free) /* where others run meanwhile, they would not be the same each time */
		ask_less(r, l);
	if (signature_known(r->options->known, r->options->nknown, &l->result)) {
		result->known++;
		r->known++;
	} else if (!counts(r, &l->result)) {
		result->elsewhere++;
	} else if (l->result.end == TRIAL_UNDECIDED && !l->result.incomplete && trial_leave_variant(l->trial, l->result.wrong)) {
		l->result.end = TRIAL_PASSED; /* what is told rests on the variants that are left */
	} else if (l->result.end == TRIAL_UNDECIDED && l->nth < r->failed) {
		note_undecided(r, l);
		result->gave_up = result->gave_up || gives_up(r, &l->result);
		r->hung = r->hung || l->result.hung;
	} else if (l->result.end != TRIAL_PASSED && l->nth < r->failed) {
		r->failed = l->nth;
		r->next = r->tests; /* no more are started */
		result->trial = l->result;
		result->seed = l->seed;
		result->drawing = trial_drawing(l->trial);
	}
	if (r->options->progress && result->tests % 64 == 0)
		r->options->progress(r->options->context, result->round, result->tests, r->tests);
	if (is_over(r))
		r->next = r->tests;
}

/* Lets each lane take a step in turn. True: some still have something to do. */
static bool
advance_lanes(struct round *r)
{
	size_t wanted = r->options->free ? LANES : 1;
	bool any = false, stops = is_interrupted(r); /* a test may have many phases */
	r->next = stops ? r->tests : r->next;
	for (size_t i = 0; i < LANES; i++) {
		struct lane *l = &r->lanes[i];
		if (l->busy && (stops || r->hung || l->nth > r->failed)) {
			trial_abandon(l->trial); /* it comes too late, or perhaps never */
			l->busy = false;
		} else if (l->busy && !trial_advance(l->trial)) {
			end_test(r, l);
		}
		if (!l->busy && i < wanted && r->next < r->tests) {
			l->trial = l->trial ? l->trial : trial_twin(r->lanes[0].trial);
			start_test(r, l);
		}
		any = any || l->busy;
	}
	return any;
}

/* Do several clients make calls at once? A whole program is one call, and does alike. */
static bool
has_round_3(const struct trial *t)
{
	const struct spec *s = trial_spec(t);
	return spec_is_program(s) || (s->testing.concurrency.high > 1 && trial_clients(t) > 1);
}

static size_t
default_tests(const struct trial *t, const struct rounds_options *o, bool concurrent)
{
	if (o->free)
		return concurrent ? FREE_CONCURRENT_TESTS : FREE_SEQUENTIAL_TESTS;
	return concurrent ? CONCURRENT_TESTS : has_round_3(t) ? SEQUENTIAL_TESTS : ONLY_TESTS;
}

static size_t
tests_asked(const struct trial *t, const struct rounds_options *o, bool concurrent)
{
	size_t given = (size_t)trial_spec(t)->testing.tests;
	return (o->times ? o->times : 1) * (o->tests ? o->tests : given ? given : default_tests(t, o, concurrent));
}

/* Runs one round; true if it passed. */
static bool
run_round(struct lane *lanes, const struct rounds_options *o, bool concurrent, int64_t deadline, struct rounds_result *result)
{
	struct round r = {.options = o, .lanes = lanes, .concurrent = concurrent, .deadline = deadline, .result = result};
	const struct spec *s = trial_spec(lanes[0].trial);
	struct rounds_share *share = concurrent ? &result->at_once : &result->one_by_one;
	size_t usual = default_tests(lanes[0].trial, o, concurrent);
	r.tests = share->asked;
	r.gathered = concurrent && s->testing.any_concurrency && trial_clients(lanes[0].trial) > (size_t)s->testing.concurrency.high ? ROUNDS_MOST_AT_ONCE : 0;
	r.longest_burst = TESTING_LONGEST_BURST;
	r.enough = (r.tests < usual ? r.tests : usual) / ENOUGH;
	r.most_steps = o->steps ? o->steps : (uint64_t)MOST_STEPS * (r.tests > usual ? r.tests / usual : 1);
	r.failed = SIZE_MAX;
	result->round = concurrent ? 3 : 2;
	result->tests = 0;
	while (advance_lanes(&r))
		;
	result->tests = r.failed == SIZE_MAX ? result->tests : r.failed + 1;
	share->made = result->tests;
	if (r.failed == SIZE_MAX)
		return true;
	result->round = concurrent ? 3 : round_of(&result->trial);
	return false;
}

void
rounds_run(struct trial *t, const struct rounds_options *o, struct rounds_result *r)
{
	const struct spec *s = trial_spec(t);
	struct lane lanes[LANES] = {{.trial = t}};
	int64_t deadline = o->seconds ? seconds_now() + o->seconds : 0;
	unsigned rounds = o->rounds ? o->rounds : 7;
	*r = (struct rounds_result){0};
	if (spec_is_program(s))
		rounds = 4;
	r->one_by_one.asked = rounds & 3 ? tests_asked(t, o, false) : 0;
	r->at_once.asked = (rounds & 4) && has_round_3(t) ? tests_asked(t, o, true) : 0;
	if ((rounds & 3) && !run_round(lanes, o, false, deadline, r))
		return;
	r->never_at_once = r->at_once.asked && r->out_of_time;
	if (r->at_once.asked && !r->out_of_time && !r->interrupted && !r->gave_up)
		run_round(lanes, o, true, deadline, r);
	if (r->trial.end == TRIAL_PASSED && r->undecided)
		r->trial = r->doubt;
}
