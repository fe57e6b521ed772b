#include "trial/exhaust.h"

#include "base/random.h"
#include "trial/picks.h"
#include "trial/running.h"
#include "trial/table.h"

#include <time.h>

/* When a call is made: in a new phase; at the same time as the last one; in its phase, when the client's call before is back. */
enum moment { ANEW, TOGETHER, IN_A_ROW };

/* A call of the tests that are being put together. */
struct planned {
	int client, alternative;
	enum moment moment;
	bool newcomer; /* the client's first call */
};

struct exhaust {
	struct trial *trial;
	const struct exhaust_options *options;
	struct exhaust_result *result;
	struct exhausted *size;
	struct arena *out; /* of the last test */
	struct arena *doubtful; /* of the first that was undecided */
	struct schedules_options schedules;
	double deadline; /* 0: none */
	int clients[MOST_CLIENTS]; /* that may make calls */
	size_t nclients;
	size_t calls_wanted, clients_wanted, phases_wanted;
	struct planned calls[EXHAUST_MOST_CALLS];
	size_t ncalls, nused, nphases, in_phase;
	size_t doubts; /* tests of this size that were undecided */
	bool used[MOST_CLIENTS];
	struct slots slots; /* of the picks */
	struct table dead; /* beginnings of tests of which some call can never be made */
};

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool
is_over(void *context)
{
	struct exhaust *x = context;
	struct exhaust_result *r = x->result;
	r->out_of_time = r->out_of_time || (x->deadline > 0 && seconds_now() >= x->deadline);
	r->interrupted = r->interrupted || (x->options->interrupted && x->options->interrupted(x->options->context));
	return r->out_of_time || r->interrupted;
}

/* --- clients --- */

static bool
reads_id(const struct clause *c)
{
	return c->code && code_reads(c->code, SEG_CLIENT, 0, -1);
}

/* Do clients of this kind differ in nothing but their names? */
static bool
all_alike(const struct trial *t, const struct client *kind)
{
	bool differ = *t->facts.identity != '\0';
	for (size_t i = 1; i < kind->vars.n; i++)
		differ = differ || (kind->vars.at[i].init && code_reads(kind->vars.at[i].init, SEG_CLIENT, 0, -1));
	for (size_t i = 0; i < kind->n; i++) {
		const struct alternative *a = &kind->calls[i];
		differ = differ || reads_id(&a->when) || reads_id(&a->then);
		for (size_t k = 0; k < a->operation->n; k++)
			differ = differ || reads_id(&a->args[k]);
	}
	return !differ;
}

static void
find_clients(struct exhaust *x)
{
	for (size_t i = 0; i < x->trial->nclients; i++)
		if (x->trial->actors[i].who.id < (int64_t)x->options->clients)
			x->clients[x->nclients++] = (int)i;
}

static const struct client *
kind_of(const struct exhaust *x, int client)
{
	return x->trial->actors[client].who.kind;
}

/* Of clients that are alike, who has not made a call yet comes only after those with lower ids have. */
static bool
may_begin(const struct exhaust *x, int client)
{
	int before = x->trial->actors[client].before;
	return before < 0 || x->used[before] || !all_alike(x->trial, kind_of(x, client));
}

/* --- one test --- */

/* The number of the client's call among all calls; calls are counted from 1, 0 stands for what a client starts with. */
static size_t
order_of(const struct exhaust *x, int client, size_t call)
{
	for (size_t i = 0; i < x->ncalls; i++)
		if (x->calls[i].client == client && call-- == 0)
			return i + 1;
	return 0;
}

static void
picked(void *context, int client, size_t call, enum pick_of what, size_t nth, uint64_t n)
{
	struct exhaust *x = context;
	size_t order = what == PICK_START ? 0 : order_of(x, client, call);
	if (x->used[client] && (order || what == PICK_START))
		slots_meet(&x->slots, &(struct slot){.order = order, .client = client, .what = (int)what, .nth = nth, .of = n});
}

static void
write_script(struct exhaust *x, struct arena *a, int client, struct script *script)
{
	struct script_call *calls = arena_array(a, struct script_call, EXHAUST_MOST_CALLS);
	script->calls = calls;
	script->start = slots_picks(&x->slots, a, 0, client, PICK_START);
	for (size_t i = 0; i < x->ncalls; i++) {
		if (x->calls[i].client != client)
			continue;
		struct script_call *c = &calls[script->n++];
		*c = (struct script_call){.alternative = x->calls[i].alternative};
		c->args = slots_picks(&x->slots, a, i + 1, client, PICK_ARGS);
		c->then = slots_picks(&x->slots, a, i + 1, client, PICK_THEN);
	}
}

