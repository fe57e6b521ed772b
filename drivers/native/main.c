/* srtest-host: loads an implementation, makes the calls that it is told to, and says what happened. It knows no model. */
#include "drivers/native/carrier.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/guard.h"
#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/named.h"
#include "drivers/native/plan.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/signals.h"
#include "drivers/native/spin.h"
#include "drivers/native/stream.h"
#include "drivers/native/timer.h"
#include "drivers/native/trace.h"
#include "drivers/native/link.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_PLANS = 1024, PLAN_CREATE = 0, PLAN_DESTROY = 1, PATIENT = 100 };

/* A client's call that has been issued. */
struct job {
	struct srtest_record about;
	struct c_call *call;
	struct task *task;
	bool returned;
};

static struct plan *plans[MOST_PLANS]; /* 0 and 1: create and destroy, if there are such */
static size_t nplans;
static void *instance;
static struct srtest_record test; /* the record that the events of the test are about */
static struct job jobs[MOST_CARRIERS];
static struct text out; /* the record that is being put together */
static bool stopped; /* the test is over, which was told; until its end nothing is done */
static bool fibers, spoiled; /* spoiled: blocked threads were left behind */
static enum { BEFORE, LOADING, LOADED } loading;

/* --- what goes wrong in the implementation --- */

static void
write_place(const void *address)
{
	uintptr_t offset;
	if (library_place(address, &offset))
		wire_uint(&out, offset);
	else
		wire_none(&out);
}

static void
write_deviations(void)
{
	size_t n, list = wire_open_list(&out);
	const struct deviation *d = schedule_deviations(&n);
	for (size_t i = 0; i < n; i++) {
		wire_int(&out, d[i].actor);
		wire_uint(&out, d[i].nth);
		wire_int(&out, d[i].chosen);
	}
	wire_close_list(&out, list);
}

static void
tell_steps(void)
{
	for (size_t i = 0; i < trace_steps(); i++) {
		wire_begin(&out, SRTEST_STEP, &test);
		trace_write(i, &out);
		link_queue(&out);
	}
	trace_begin(false);
}

bool
implementation_runs(void)
{
	return schedule_self() || loading == LOADING;
}

/* Whatever ends the implementation while it is loaded, is its death. */
static void
tell_end(enum srtest_kind kind, const char *what, const void *place)
{
	tell_steps();
	wire_begin(&out, loading == LOADED ? kind : SRTEST_DIED, &test);
	wire_string(&out, what);
	write_place(place);
	write_deviations();
	link_send(&out);
}

static void
stop(void)
{
	stopped = true;
	if (schedule_self())
		schedule_stop();
	real_exit(0);
}

void
misuse(const char *rule, const void *place)
{
	tell_end(SRTEST_MISUSE, rule, place);
	stop();
}

void
unseen(const char *what, const void *place)
{
	char text[256];
	snprintf(text, sizeof text, "the implementation uses what the scheduler does not see: %s", what);
	tell_end(SRTEST_UNSEEN, text, place);
	stop();
}

void
dies(const char *how, const void *place)
{
	tell_end(SRTEST_DIED, how, place);
	real_exit(0);
}

static void
died(int number, siginfo_t *info, void *context)
{
	const ucontext_t *c = context;
	const struct task *t = schedule_self();
	tell_steps();
	wire_begin(&out, SRTEST_DIED, &test);
	if (number == SIGSEGV && t && carrier_overflow(t->carrier, (uintptr_t)info->si_addr))
		wire_string(&out, "stack overflow");
	else if (number == SIGSYS)
		wire_string(&out, guard_words(info));
	else
		wire_string(&out, strsignal(number));
	write_place((const void *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP]);
	write_deviations();
	link_send(&out);
	real_exit(0);
}

static void
trapped(int number, siginfo_t *info, void *context)
{
	if (!spin_trap(info, context))
		died(number, info, context);
}

/* A call spins: the test is void, and will be made again with breakpoints there. */
static void
spins(const uint64_t *places, size_t n)
{
	wire_begin(&out, SRTEST_SPINS, &test);
	size_t list = wire_open_list(&out);
	for (size_t i = 0; i < n; i++)
		wire_uint(&out, places[i]);
	wire_close_list(&out, list);
	link_send(&out);
	stopped = true;
	schedule_stop();
}

