/* The engine of srtest-host: the scheduler, and what belongs to it. */
#include "drivers/native/access.h"
#include "drivers/native/atomics.h"
#include "drivers/native/breakpoint.h"
#include "drivers/native/callbacks.h"
#include "drivers/native/caller.h"
#include "drivers/native/carrier.h"
#include "drivers/native/context.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/engine.h"
#include "drivers/native/exits.h"
#include "drivers/native/files.h"
#include "drivers/native/heap.h"
#include "drivers/native/inline.h"
#include "drivers/native/kept.h"
#include "drivers/native/leaks.h"
#include "drivers/native/mapping.h"
#include "drivers/native/margins.h"
#include "drivers/native/memory.h"
#include "drivers/native/misuse.h"
#include "drivers/native/names.h"
#include "drivers/native/options.h"
#include "drivers/native/points.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/recheck.h"
#include "drivers/native/signalfds.h"
#include "drivers/native/signals.h"
#include "drivers/native/site.h"
#include "drivers/native/spin.h"
#include "drivers/native/stateful.h"
#include "drivers/native/strange.h"
#include "drivers/native/stream.h"
#include "drivers/native/stubs.h"
#include "drivers/native/surroundings.h"
#include "drivers/native/timer.h"
#include "drivers/native/trap.h"
#include "drivers/native/turns.h"
#include "drivers/native/twin.h"
#include "drivers/native/unhooked.h"
#include "drivers/native/ward.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENT = 100 };

void
engine_prepare(int journal)
{
	files_adopt(journal);
	timers_reset();
	callers_init();
	heap_init();
	ward_memory();
	setenv("OMP_WAIT_POLICY", "passive", 0); /* else who waits for a lock of OpenMP first spins for long, where nobody sees it */
}

bool
engine_sees_accesses(void)
{
	return access_hooked();
}

static void
note_volatile(const char *symbol, enum symbol_class class, void *arg)
{
	bool *any = arg;
	(void)class;
	*any = *any || (strncmp(symbol, "__tsan_", 7) == 0 && strstr(symbol, "volatile"));
}

bool
engine_judges_races(void)
{
	bool volatiles = false;
	library_each_import(note_volatile, &volatiles);
	return engine_sees_accesses() && (!atomics_fenced() || volatiles);
}

void
engine_races(enum srtest_races wanted)
{
	static const enum race_watch watches[] = {[SRTEST_RACES_OFF] = RACE_WATCH_OFF, [SRTEST_RACES_NEW] = RACE_WATCH_NEW, [SRTEST_RACES_ALL] = RACE_WATCH_ALL};
	if (engine_judges_races() && wanted < sizeof watches / sizeof *watches)
		race_watch(watches[wanted]);
}

bool
engine_missed_races(void)
{
	return race_missed();
}

void
engine_left(bool destroyed, struct engine_left *left)
{
	*left = (struct engine_left){.descriptors = descriptors_left()};
	for (int i = 0; i < tasks_nalive; i++)
		left->threads += tasks_alive[i]->is_thread;
	if (!destroyed)
		return;
	struct leaks l = leaks_find();
	left->blocks = l.blocks;
	left->bytes = l.bytes;
	left->allocated = l.place;
}

void
engine_hand_out(const void *pointer)
{
	heap_hand_out(pointer);
}

static void *
replacement(const char *symbol)
{
	void *function = memory_function(symbol);
	function = function ? function : memory_function_for_code(symbol);
	function = function ? function : trap_for(symbol); /* what ends the test when it is called */
	return function ? function : callback_for(symbol);
}

static void
note_margins(const char *symbol, enum symbol_class class, void *arg)
{
	(void)class;
	(void)arg;
	margins_used = margins_used || strncmp(symbol, "__asan_", 7) == 0;
}

const char *
engine_init(bool identity)
{
	library_each_import(note_margins, NULL);
	stateful_find();
	streams_find();
	memory_find();
	library_replace(replacement);
	stubs_arm();
	twins_note();
	inline_calls_watch();
	atomics_watch();
	return carriers_init(!identity) ? "fibers" : "threads";
}

bool
engine_sees(const char *symbol, enum symbol_class class)
{
	return class == SYMBOL_INTERPOSED || class == SYMBOL_HARMLESS || class == SYMBOL_VARIES || trap_covers(symbol);
}

bool
engine_remember(void)
{
	descriptors_remember();
	streams_remember();
	surroundings_remember();
	options_remember();
	exits_remember();
	signals_remember();
	bool remembered = library_remember();
	heap_remember();
	mappings_remember();
	kept_remember();
	return remembered;
}

void
engine_begin_memory(bool zeros, enum srtest_reuse reuse)
{
	heap_begin(zeros, reuse);
}

void
engine_check_memory(void)
{
	mappings_open();
	heap_check();
}

static void
run(struct task *t)
{
	const struct engine_job *j = t->arg;
	schedule_tell("call", NULL, NULL);
	if (j->began)
		j->began(j->arg);
	j->run(j->arg);
	schedule_tell("return", NULL, NULL);
	j->returned(j->arg);
}

static void
prepare(struct task *t)
{
	const struct engine_job *j = t->arg;
	t->kind = j->kind;
	race_call(t, j->call);
}

bool
engine_add(const struct engine_job *j, int32_t actor)
{
	return schedule_add_job(run, prepare, (void *)(uintptr_t)j, actor);
}

enum rest
engine_run(const struct schedule_settings *s)
{
	sites_continue();
	return schedule_run(s);
}

enum rest
engine_later(bool waits)
{
	return schedule_later(waits);
}