static void
write_phases(const struct exhaust *x, struct arena *a, struct test *t)
{
	struct test_phase *phases = arena_array(a, struct test_phase, x->nphases);
	int *clients = arena_array(a, int, x->ncalls);
	for (size_t i = 0; i < x->ncalls; i++) {
		clients[i] = x->calls[i].client;
		if (x->calls[i].moment == ANEW)
			phases[t->n++].clients = &clients[i];
		phases[t->n - 1].n++;
		phases[t->n - 1].then += x->calls[i].moment == IN_A_ROW;
	}
	t->phases = phases;
}

static struct test *
write_test(struct exhaust *x, struct arena *a, struct heap *h)
{
	const struct variables *v = &x->trial->model->spec->params;
	struct test *t = arena_new(a, struct test);
	word *params = arena_array(a, word, v->n + 1);
	for (size_t i = 0; i < v->n; i++)
		if (!v->at[i].init)
			params[i] = type_nth(h, v->at[i].type, slots_param(&x->slots, i, v->at[i].type->count));
	for (size_t i = 0; i < x->ncalls; i++)
		t->nclients = t->nclients > (size_t)x->calls[i].client ? t->nclients : (size_t)x->calls[i].client + 1;
	struct script *scripts = arena_array(a, struct script, t->nclients);
	for (size_t i = 0; i < t->nclients; i++)
		write_script(x, a, (int)i, &scripts[i]);
	t->nparams = v->n;
	t->params = params;
	t->scripts = scripts;
	write_phases(x, a, t);
	return t;
}

static void
add_up(struct exhaust *x, const struct schedules *s)
{
	struct exhaust_result *r = x->result;
	x->size->tests += s->count > 0;
	x->size->schedules += s->count;
	x->size->runs += s->runs;
	x->size->tests += s->count == 0 && r->trial.end == TRIAL_UNDECIDED;
	r->polled = r->polled || s->polled;
	r->more = r->more || s->more;
	r->late = r->late || s->late;
	if (x->options->progress)
		x->options->progress(x->options->context, x->calls_wanted, x->size->tests, x->size->schedules);
}

/* The test shows nothing, but others may. The first one of its kind is kept, with its trial. False: there are too many. */
static bool
note_undecided(struct exhaust *x)
{
	struct exhaust_result *r = x->result;
	if (r->undecided++ == 0) {
		r->doubt = r->trial;
		*x->doubtful = *x->out;
		*x->out = (struct arena){0};
		x->trial = trial_twin(x->trial);
	}
	x->doubts++;
	return !r->trial.hung && r->undecided < ROUNDS_MOST_UNDECIDED;
}

/* Makes the test with all its schedules. False: that ends the search. */
static bool
make_test(struct exhaust *x, bool *alive)
{
	struct arena a = {0};
	struct heap *heap = heap_new(x->trial->model->spec->heap);
	struct schedules s;
	const struct test *test = write_test(x, &a, heap);
	slots_begin(&x->slots);
	schedules_search(x->trial, x->out, test, &x->schedules, &s, &x->result->trial);
	arena_free(&a);
	heap_free(heap);
	/* a pick that nobody asked for makes no other test */
	if (s.complete && !slots_all_met(&x->slots))
		s.count = 0;
	add_up(x, &s);
	bool undecided = x->result->trial.end == TRIAL_UNDECIDED;
	*alive = *alive || s.count > 0 || undecided;
	if (undecided)
		return note_undecided(x);
	return s.complete && x->result->trial.end == TRIAL_PASSED;
}

/* A number for the calls that are put together so far. */
static uint64_t
beginning(const struct exhaust *x)
{
	uint64_t key = 1;
	for (size_t i = 0; i < x->ncalls; i++)
		key = random_mix(key ^ random_mix((uint64_t)x->calls[i].client << 32 | (uint64_t)x->calls[i].alternative << 2 | x->calls[i].moment));
	return key ? key : 1;
}

/* Makes the tests of these calls, with all that can be picked. */
static bool
make_tests(struct exhaust *x)
{
	const struct variables *v = &x->trial->model->spec->params;
	bool alive = false;
	slots_rewind(&x->slots, x->options->choices);
	for (size_t i = 0; i < v->n; i++)
		if (!v->at[i].init)
			slots_meet(&x->slots, &(struct slot){.what = SLOT_PARAM, .nth = i, .of = v->at[i].type->count});
	do {
		if (!make_test(x, &alive))
			return false;
	} while (slots_next(&x->slots));
	x->result->narrowed = x->result->narrowed || x->slots.narrowed;
	if (!alive)
		table_add(&x->dead, beginning(x), 0);
	return true;
}

/* --- all tests --- */

/* How many calls the client makes in the phase that is put together. */
static size_t
made_in_phase(const struct exhaust *x, int client)
{
	size_t n = 0;
	for (size_t i = x->ncalls; i-- > 0;) {
		n += x->calls[i].client == client;
		if (x->calls[i].moment == ANEW)
			break;
	}
	return n;
}