static void
catch_deaths(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
	enum { SIZE = 65536 };
	stack_t stack = {.ss_sp = real_calloc(1, SIZE), .ss_size = SIZE};
	struct sigaction action = {.sa_sigaction = died, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
	/* a breakpoint's handler may switch to another task: it needs the task's own stack, and blocks no signal */
	action = (struct sigaction){.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
	sigaction(SIGTRAP, &action, NULL);
	spin_watch(spins);
	/* whoever writes to nobody is told so, and struck by the signal, where that is seen */
	action = (struct sigaction){.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &action, NULL);
}

static void
refused(const char *why)
{
	wire_begin(&out, SRTEST_REFUSED, &test);
	wire_string(&out, why);
	link_send(&out);
	stopped = true;
}

/* --- create and destroy: calls like others, but that nothing else waits for --- */

static void
run_setup(struct task *t)
{
	struct job *j = t->arg;
	schedule_tell("call", NULL, NULL);
	c_call_run(j->call);
	j->returned = true;
}

/* Runs the call, and the threads of the implementation with it, until it has returned. False: it does not. */
static bool
run_alone(struct c_call *call)
{
	static struct job setup;
	/* time need not go by for most: what timers and sleeping threads do later is left for the phases */
	struct schedule_settings settings = {.horizon = 0, .patience = 1};
	setup = (struct job){.call = call};
	if (!schedule_add(run_setup, &setup, SRTEST_HOST))
		return false;
	if (schedule_run(&settings) != REST_STOPPED && !setup.returned) {
		settings = (struct schedule_settings){.horizon = FOREVER, .patience = PATIENT};
		schedule_run(&settings);
	}
	return setup.returned;
}

static void
never_returns(const char *rule)
{
	wire_begin(&out, SRTEST_MISUSE, &test);
	wire_string(&out, rule);
	wire_none(&out);
	link_send(&out);
	stopped = true;
}

/* --- commands --- */

static void
write_import(const char *symbol, enum symbol_class class, void *arg)
{
	(void)arg;
	if (class == SYMBOL_INTERPOSED || class == SYMBOL_HARMLESS)
		return;
	size_t list = wire_open_list(&out);
	wire_string(&out, symbol);
	wire_string(&out, symbol_class_name(class));
	wire_close_list(&out, list);
}

static void
needs_threads(const char *symbol, enum symbol_class class, void *arg)
{
	bool *threads = arg;
	(void)symbol;
	*threads = *threads || class == SYMBOL_IDENTITY;
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
		plans[nplans] = plan_read(&list, library_find, &why);
		if (!plans[nplans++]) {
			refused(why);
			return false;
		}
	}
	return true;
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
		refused("LOAD is malformed");
		return false;
	}
	timers_reset();
	loading = LOADING;
	if (!library_load(name, &why)) {
		refused(why);
		return false;
	}
	loading = LOADED;
	bool threads = false;
	library_each_import(needs_threads, &threads);
	fibers = carriers_init(!threads);
	if (!load_plans(&r))
		return false;
	descriptors_remember();
	signals_remember();
	if (!library_remember()) {
		refused("has too many variables to put back between tests");
		return false;
	}
	wire_begin(&out, SRTEST_HELLO, &test);
	wire_int(&out, SRTEST_PROTOCOL);
	wire_string(&out, fibers ? "fibers" : "threads");
	size_t list = wire_open_list(&out);
	library_each_import(write_import, NULL);
	wire_close_list(&out, list);
	link_send(&out);
	return true;
}

static void
read_spins(struct wire *r)
{
	uint64_t places[128];
	size_t n = 0;
	for (struct wire list = wire_read_list(r); wire_more(&list) && n < sizeof places / sizeof *places;)
		places[n++] = wire_read_uint(&list);
	spin_places(places, n);
}

static void
begin(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	test = *record;
	stopped = false;
	read_spins(&r);
	instance = NULL;
	if (plans[PLAN_CREATE]) {
		struct c_call *c = c_call_new(plans[PLAN_CREATE], &r, NULL);
		if (!c) {
			refused("the arguments of create do not fit");
			return;
		}
		if (!run_alone(c)) {
			if (!stopped)
				never_returns("create does not return");
			return;
		}
		instance = c_call_pointer(c);
		c_call_free(c);
	}
	wire_begin(&out, SRTEST_CREATED, &test);
	wire_handle(&out, (uint64_t)(uintptr_t)instance);
	link_queue(&out);
}

