#include "trial/drawn.h"

#include "trial/portfolio.h"

enum {
	MOST_WEIGHT = 8,
	/* a test goes on while the model can be in no more states than this */
	MOST_OPEN = 256,
	/* so often what is to be called before destroy is gone through */
	MOST_LAPS = 4,
};

/* How often a test makes a call, beside others: most tests have favourites, and some leave a call out. */
static int64_t
weight(const struct trial_settings *s, const struct operation *op)
{
	static const int64_t weights[] = {0, 1, 1, 1, 2, 2, 4, MOST_WEIGHT};
	if (s->scarce)
		return op->index + 1 == s->scarce ? 1 : MOST_WEIGHT;
	uint64_t which = s->weights ? random_mix(s->weights ^ random_mix((uint64_t)op->index + 1)) : 1;
	return weights[which % (sizeof weights / sizeof *weights)];
}

static int64_t
heaviest(const struct trial *t)
{
	int64_t most = 0;
	for (size_t i = 0; i < t->model->spec->nops; i++) {
		int64_t w = weight(&t->settings, &t->model->spec->ops[i]);
		most = w > most ? w : most;
	}
	return most;
}

/*
 * May the client make a call, and which? -1 if none. Those of a kind start in the order of their ids. best: the greatest weight among the
 * calls that it may make.
 */
static int
pick_alternative(struct trial *t, uint64_t *state, size_t client, int64_t *best)
{
	const struct actor *a = &t->actors[client];
	const struct client *kind = a->who.kind;
	int64_t total = 0;
	int chosen = -1;
	*best = 0;
	if (kind == t->model->spec->clients + t->settings.absent - 1)
		return -1;
	if (a->outstanding || (!a->started && a->before >= 0 && !t->actors[a->before].started))
		return -1;
	for (size_t i = 0; i < kind->n; i++) {
		if (!kind->calls[i].share || !running_is_ready(t, a, &kind->calls[i]))
			continue;
		int64_t w = weight(&t->settings, kind->calls[i].operation), share = kind->calls[i].share * w;
		*best = w > *best ? w : *best;
		total += share;
		if (share && (int64_t)(random_draw(state) % (uint64_t)total) < share)
			chosen = (int)i;
	}
	return chosen;
}

/* Who is asked for a call first, who next: one after the other from any of them on, or in any order. */
static void
line_up(const struct trial_settings *s, uint64_t drawn, size_t *line)
{
	for (size_t i = 0; i < s->clients; i++)
		line[i] = (drawn + i) % s->clients;
	for (size_t i = s->mingled ? s->clients : 0; i > 1; i--) {
		size_t other = random_mix(drawn ^ random_mix(i)) % i, last = line[i - 1];
		line[i - 1] = line[other];
		line[other] = last;
	}
}

/* How many calls a client may make after its first one in the phase; as many as may be where all make theirs. */
static size_t
draw_burst(struct trial *t, size_t client)
{
	size_t most = t->settings.burst;
	if (t->settings.gathered || t->settings.storm)
		return most > 1 ? most - 1 : 0;
	return most > 1 ? random_derive(t->settings.seed, (t->phase * MOST_CLIENTS + client) * 2 + 1) % most : 0;
}

/*
 * Makes calls of the next phase, by clients from the first of the line on. Those that only have calls of less weight than others have are
 * often passed over: where a client has just one call at a time, its weight would have no effect otherwise. False: the test is over.
 */
static bool
add_calls(struct trial *t, size_t wanted, const size_t *line, int64_t most)
{
	const struct trial_settings *s = &t->settings;
	uint64_t *state = &t->draws.state;
	for (size_t i = 0; i < s->clients && t->ncalling < wanted; i++) {
		size_t client = line[i];
		int64_t best;
		int alternative = pick_alternative(t, state, client, &best);
		if (t->result->end != TRIAL_PASSED)
			return false;
		if (alternative < 0 || (best < most && (int64_t)(random_draw(state) % (uint64_t)most) >= best))
			continue;
		t->actors[client].more = draw_burst(t, client);
		if (!running_call(t, (int)client, alternative))
			return false;
	}
	return true;
}

/* The same until nobody is left: clients of a kind start one after the other, and the line may have the first of them last. */
static bool
add_all_calls(struct trial *t, size_t wanted, const size_t *line)
{
	for (size_t before = SIZE_MAX; t->ncalling != before;) {
		before = t->ncalling;
		if (!add_calls(t, wanted, line, 0))
			return false;
	}
	return true;
}

static struct drawing
draw_strategy(struct trial *t, uint64_t drawn)
{
	const struct trial_settings *s = &t->settings;
	enum strategy strategy = s->strategy ? s->strategy : portfolio_pick(s->nth, t->phase);
	return t->drawing = (struct drawing){strategy, s->depth, random_derive(s->seed, drawn), s->rare};
}

/* --- what is called before the instance is destroyed --- */

/* The call of this operation that the client may make; -1: none. */
static int
find_alternative(struct trial *t, size_t client, const struct operation *op)
{
	const struct actor *a = &t->actors[client];
	const struct client *kind = a->who.kind;
	if (a->outstanding || kind == t->model->spec->clients + t->settings.absent - 1)
		return -1;
	for (size_t i = 0; i < kind->n; i++)
		if (kind->calls[i].operation == op && running_is_ready(t, a, &kind->calls[i]))
			return (int)i;
	return -1;
}

