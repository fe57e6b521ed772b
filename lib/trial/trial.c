#include "trial/drawn.h"
#include "trial/judging.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- starting and ending --- */

static int
find_client(const struct trial *t, const struct client *kind, int64_t id)
{
	for (size_t i = 0; i < t->nclients; i++)
		if (t->actors[i].who.kind == kind && t->actors[i].who.id == id)
			return (int)i;
	return -1;
}

/* The clients, and places for what they remember. Kinds take turns: the first few are of all kinds. */
static void
add_clients(struct trial *t)
{
	struct gen_client clients[MOST_CLIENTS];
	size_t n = gen_clients(t->model->spec, MOST_CLIENTS, clients);
	for (int64_t id = 0; t->nclients < n; id++)
		for (size_t i = 0; i < n; i++)
			if (clients[i].id == id)
				t->actors[t->nclients++] = (struct actor){
					.who = clients[i], .before = find_client(t, clients[i].kind, id - 1), .vars = arena_array(&t->arena, word, clients[i].kind->vars.n),
				};
	t->params = arena_array(&t->arena, word, t->model->spec->params.n + 1);
}

/* Hosts in which calls run freely, or that are somebody else's, stop nobody at accesses to memory: one variant is as good as another. */
static void
add_subjects(struct trial *t)
{
	if (t->host_options.free || t->host_options.command)
		t->host_options.others.which = 0;
	for (int v = 0; v < VARIANTS; v++)
		t->subjects[v].variant = (enum variant)v;
	t->subject = &t->subjects[t->host_options.variant];
}

struct trial *
trial_new(struct diags *d, const struct model *m, const struct host_options *o, const struct judge_options *j)
{
	struct trial *t = mem_alloc(sizeof *t);
	memset(t, 0, sizeof *t);
	t->model = m;
	t->diags = d;
	t->host_options = *o;
	t->host_options.journal = t->journal = memfd_create("journal", MFD_CLOEXEC);
	if (j)
		t->judge_options = *j;
	t->patience = (struct patience){.usual = 1, .free = o->free};
	add_subjects(t);
	add_clients(t);
	t->stats_arena = &t->arena;
	t->stats = arena_new(&t->arena, struct trial_stats);
	for (size_t v = 0; v < VARIANTS; v++)
		t->stats->in[v].places = arena_new(&t->arena, struct places_known);
	t->stats->ops = arena_array(&t->arena, struct trial_operation_stats, m->spec->nops + 1);
	t->stats->tally = t->judge_options.tally = t->tally = tally_new(m);
	if (!subject_start(t)) {
		trial_free(t);
		return NULL;
	}
	t->host_options.again = true;
	t->facts = host_facts(t->subject->host, &t->arena);
	return t;
}

struct trial *
trial_twin(struct trial *t)
{
	struct trial *twin = mem_alloc(sizeof *twin);
	memset(twin, 0, sizeof *twin);
	twin->model = t->model;
	twin->diags = t->diags;
	twin->host_options = t->host_options;
	twin->judge_options = t->judge_options;
	twin->patience = (struct patience){.usual = patience_usual(&t->patience), .free = t->host_options.free};
	twin->facts = t->facts;
	twin->stats = t->stats;
	twin->stats_arena = t->stats_arena;
	add_subjects(twin);
	for (size_t v = 0; v < VARIANTS; v++) {
		twin->subjects[v].nspins = t->subjects[v].nspins;
		memcpy(twin->subjects[v].spins, t->subjects[v].spins, sizeof t->subjects[v].spins);
	}
	add_clients(twin);
	twin->twin = t->twin;
	t->twin = twin;
	return twin;
}

/* What the last host did to files, and did not live to put back, a new one does. */
static void
tidy(struct trial *t)
{
	struct stat st;
	if (t->journal <= 0)
		return;
	if (fstat(t->journal, &st) == 0 && st.st_size > 0)
		host_stop(host_start(t->diags, t->model->spec, &t->host_options));
	close(t->journal);
}

void
trial_free(struct trial *t)
{
	if (!t)
		return;
	trial_free(t->twin);
	subject_stop_all(t);
	tidy(t);
	if (t->judge)
		judge_free(t->judge);
	machine_free(t->gen.machine);
	heap_free(t->heap);
	if (t->tally) /* its twins share the statistics */
		table_free(&t->stats->variety.seen);
	arena_free(&t->judged);
	arena_free(&t->tests);
	arena_free(&t->repeated);
	arena_free(&t->arena);
	tally_free(t->tally);
	free(t);
}

const struct spec *
trial_spec(const struct trial *t)
{
	return t->model->spec;
}

size_t
trial_clients(const struct trial *t)
{
	return t->nclients;
}

const char *
trial_client_name(int client, void *trial)
{
	struct trial *t = trial;
	if (t->names)
		return t->names[client];
	const struct gen_client *who = &t->actors[client].who;
	return arena_printf(&t->judged, "%s%lld", who->kind->name, (long long)who->id);
}

