/* A host: loads an implementation, makes the calls that it is told to, and says what happened. It knows no model. */
#include "drivers/native/call.h"
#include "drivers/native/engine.h"
#include "drivers/native/guard.h"
#include "drivers/native/lent.h"
#include "drivers/native/library.h"
#include "drivers/native/link.h"
#include "drivers/native/misuse.h"
#include "drivers/native/mutant.h"
#include "drivers/native/real.h"
#include "drivers/native/settled.h"
#include "drivers/native/stack.h"
#include "drivers/native/state.h"
#include "drivers/native/telling.h"
#include "drivers/native/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLANS = 1024, MOST_JOBS = 256, PLAN_CREATE = 0, PLAN_DESTROY = 1 };

/* A client's call that has been issued. */
struct job {
	struct srtest_record about;
	struct c_call *call;
	struct engine_job engine;
	bool returned;
	bool more; /* another call of the client may come after it */
	uint64_t began; /* when it did */
};

static struct plan *plans[MOST_PLANS] SETTLED; /* 0 and 1: create and destroy, if there are such */
static size_t nplans SETTLED;
static void *instance;
static bool needs_instance SETTLED;
static struct job jobs[MOST_JOBS];
static size_t njobs; /* how many places for them the test has used */
static struct site_settings sites; /* of the test */
static uint64_t horizon; /* of its last phase */
static uint64_t phases, results; /* of the test: how many have begun, and a number for what calls have returned in which of them */
static bool steps_wanted; /* of the phase */
static bool any_returned; /* in it */
static bool times_wanted; /* of the test */
static uint64_t created; /* when the instance was there */
static int64_t more_of = -1; /* after the next call of this client comes another one in the phase; -1: of none */
static bool spoiled; /* something of a test was left behind */
static int journal = -1; /* of files that tests change */

/* --- create and destroy: calls like others, but that nothing else waits for --- */

static void
run_job(void *arg)
{
	struct job *j = arg;
	c_call_run(j->call);
	if (!c_call_is_program(j->call))
		return;
	engine_exit(false, c_call_status(j->call));
	engine_point("end program"); /* others may come first, though no more of it is left */
}

static void
setup_returned(void *arg)
{
	struct job *j = arg;
	j->returned = true;
}

static void
never_returns(bool destroys, enum rest rest)
{
	telling_steps();
	wire_begin(&telling.out, SRTEST_STUCK, &telling.test);
	wire_int(&telling.out, destroys);
	wire_int(&telling.out, (int)rest);
	wire_none(&telling.out);
	link_send(&telling.out);
	telling.stopped = true;
}

/* Runs the call, and the threads of the implementation with it, until it has returned. False: it does not, which has been told. */
static bool
run_alone(struct c_call *call, uint64_t number)
{
	static struct job setup;
	setup = (struct job){.call = call, .engine = {NULL, run_job, setup_returned, &setup, number, 1}};
	enum rest rest = engine_add(&setup.engine, SRTEST_HOST) ? engine_run_alone(&setup.returned) : REST_UNCLEAR;
	if (!setup.returned && !telling.stopped)
		never_returns(number == PLAN_DESTROY, rest);
	return setup.returned;
}

/* --- commands --- */

static void
write_symbol(const char *symbol, enum symbol_class class)
{
	size_t list = wire_open_list(&telling.out);
	wire_string(&telling.out, symbol);
	wire_string(&telling.out, symbol_class_name(class));
	wire_close_list(&telling.out, list);
}

static void
write_import(const char *symbol, enum symbol_class class, void *arg)
{
	(void)arg;
	if (!engine_sees(symbol, class) || class == SYMBOL_VARIES)
		write_symbol(symbol, class);
}

static void
needs_threads(const char *symbol, enum symbol_class class, void *arg)
{
	bool *threads = arg;
	(void)symbol;
	*threads = *threads || class == SYMBOL_IDENTITY;
}

/* A function that calls go to: what it does is worth learning. */
static void *
find_call(const char *symbol, const char **why)
{
	void *code = library_find(symbol, why);
	if (code)
		engine_enter(code);
	return code;
}

/* Whoever makes the instance, or ends it, is alone with it: there is nothing to come in between. */
static void
enter(const void *code)
{
	for (size_t i = PLAN_CREATE; i <= PLAN_DESTROY && i < nplans; i++)
		if (plans[i] && code == (const void *)(uintptr_t)plans[i]->function)
			return;
	engine_enter(code);
}