static void
run_job(struct task *t)
{
	struct job *j = t->arg;
	schedule_tell("call", NULL, NULL);
	c_call_run(j->call);
	j->returned = true;
	schedule_tell("return", NULL, NULL);
	wire_begin(&out, SRTEST_RETURNED, &j->about);
	c_call_write(j->call, &out);
	c_call_spoil(j->call);
	link_queue(&out);
}

static void
issue(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	if (stopped)
		return;
	uint64_t number = wire_read_uint(&r);
	if (r.bad || number >= nplans || !plans[number]) {
		refused("there is no such plan");
		return;
	}
	struct c_call *call = c_call_new(plans[number], &r, instance);
	if (!call) {
		refused("the arguments do not fit the plan");
		return;
	}
	struct task *t = schedule_add(run_job, NULL, (int32_t)record->client);
	if (!t) {
		refused("there are too many calls at once");
		return;
	}
	struct job *j = &jobs[t->number];
	if (j->call)
		c_call_free(j->call); /* the client's last one, which has returned */
	*j = (struct job){.about = *record, .call = call, .task = t};
	t->arg = j;
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
proceed(const struct srtest_record *record)
{
	static struct deviation given[4096];
	if (stopped)
		return;
	struct wire r = wire_payload(record);
	struct schedule_settings settings = {.horizon = wire_read_uint(&r), .patience = (unsigned)wire_read_uint(&r), .given = given};
	bool wanted = wire_read_int(&r) != 0;
	if (wire_tag(&r) == SRTEST_LIST) {
		struct wire list = wire_read_list(&r);
		settings.ngiven = read_deviations(&list, given, sizeof given / sizeof *given);
	} else {
		settings.random = true;
		settings.seed = wire_read_uint(&r);
	}
	trace_begin(wanted);
	enum rest rest = schedule_run(&settings);
	if (rest == REST_STOPPED)
		return; /* said already */
	tell_steps();
	wire_begin(&out, SRTEST_AT_REST, &test);
	wire_uint(&out, schedule_steps());
	wire_int(&out, (int)rest);
	write_deviations();
	link_send(&out);
}

/* False: it did not return, which has been told. */
static bool
destroy(struct wire *r)
{
	struct c_call *c = plans[PLAN_DESTROY] ? c_call_new(plans[PLAN_DESTROY], r, instance) : NULL;
	if (!c)
		return true;
	if (!run_alone(c)) {
		if (!stopped)
			never_returns("destroy does not return, and no call is pending");
		return false;
	}
	c_call_free(c);
	return true;
}

static void
end(const struct srtest_record *record)
{
	struct wire r = wire_payload(record);
	bool pending = false;
	for (int i = 0; i < MOST_CARRIERS; i++) {
		pending = pending || (jobs[i].call && !jobs[i].returned);
		if (jobs[i].call && jobs[i].returned)
			c_call_free(jobs[i].call);
		jobs[i] = (struct job){0};
	}
	if (!pending && !destroy(&r))
		return; /* this host is not used again */
	spoiled = !schedule_reset() || spoiled;
	spoiled = !descriptors_reset() || spoiled;
	library_restore();
	if (library_has_local() && !carriers_each_local(library_restore_local))
		spoiled = true; /* threads keep what the test left in their thread-local data */
	threads_reset();
	named_reset();
	streams_reset();
	signals_reset();
	timers_reset();
	wire_begin(&out, SRTEST_ENDED, &test);
	wire_int(&out, spoiled);
	link_send(&out);
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
	case SRTEST_CONTINUE:
		proceed(record);
		return true;
	case SRTEST_END:
		end(record);
		return true;
	case SRTEST_QUIT:
		return false;
	}
	refused("this command is not known");
	return true;
}

int
main(int argc, char **argv)
{
	real_init();
	if (!link_open(argc > 1 ? atoi(argv[1]) : -1)) {
		fprintf(stderr, "srtest-host: the shared memory is not srtest's\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IONBF, 0); /* what the implementation prints is there when it dies, and belongs to the test that runs */
	catch_deaths();
	guard_others();
	for (const struct srtest_record *r; (r = link_read());)
		if (!obey(r))
			break;
	return 0;
}