const struct trial_stats *
trial_stats(const struct trial *t)
{
	return t->stats;
}

const struct host_facts *
trial_facts(const struct trial *t)
{
	return &t->facts;
}

/* --- the same again --- */

/* Can the client's next scripted call be made? */
static bool
still_possible(struct trial *t, int client)
{
	struct actor *a = &t->actors[client];
	const struct script *script = &t->draws.test->scripts[client];
	if (a->outstanding || a->next >= script->n)
		return false;
	if (t->names)
		return true;
	if ((size_t)script->calls[a->next].alternative >= a->who.kind->n)
		return false;
	return running_is_ready(t, a, &a->who.kind->calls[script->calls[a->next].alternative]);
}

/* Makes the client's next call, if that is possible. False: the test is over. */
static bool
call_scripted(struct trial *t, int client)
{
	bool possible = still_possible(t, client);
	t->left_out = t->left_out || !possible;
	if (t->result->end != TRIAL_PASSED)
		return false;
	return !possible || running_call(t, client, t->draws.test->scripts[client].calls[t->actors[client].next].alternative);
}

/* Notes who makes further calls in the phase when calls are back, and says so of those that are not back from before. */
static void
expect_more(struct trial *t, const struct test_phase *p)
{
	for (size_t i = 0; i < t->draws.nclients; i++)
		t->actors[i].more = 0;
	t->left_out = t->left_out || (p->then && !t->facts.takes_bursts);
	for (size_t i = p->n - p->then; i < p->n && t->facts.takes_bursts; i++)
		t->actors[p->clients[i]].more++;
	for (size_t i = 0; i < t->draws.nclients; i++)
		if (t->actors[i].more > 0 && t->actors[i].outstanding)
			host_more(t->subject->host, (int)i);
}

/* Calls that were to come after others, which are not there any more, come at once. False: the test is over. */
static bool
call_for_those_left_out(struct trial *t)
{
	for (size_t i = 0; i < t->draws.nclients; i++) {
		struct actor *a = &t->actors[i];
		bool alone = a->more > 0 && !a->outstanding;
		a->more -= alone;
		if (alone && !call_scripted(t, (int)i))
			return false;
	}
	return true;
}

/* A phase of which no call can be made any more is left out. */
static bool
scripted_phase(struct trial *t)
{
	const struct test *test = t->draws.test;
	while (t->ncalling == 0 && t->next_phase < test->n) {
		const struct test_phase *p = &test->phases[t->next_phase++];
		expect_more(t, p);
		for (size_t i = 0; i < p->n - p->then; i++)
			if (!call_scripted(t, p->clients[i]))
				return false;
		if (!call_for_those_left_out(t))
			return false;
		if (t->ncalling == 0)
			continue;
		bool last = t->next_phase == test->n;
		struct patience_watch watch = patience_watch(&t->patience);
		const struct trial_watch *w = t->how.watch;
		uint64_t first = w ? w->first_point(w->context, (size_t)t->phase) : 0;
		bool told = t->how.steps && t->next_phase + TRIAL_TOLD > test->n;
		struct host_phase phase = {.patience = last ? watch.last : watch.before, .endless = patience_insists(&t->patience) && last && t->host_options.command, .steps = told, .drawing = p->drawing, .nchoices = p->nchoices,
			.choices = p->choices, .points = w != NULL, .first_point = first};
		phase.drawing.rare = !t->how.common && (p->drawing.rare || !p->drawing.strategy);
		running_continue(t, &phase);
		return true;
	}
	return false;
}

static void
again_once(struct trial *t, struct arena *out, const struct test *test, struct trial_result *result)
{
	struct draws d = {.test = test, .nclients = test->nclients, .phase = scripted_phase, .more = call_scripted};
	do {
		t->next_phase = 0;
		running_begin(t, &d, out, result);
		while (running_advance(t))
			;
	} while (t->spun);
}

/* What came of the test that was made last, as far as it matters to how much patience it takes. */
static struct patience_seen
seen(struct trial *t, const struct trial_result *r)
{
	bool judged = r->end == TRIAL_FAILED && judge_verdict(t->judge)->outcome == OUTCOME_FAIL;
	return (struct patience_seen){
		.end = r->end, .certainty = r->certainty, .judged = judged, .steps = r->steps,
		.loosely = judged && t->patience.stage == PATIENCE_IN_THE_LAST ? judging_loosely(t) : OUTCOME_PASS,
	};
}