static bool
load_plans(struct wire *r)
{
	const char *why;
	struct wire list = wire_read_list(r);
	while (wire_more(&list) && nplans < MOST_PLANS) {
		if (wire_tag(&list) == SRTEST_NONE) {
			wire_skip(&list);
			plans[nplans++] = NULL;
			continue;
		}
		plans[nplans] = plan_read(&list, nplans > PLAN_DESTROY ? find_call : library_find, &why);
		if (plans[nplans] && plan_is_program(plans[nplans]) && !engine_finishes()) {
			telling_refuse("a whole program, by its main, can only be run under the scheduler");
			return false;
		}
		if (!plans[nplans++]) {
			telling_refuse(why);
			return false;
		}
	}
	return true;
}

static void
hello(const char *carriers, const char *symbol)
{
	wire_begin(&telling.out, SRTEST_HELLO, &telling.test);
	wire_int(&telling.out, SRTEST_PROTOCOL);
	wire_string(&telling.out, carriers);
	size_t list = wire_open_list(&telling.out);
	if (symbol)
		write_symbol(symbol, SYMBOL_UNSUPPORTED);
	else
		library_each_import(write_import, NULL);
	if (!symbol && engine_finishes() && library_is_hosts())
		write_symbol("the library itself, on which the host runs", SYMBOL_UNSUPPORTED);
	wire_close_list(&telling.out, list);
	wire_int(&telling.out, engine_sees_accesses());
	wire_int(&telling.out, engine_judges_races());
	wire_int(&telling.out, true); /* bursts of calls */
	wire_int(&telling.out, engine_times());
	link_send(&telling.out);
}

void
unseen_while_loaded(const char *symbol, const char *what)
{
	hello("nothing", symbol);
	telling.loading = LOADED;
	const struct srtest_record *r = link_read();
	if (r && r->kind == SRTEST_BEGIN) {
		telling.test = *r;
		unseen(what, NULL);
	}
	real_exit(0);
}

static bool
load(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	size_t n;
	const char *path = wire_read_bytes(&r, &n), *why;
	char *name = path ? strndup(path, n) : NULL;
	wire_read_int(&r); /* the engine */
	if (!name || r.bad) {
		telling_refuse("LOAD is malformed");
		return false;
	}
	engine_prepare(journal);
	telling.loading = LOADING;
	if (!library_load(name, &why)) {
		telling_refuse(why);
		return false;
	}
	telling.loading = LOADED;
	bool threads = false;
	library_each_import(needs_threads, &threads);
	const char *carriers = engine_init(threads);
	if (!load_plans(&r))
		return false;
	library_each_entry(enter);
	needs_instance = wire_read_int(&r) != 0;
	if (wire_more(&r))
		engine_races((enum srtest_races)wire_read_int(&r));
	if (wire_more(&r)) {
		enum srtest_mutation mutation = (enum srtest_mutation)wire_read_int(&r);
		mutant_set(mutation, wire_read_uint(&r));
	}
	if (wire_more(&r) && !c_call_start_programs(&r)) {
		telling_refuse("the arguments of the program are malformed");
		return false;
	}
	if (wire_more(&r))
		engine_allow(wire_read_uint(&r));
	if (!engine_remember()) {
		telling_refuse("has too many variables to put back between tests");
		return false;
	}
	settled_close();
	hello(carriers, NULL);
	return true;
}

static size_t
read_places(struct wire *r, uint64_t *places, size_t most)
{
	size_t n = 0;
	for (struct wire list = wire_read_list(r); wire_more(&list) && n < most;)
		places[n++] = wire_read_uint(&list);
	return n;
}

static void
read_wanted(struct wire *r)
{
	static uint64_t spins_at[128];
	size_t n = read_places(r, spins_at, sizeof spins_at / sizeof *spins_at);
	sites = (struct site_settings){0};
	sites.n = read_places(r, sites.at, MOST_SITES);
	int64_t wanted = wire_read_int(r);
	sites.learn = wanted & SRTEST_LEARN;
	engine_begin_memory(wanted & SRTEST_ZEROS, (enum srtest_reuse)(wanted & SRTEST_REUSE));
	misuse_allow(wanted);
	times_wanted = wanted & SRTEST_TIMES;
	engine_break(&sites, spins_at, n);
}