/* Goes on to the next client, step or lap. False: the steps have been gone through often enough, or nobody has called anything. */
static bool
next_turn(const struct ending *e, size_t nclients, struct ending_steps *at)
{
	if (++at->client < nclients)
		return true;
	at->client = 0;
	if (++at->step < e->n)
		return true;
	bool called = at->called;
	at->step = 0;
	at->called = false;
	return called && ++at->lap < MOST_LAPS;
}

/*
 * One step after the other, each client that may makes the call, in a phase of its own, until the instance may be destroyed. What is
 * called and who calls it is part of the test like all else.
 */
static bool
ending_phase(struct trial *t)
{
	const struct ending *e = &t->model->spec->implementation.ending;
	struct ending_steps *at = &t->ending;
	bool goes_on = e->n > 0 && at->lap < MOST_LAPS;
	if (!goes_on || running_may_end(t) || t->result->end != TRIAL_PASSED)
		return false;
	while (goes_on && t->ncalling == 0) {
		size_t client = at->client;
		t->actors[client].more = 0;
		int alternative = find_alternative(t, client, e->before[at->step]);
		if (t->result->end != TRIAL_PASSED || (alternative >= 0 && !running_call(t, (int)client, alternative)))
			return false;
		at->called = at->called || t->ncalling;
		goes_on = next_turn(e, t->settings.clients, at);
	}
	if (!goes_on)
		at->lap = MOST_LAPS;
	if (t->ncalling == 0)
		return false;
	running_continue(t, &(struct host_phase){.patience = patience_usual(&t->patience), .steps = t->draws.settings->collect, .drawing = draw_strategy(t, random_draw(&t->draws.state))});
	return true;
}

/* With each phase the model could be in many times as many states, until the judge can no longer follow. False: the test is over. */
static bool
cut_short(struct trial *t)
{
	if (!t->stats->cut++)
		t->stats->cut_for = arena_strdup(t->stats_arena, judge_differing(t->judge));
	return false;
}

/* Clients whose calls of earlier phases have not returned go on, too, once they are back. */
static void
let_go_on(struct trial *t)
{
	for (size_t i = 0; i < t->settings.clients; i++) {
		struct actor *a = &t->actors[i];
		if (!a->outstanding || a->since > t->phase)
			continue;
		a->more = draw_burst(t, i);
		if (a->more > 0)
			host_more(t->subject->host, (int)i);
	}
}

/* Who has said how many phases there are may rely on it that there are no more calls than that allows. */
static bool
may_add(const struct trial *t, int client)
{
	const struct testing *s = &t->model->spec->testing;
	size_t left = t->settings.phases > t->phase ? t->settings.phases - t->phase : 0, most = (size_t)s->phases.high, made = 0;
	for (size_t i = 0; i < t->settings.clients; i++)
		made += t->actors[i].calls.n;
	bool few = t->actors[client].calls.n + left < most;
	return !t->settings.counted || (few && made + left * t->settings.concurrency < most * (size_t)s->concurrency.high);
}

/* Which one it is, is drawn from a stream of its own: when calls return must not change what others are drawn. */
static bool
random_more(struct trial *t, int client)
{
	int64_t best;
	if (!may_add(t, client))
		return true;
	uint64_t state = random_derive(t->settings.seed, ((t->phase * MOST_AT_ONCE + t->ncalling) * MOST_CLIENTS + (uint64_t)client) * 2);
	int alternative = pick_alternative(t, &state, (size_t)client, &best);
	if (t->result->end != TRIAL_PASSED)
		return false;
	return alternative < 0 || running_call(t, client, alternative);
}

static bool
random_phase(struct trial *t)
{
	const struct trial_settings *s = &t->settings;
	uint64_t *state = &t->draws.state;
	if (t->phase >= s->phases || t->ending.called || t->ending.lap)
		return ending_phase(t);
	if (!s->gathered && judge_open(t->judge) > MOST_OPEN)
		return cut_short(t);
	size_t drawn = 1 + random_draw(state) % s->concurrency, wanted = s->gathered ? s->concurrency : drawn, line[MOST_CLIENTS];
	line_up(s, random_draw(state), line);
	if (s->gathered ? !add_all_calls(t, wanted, line) : !add_calls(t, wanted, line, heaviest(t)))
		return false;
	if (t->ncalling == 0 && !add_calls(t, wanted, line, 0))
		return false;
	if (t->ncalling == 0)
		return ending_phase(t);
	let_go_on(t);
	t->stats->at_once = t->ncalling > t->stats->at_once ? t->ncalling : t->stats->at_once;
	running_continue(t, &(struct host_phase){.patience = patience_usual(&t->patience), .steps = t->draws.settings->collect, .drawing = draw_strategy(t, random_draw(state))});
	return true;
}

/* Hosts in which calls run freely, or that are somebody else's, need not care for the strategy. */
static bool
has_strategies(const struct trial *t)
{
	return !t->host_options.free && !t->host_options.command;
}

void
drawn_count(struct trial *t)
{
	const struct trial_settings *s = &t->settings;
	if (!has_strategies(t) || s->concurrency < 2)
		return;
	t->stats->strategies[s->strategy ? s->strategy : portfolio_mixes(s->nth) && s->phases > 1 ? STRATEGY_NONE : portfolio_pick(s->nth, 0)]++;
}

struct drawing
trial_drawing(const struct trial *t)
{
	return has_strategies(t) ? t->drawing : (struct drawing){0};
}

void
drawn_begin(struct trial *t, struct trial_result *result)
{
	struct draws d = {.settings = &t->settings, .nclients = t->settings.clients, .state = random_mix(t->settings.seed ^ 12345), .phase = random_phase, .more = random_more};
	arena_free(&t->tests);
	t->drawing = (struct drawing){0};
	running_begin(t, &d, &t->tests, result);
}