/* Makes a test that failed, but perhaps only for lack of patience, again. True: it is to be made anew. */
static bool
confirm(struct trial *t, struct arena *out, struct trial_result *result)
{
	const struct trial_result first = *result;
	const struct trial_watch *watch = t->how.watch;
	enum patience_belief belief;
	const char *why = NULL;
	t->how.watch = NULL;
	for (;;) {
		const struct patience_seen s = seen(t, result);
		belief = patience_take(&t->patience, &s, &why);
		if (belief != PATIENCE_ASKS_AGAIN)
			break;
		again_once(t, out, first.test, result);
		result->patient = !t->host_options.free;
	}
	t->how.watch = watch;
	patience_end(&t->patience);
	if (belief == PATIENCE_CANNOT_TELL) {
		*result = first;
		result->end = TRIAL_UNDECIDED;
		result->wrong = why;
		result->patient = !t->host_options.free;
	}
	if (belief != PATIENCE_ASKS_ANEW)
		result->steps += t->patience.spent;
	return belief == PATIENCE_ASKS_ANEW;
}

static bool
stuck(const struct trial_result *r)
{
	return r->kind == KIND_HANG || (r->kind == KIND_JUDGED && r->failure == FAILURE_PROGRESS && r->certainty != CERTAIN);
}

static bool
any_race_alike(const struct trial_result *a, const struct trial_result *b)
{
	for (size_t i = 0; i < a->nraces; i++)
		for (size_t k = 0; k < b->nraces; k++)
			if (race_same(&a->races[i].race, &b->races[k].race))
				return true;
	return false;
}

bool
trial_same(const struct trial_result *a, const struct trial_result *b)
{
	if (a->kind == KIND_RACE && b->kind == KIND_RACE)
		return any_race_alike(a, b);
	if (a->end == TRIAL_FAILED && b->end == TRIAL_FAILED && stuck(a) && stuck(b))
		return true; /* blocked, or busy for ever: which of them may take longer to tell */
	return a->end == b->end && a->kind == b->kind && (a->kind != KIND_JUDGED || a->failure == b->failure);
}

/* Would it pass, or fail in another way, if memory held something else that nobody has written? Then what was read of it decides. */
static void
blame_unwritten(struct trial *t, struct arena *out, struct trial_result *result)
{
	const struct trial_result first = *result;
	bool judged = first.kind == KIND_JUDGED || first.kind == KIND_VALUE || first.kind == KIND_CRASH;
	if (first.end != TRIAL_FAILED || !judged || !first.unwritten.n || t->host_options.free)
		return;
	struct test other = *first.test;
	other.zeros = !other.zeros;
	const struct trial_watch *watch = t->how.watch;
	t->how.watch = NULL;
	again_once(t, out, &other, result);
	bool decides = result->end == TRIAL_PASSED, stays = result->end == TRIAL_NO_HOST && !result->outside;
	if (!stays)
		again_once(t, out, first.test, result);
	t->how.watch = watch;
	if (stays)
		*result = first; /* it keeps itself from being loaded, which takes back nothing */
	if (stays || !decides || !trial_same(&first, result))
		return;
	result->kind = KIND_MEMORY;
	result->wrong = arena_printf(out, "reads memory that nobody has written, and what it holds decides: here %s, and with %s the test passes",
		other.zeros ? "0xa5" : "zeros", other.zeros ? "zeros" : "0xa5");
	result->stack = result->unwritten;
	result->patient = first.patient;
}

void
trial_start(struct trial *t, const struct trial_settings *settings, struct trial_result *result)
{
	t->settings = *settings;
	t->how = (struct trial_how){0};
	patience_new_test(&t->patience);
	drawn_count(t);
	subject_choose(t, settings->collect ? t->host_options.variant : settings->variant);
	t->nbreakpoints = settings->stop ? places_choose(t->stats->in[t->subject->variant].places, settings->seed, t->breakpoints) : 0;
	drawn_begin(t, result);
}

bool
trial_advance(struct trial *t)
{
	if (running_advance(t))
		return true;
	if (t->spun) {
		drawn_begin(t, t->result);
		return true;
	}
	if (confirm(t, t->out, t->result)) {
		drawn_begin(t, t->result);
		return true;
	}
	blame_unwritten(t, t->out, t->result);
	return false;
}

void
trial_abandon(struct trial *t)
{
	subject_stop(t);
	t->running = RUNNING_NOTHING;
}

void
trial_again(struct trial *t, struct arena *out, const struct test *test, const struct trial_how *how, struct trial_result *result)
{
	t->how = *how;
	t->patience.trusting = how->trusting;
	if (how->own_spins)
		subject_forget_spins(t);
	subject_choose(t, test->variant);
	running_know_spins(t, test->spins, test->nspins);
	patience_need(&t->patience, test->patience);
	do
		again_once(t, out, test, result);
	while (confirm(t, out, result));
	blame_unwritten(t, out, result);
	if (how->fails && result->end == TRIAL_PASSED && t->patience.polled && !t->host_options.free) {
		patience_insist(&t->patience);
		again_once(t, out, test, result);
		patience_end(&t->patience);
	}
	t->how = (struct trial_how){0}; /* who watches may be gone */
}

void
trial_renew(struct trial *t)
{
	subject_stop_all(t);
}

const struct trial_site *
trial_sites(const struct trial *t, size_t *n)
{
	*n = t->sites.n;
	return t->sites.at;
}