/* What was learned of the implementation in the test, and how often calls were stopped where it was asked for. */
static void
write_breakpoints(void)
{
	size_t n, list = wire_open_list(&telling.out);
	const uint64_t *learned = engine_learned(&n);
	for (size_t i = 0; i < n; i++)
		wire_uint(&telling.out, learned[i]);
	wire_close_list(&telling.out, list);
	list = wire_open_list(&telling.out);
	for (size_t i = 0; i < sites.n; i++)
		wire_uint(&telling.out, engine_visits(i));
	wire_close_list(&telling.out, list);
}

static struct choices_met choices_before; /* this test */

static void
begin(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	telling.test = *record;
	telling.stopped = false;
	real_forget_random();
	lent_begin();
	read_wanted(&r);
	instance = NULL;
	horizon = phases = results = 0;
	more_of = -1;
	choices_before = engine_choices();
	if (plans[PLAN_CREATE]) {
		struct c_call *c = c_call_new(plans[PLAN_CREATE], &r, NULL);
		if (!c) {
			telling_refuse("the arguments of create do not fit");
			return;
		}
		if (!run_alone(c, PLAN_CREATE))
			return;
		instance = c_call_pointer(c);
		telling.stopped = needs_instance && !instance; /* which the other side will tell */
		c_call_free(c);
	}
	created = engine_now();
	wire_begin(&telling.out, SRTEST_CREATED, &telling.test);
	wire_handle(&telling.out, (uint64_t)(uintptr_t)instance);
	if (telling.stopped)
		link_send(&telling.out);
	else
		link_queue(&telling.out);
}

/* What happens now, or 0 where nobody asks when. */
static struct srtest_record
now_with(struct srtest_record about)
{
	about.time = times_wanted ? engine_now() - created : 0;
	return about;
}

/* Until somebody has returned, all may as well have begun together. */
static void
tell_began(void *arg)
{
	struct job *j = arg;
	struct srtest_record about = now_with(j->about);
	j->began = about.time;
	if (!any_returned && !times_wanted)
		return;
	wire_begin(&telling.out, SRTEST_BEGAN, &about);
	link_queue(&telling.out);
}

static void issue(const struct srtest_record *);

/* After the call of the client that is not back, or its next one, may come another one in this phase. */
static void
expect_more(const struct srtest_record *r)
{
	for (size_t i = 0; i < njobs; i++)
		if (jobs[i].call && !jobs[i].returned && jobs[i].about.client == r->client) {
			jobs[i].more = true;
			return;
		}
	more_of = (int64_t)r->client;
}

static void
expect_no_more(void)
{
	for (size_t i = 0; i < njobs; i++)
		jobs[i].more = false;
}

/* A call has returned after which there may be another one: nothing else moves until that is known. */
static void
ask_for_more(void)
{
	const struct srtest_record *r;
	while ((r = link_read()) && r->kind == SRTEST_MORE)
		expect_more(r);
	if (r && r->kind == SRTEST_ISSUE)
		issue(r);
	else if (!r || r->kind != SRTEST_NO_MORE)
		real_exit(SRTEST_EXIT_NONSENSE);
}

static void
tell_returned(void *arg)
{
	struct job *j = arg;
	j->returned = any_returned = true;
	if (!c_call_is_intact(j->call))
		misuse_memory("writes beyond the end of memory that the caller lent", c_call_place(j->call), NULL, NULL);
	struct srtest_record about = now_with(j->about);
	wire_begin(&telling.out, SRTEST_RETURNED, &about);
	c_call_write(j->call, &telling.out);
	c_call_spoil(j->call);
	results += XXH3_64bits_withSeed(telling.out.s, telling.out.n, phases); /* in whatever order they came */
	if (j->more)
		link_send(&telling.out);
	else
		link_queue(&telling.out);
	if (c_call_is_program(j->call))
		engine_finish();
	if (j->more)
		ask_for_more();
}

static bool
is_program(const struct job *j)
{
	return j->call && !j->returned && c_call_is_program(j->call);
}

bool
program_runs(int32_t actor)
{
	for (size_t i = 0; i < njobs; i++)
		if (is_program(&jobs[i]) && (int32_t)jobs[i].about.client == actor)
			return true;
	return false;
}