/* Alone a client makes its calls phase by phase as well; and it is the same whose call in a row is told first. */
static bool
fits_in_a_row(const struct exhaust *x, int client)
{
	const struct planned *last = &x->calls[x->ncalls - 1];
	size_t made = made_in_phase(x, client), before = made > 0 ? made : 1; /* it may have made one in an earlier phase */
	return x->used[client] && x->nused > 1 && before < x->options->burst && (last->moment != IN_A_ROW || client >= last->client);
}

/* May the client make the next call then? */
static bool
fits(const struct exhaust *x, int client, int alternative, enum moment moment)
{
	if (kind_of(x, client)->calls[alternative].share == 0)
		return false;
	const struct planned *last = x->ncalls ? &x->calls[x->ncalls - 1] : NULL;
	bool newcomer = !x->used[client];
	if (newcomer && (x->nused == x->clients_wanted || !may_begin(x, client)))
		return false;
	if (moment == ANEW)
		return true;
	if (moment == IN_A_ROW)
		return fits_in_a_row(x, client);
	if (last->moment == IN_A_ROW || client <= last->client || x->in_phase >= (size_t)x->trial->model->spec->testing.concurrency.high)
		return false;
	/* of two alike that begin together, it is not told which does what */
	bool twins = newcomer && last->newcomer && client == last->client + 1 && kind_of(x, client) == kind_of(x, last->client) && all_alike(x->trial, kind_of(x, client));
	return !twins || alternative >= last->alternative;
}

static bool extend(struct exhaust *);

/* Adds the call, goes through the tests that begin so, and takes it away again. */
static bool
with_call(struct exhaust *x, int client, int alternative, enum moment moment)
{
	size_t in_phase = x->in_phase;
	bool newcomer = !x->used[client], begins = moment == ANEW;
	x->calls[x->ncalls++] = (struct planned){client, alternative, moment, newcomer};
	x->used[client] = true;
	x->nused += newcomer;
	x->nphases += begins;
	x->in_phase = begins ? 1 : in_phase + 1;
	bool on = extend(x);
	x->in_phase = in_phase;
	x->nphases -= begins;
	x->nused -= newcomer;
	x->used[client] = !newcomer;
	x->ncalls--;
	return on;
}

/* Can what is put together still become a test of the size that is wanted? */
static bool
can_fit(const struct exhaust *x)
{
	size_t left = x->calls_wanted - x->ncalls;
	return x->nphases <= x->phases_wanted && x->phases_wanted - x->nphases <= left && x->clients_wanted - x->nused <= left;
}

/* Goes through all tests that begin as what is put together. False: that ends the search. */
static bool
extend(struct exhaust *x)
{
	uint64_t none;
	if (!can_fit(x) || (x->ncalls && table_find(&x->dead, beginning(x), &none)))
		return true;
	if (x->ncalls == x->calls_wanted)
		return make_tests(x);
	static const enum moment moments[] = {TOGETHER, IN_A_ROW, ANEW};
	for (size_t m = x->ncalls ? 0 : 2; m < 3; m++)
		for (size_t i = 0; i < x->nclients; i++)
			for (size_t k = 0; k < kind_of(x, x->clients[i])->n; k++)
				if (fits(x, x->clients[i], (int)k, moments[m]) && !with_call(x, x->clients[i], (int)k, moments[m]))
					return false;
	return true;
}

/* All tests of so many calls. False: that ends the search. */
static bool
make_size(struct exhaust *x, size_t calls)
{
	size_t most = x->options->clients < calls ? x->options->clients : calls;
	x->size = &x->result->sizes[x->result->n++];
	x->doubts = 0;
	x->calls_wanted = calls;
	for (x->clients_wanted = 1; x->clients_wanted <= most; x->clients_wanted++)
		for (x->phases_wanted = 1; x->phases_wanted <= calls; x->phases_wanted++)
			if (!extend(x))
				return false;
	x->size->complete = x->doubts == 0;
	if (!x->result->undecided)
		x->result->complete = calls;
	return true;
}

void
exhaust_run(struct trial *t, struct arena out[2], const struct exhaust_options *o, struct exhaust_result *r)
{
	struct exhaust x = {.trial = t, .options = o, .result = r, .out = &out[0], .doubtful = &out[1]};
	x.schedules = (struct schedules_options){.preemptions = o->preemptions, .plain = o->plain, .enough = is_over, .picked = picked, .context = &x};
	x.deadline = o->seconds ? seconds_now() + (double)o->seconds : 0;
	*r = (struct exhaust_result){0};
	find_clients(&x);
	for (size_t calls = 1; calls <= o->calls && make_size(&x, calls); calls++)
		;
	if (r->trial.end != TRIAL_FAILED && r->undecided)
		r->trial = r->doubt;
	table_free(&x.dead);
	slots_free(&x.slots);
}