enum rest
engine_run_alone(const bool *returned)
{
	/* time need not go by for most: what timers and sleeping threads do later is left for the phases */
	struct schedule_settings settings = {.horizon = 0, .patience = 1};
	enum rest rest = schedule_run(&settings);
	if (rest == REST_STOPPED || *returned)
		return rest;
	settings = (struct schedule_settings){.horizon = FOREVER, .patience = PATIENT};
	return schedule_run(&settings);
}

void
engine_run_late(uint64_t horizon)
{
	bool any = false;
	for (int i = 0; i < tasks_nalive; i++)
		any = any || tasks_alive[i]->is_thread;
	if (any)
		schedule_run(&(struct schedule_settings){.horizon = horizon, .patience = 1});
}

bool
implementation_runs(void)
{
	return schedule_self() || implementation_loads();
}

enum srtest_times
engine_times(void)
{
	return SRTEST_VIRTUAL_TIMES;
}

uint64_t
engine_now(void)
{
	return schedule_now();
}

bool
engine_delayed(void)
{
	return turns_delayed();
}

uint64_t
engine_steps(void)
{
	return schedule_steps();
}

uint64_t
engine_order(void)
{
	return schedule_order();
}

struct choices_met
engine_choices(void)
{
	return choices_met();
}

const struct deviation *
engine_deviations(size_t *n)
{
	return choices_taken(n);
}

void
engine_write_points(struct text *out)
{
	points_write(out);
}

bool
engine_reset(void)
{
	bool clean = schedule_reset();
	streams_close();
	clean = descriptors_reset() && clean;
	files_reset();
	clean = mappings_reset() && clean;
	clean = library_restore() && clean;
	clean = surroundings_reset() && clean;
	options_reset();
	stateful_reset();
	clean = exits_reset() && clean;
	heap_restore();
	if (library_has_local() && !carriers_each_local(library_restore_local))
		clean = false; /* threads keep what the test left in their thread-local data */
	clean = keys_reset() && clean;
	carrier_renew(CARRIER_CONTROL);
	threads_reset();
	kept_reset();
	streams_reset();
	signals_reset();
	signalfds_reset();
	names_reset();
	timers_reset();
	race_reset();
	return clean;
}

void
engine_point(const char *action)
{
	schedule_act(action, NULL, NULL);
}

void
engine_exit(bool quick, int status)
{
	exits_run(quick, status);
}

bool
engine_finishes(void)
{
	return true;
}

void
engine_finish(void)
{
	schedule_finish();
}

void
engine_stop(void)
{
	if (schedule_self())
		schedule_stop();
}

bool
engine_hides_handler(int number)
{
	return signals_handled(number);
}

bool
engine_overflow(uintptr_t address)
{
	const struct task *t = schedule_self();
	return t && carrier_overflow(t->carrier, address);
}

void
engine_died(void (*note)(void *), void (*tell)(void *), void *arg)
{
	note(arg);
	tell(arg);
	_exit(0);
}

void
engine_watch(void (*found)(const uint64_t *offsets, size_t n), void (*computed)(void *context))
{
	spin_watch(found, computed);
}

void
engine_allow(uint64_t compute)
{
	spin_allow(compute);
}

void
engine_enter(const void *code)
{
	site_enter(code);
}

void
engine_break(const struct site_settings *sites, const uint64_t *spins, size_t nspins)
{
	breakpoints_begin();
	atomics_begin();
	unhooked_begin();
	recheck_begin();
	spin_places(spins, nspins);
	sites_begin(sites);
}

const uint64_t *
engine_learned(size_t *n)
{
	return sites_learned(n);
}

uint64_t
engine_visits(size_t nth)
{
	return site_visits(nth);
}

void
engine_locate(void *context)
{
	breakpoint_locate(context, site_active());
}

bool
engine_fault(const siginfo_t *info, void *context)
{
	return strange_reach(info, context);
}

bool
engine_met_strange(void)
{
	return strange_met();
}

bool
engine_system_call(const siginfo_t *info, void *context)
{
	if (ward_system_call(info, context))
		return true;
	if (breakpoint_steps()) {
		breakpoint_end_step(context); /* others may run before it goes on */
		site_enter(context_place(context));
	}
	return inline_call(info, context);
}

/* A trap of ours. Others may have run for long when a call goes on from here, and the breakpoint may be gone. */
static void
reach(ucontext_t *c)
{
	void *at = context_place(c);
	if (schedule_is_lost())
		overwritten(at);
	if (spin_follow(c) || atomics_reach(c))
		return;
	site_reach(c);
	site_read(at);
	spin_reach(at);
	unhooked_reach(c); /* nobody comes in between this and the access */
	if (!breakpoint_uses(at) || breakpoints_hidden() || recheck_reach(c))
		return;
	bool lifted = spin_lift(c);
	if (!site_learn(c) && !lifted)
		breakpoint_step(c, NULL);
}

/* A trap of somebody else. In code that was written to memory it may be one of ours: it is only known not to be where there is none. */
static bool
heal(ucontext_t *c)
{
	const unsigned char *at = context_place(c) - 1;
	if (strange_heal(c))
		return true;
	if (schedule_self() && strange_is(at))
		unable("a call came to a copy of code that may have been made with breakpoints in it");
	return false;
}

bool
engine_trap(const siginfo_t *info, void *context)
{
	int error = errno;
	enum trap trap = breakpoint_trap(info, context);
	if (trap == TRAP_FOREIGN && !heal(context))
		return false;
	if (trap == TRAP_AT)
		reach(context);
	errno = error;
	context_resume(context);
	return true;
}