void
program_ends(enum program_end end, int status)
{
	for (size_t i = 0; i < njobs; i++) {
		if (!is_program(&jobs[i]))
			continue;
		if (end != PROGRAM_ENDS_AT_ONCE)
			engine_exit(end == PROGRAM_EXITS_QUICKLY, status);
		engine_point("end program");
		c_call_exit(jobs[i].call, status);
		tell_returned(&jobs[i]);
	}
}

uint64_t
calls_number(uint64_t seed)
{
	seed = XXH3_64bits_withSeed(&results, sizeof results, seed);
	for (size_t i = 0; i < njobs; i++)
		if (jobs[i].call && !jobs[i].returned)
			seed = c_call_number(jobs[i].call, seed + jobs[i].began);
	return seed;
}

/* A place for a call; that of one that has returned will do. */
static struct job *
new_job(void)
{
	for (size_t i = 0; i < njobs; i++) {
		struct job *j = &jobs[i];
		if (j->call && !j->returned)
			continue;
		if (j->call)
			c_call_free(j->call);
		return j;
	}
	return njobs < MOST_JOBS ? &jobs[njobs++] : NULL;
}

static void
issue(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	if (telling.stopped)
		return;
	uint64_t number = wire_read_uint(&r);
	if (r.bad || number >= nplans || !plans[number]) {
		telling_refuse("there is no such plan");
		return;
	}
	struct c_call *call = c_call_new(plans[number], &r, instance);
	if (!call) {
		telling_refuse("the arguments do not fit the plan");
		return;
	}
	struct job *j = new_job();
	bool more = more_of == (int64_t)record->client;
	more_of = -1;
	if (j)
		*j = (struct job){.about = *record, .call = call, .more = more, .engine = {tell_began, run_job, tell_returned, j, record->call, number + 1}};
	if (!j || !engine_add(&j->engine, (int32_t)record->client))
		unseen("more calls and threads at once than the host has room for", NULL);
}

/* The deviations that the phase is to take, one after the other: actor, nth, chosen. */
static size_t
read_deviations(struct wire *r, struct deviation *at, size_t most)
{
	size_t n = 0;
	while (wire_more(r) && n < most) {
		at[n].actor = (int32_t)wire_read_int(r);
		at[n].nth = (uint32_t)wire_read_uint(r);
		at[n++].chosen = (int32_t)wire_read_int(r);
	}
	return n;
}

static void
tell_rest(enum rest rest)
{
	if (rest == REST_STOPPED)
		return; /* said already */
	uint64_t mark = trace_mark(); /* before it is forgotten */
	telling_steps();
	struct srtest_record about = now_with(telling.test);
	wire_begin(&telling.out, SRTEST_AT_REST, &about);
	wire_uint(&telling.out, engine_steps());
	wire_int(&telling.out, (int)rest);
	telling_deviations();
	wire_uint(&telling.out, mark);
	wire_int(&telling.out, engine_delayed());
	engine_write_points(&telling.out);
	link_send(&telling.out);
}

static void
proceed(const struct srtest_record *record)
{
	static struct deviation given[MOST_DEVIATIONS];
	if (telling.stopped)
		return;
	struct wire r = wire_payload(record);
	struct schedule_settings settings = {.horizon = wire_read_uint(&r), .patience = (unsigned)wire_read_uint(&r), .times = times_wanted, .choices.given = given};
	bool wanted = wire_read_int(&r) != 0;
	settings.choices.rare = (unsigned)wire_read_int(&r);
	if (wire_tag(&r) == SRTEST_LIST) {
		struct wire list = wire_read_list(&r);
		settings.choices.ngiven = read_deviations(&list, given, MOST_DEVIATIONS);
		settings.choices.points = wire_more(&r);
		settings.choices.first_point = settings.choices.points ? wire_read_uint(&r) : 0;
	} else {
		settings.choices.drawn.seed = wire_read_uint(&r);
		settings.choices.strategy = (enum srtest_strategy)wire_read_uint(&r);
		settings.choices.drawn.depth = (unsigned)wire_read_uint(&r);
	}
	if (settings.choices.strategy >= SRTEST_STRATEGY_NUMBERS) {
		telling_refuse("this strategy is not known");
		return;
	}
	steps_wanted = wanted;
	any_returned = false;
	trace_begin(wanted);
	horizon = settings.horizon;
	phases++;
	enum rest rest = engine_run(&settings);
	expect_no_more();
	tell_rest(rest);
}

/* The choices of the phase go on where they were. */
static void
later(const struct srtest_record *record)
{
	if (telling.stopped)
		return;
	struct wire r = wire_payload(record);
	bool waits = wire_read_int(&r) != 0;
	trace_begin(steps_wanted);
	tell_rest(engine_later(waits));
}

/* False: it did not return, or something else ended the test, which has been told. */
static bool
destroy(struct wire *r, bool pending, bool *destroyed)
{
	struct c_call *c = plans[PLAN_DESTROY] ? c_call_new(plans[PLAN_DESTROY], r, instance) : NULL;
	int64_t wanted = wire_more(r) ? wire_read_int(r) : SRTEST_DESTROY;
	bool gone = true;
	*destroyed = c && (wanted & SRTEST_DESTROY) && !pending;
	if (!c)
		return true;
	if (*destroyed) {
		trace_begin(wanted & SRTEST_STEPS);
		gone = run_alone(c, PLAN_DESTROY);
		trace_begin(false);
	}
	if (!gone || telling.stopped)
		return false;
	c_call_free(c);
	if (*destroyed)
		engine_run_late(horizon);
	return !telling.stopped;
}

static void
end(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	bool pending = false, destroyed;
	while (njobs > 0) { /* the last first, as c_call_free has it */
		struct job *j = &jobs[--njobs];
		pending = pending || (j->call && !j->returned);
		if (j->call && j->returned)
			c_call_free(j->call);
		*j = (struct job){0};
	}
	if (!destroy(&r, pending, &destroyed))
		return; /* this host is not used again */
	engine_check_memory();
	bool missed = engine_missed_races();
	struct engine_left left;
	engine_left(destroyed, &left);
	uint64_t order = engine_order();
	struct choices_met choices = engine_choices();
	spoiled = !engine_reset() || spoiled;
	wire_begin(&telling.out, SRTEST_ENDED, &telling.test);
	wire_int(&telling.out, spoiled);
	wire_int(&telling.out, missed);
	write_breakpoints();
	wire_uint(&telling.out, order);
	wire_uint(&telling.out, choices.points - choices_before.points);
	wire_uint(&telling.out, left.descriptors);
	wire_uint(&telling.out, left.threads);
	wire_int(&telling.out, engine_met_strange());
	wire_uint(&telling.out, left.blocks);
	wire_uint(&telling.out, left.bytes);
	stack_forget();
	stack_write(&telling.out, left.allocated);
	wire_uint(&telling.out, choices.open - choices_before.open);
	wire_uint(&telling.out, choices.crossed - choices_before.crossed);
	link_send(&telling.out);
}

static bool
obey(const struct srtest_record *record)
{
	switch (record->kind) {
	case SRTEST_LOAD:
		return load(record);
	case SRTEST_BEGIN:
		begin(record);
		return true;
	case SRTEST_ISSUE:
		issue(record);
		return true;
	case SRTEST_MORE:
		expect_more(record);
		return true;
	case SRTEST_CONTINUE:
		proceed(record);
		return true;
	case SRTEST_LATER:
		later(record);
		return true;
	case SRTEST_END:
		end(record);
		return true;
	case SRTEST_QUIT:
		return false;
	}
	telling_refuse("this command is not known");
	return true;
}

static void *
end_at_once(void *arg)
{
	return arg;
}

/*
 * Calls run as threads, also where the C library never makes one: it is made to know that the process has several, for it and what is built on
 * it go by that (__libc_single_threaded), and leave out what only several need. Not later, for what it says now is put back between tests.
 */
static void
have_threads(void)
{
	pthread_t other;
	if (real.pthread_create(&other, NULL, end_at_once, NULL) != 0)
		real_exit(SRTEST_EXIT_THREADS);
	real.pthread_join(other, NULL);
}

int
main(int argc, char **argv)
{
	real_init();
	stack_prepare();
	if (!link_open(argc > 1 ? atoi(argv[1]) : -1)) {
		fprintf(stderr, "srtest-host: the shared memory is not srtest's\n");
		return 2;
	}
	if (argc > 2)
		journal = atoi(argv[2]);
	setvbuf(stdout, NULL, _IONBF, 0); /* what the implementation prints is there when it dies, and belongs to the test that runs */
	telling_make_room();
	telling_catch_deaths();
	guard_others();
	have_threads();
	for (const struct srtest_record *r; (r = link_read());)
		if (!obey(r))
			break;
	return 0;
}
