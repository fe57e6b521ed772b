/*
 * What runs the calls. Two hosts are built around main.c: in srtest-host the scheduler runs one call at a time (controlled.c), in
 * srtest-host-free the system runs them all at once (../free/).
 */
#ifndef NATIVE_ENGINE_H
#define NATIVE_ENGINE_H

#include "base/text.h"
#include "drivers/native/library.h"
#include "drivers/native/schedule.h" /* what a run is told, and how it ends */
#include "drivers/native/site.h" /* where calls are to be stopped */

#include <signal.h>

/* Called before the implementation is loaded; the journal is that of files.h. */
void engine_prepare(int journal);
/* Does it see what the implementation does to memory? Only of code that was compiled with hooks. */
bool engine_sees_accesses(void);
/* Can it tell which of them are ordered? Not where assembly has fences, and nothing says which accesses they are for. */
bool engine_judges_races(void);
/* Whether data races are looked for, as SRTEST_RACE tells them. */
void engine_races(enum srtest_races);
/* Were they looked for in this test, but not to its end? */
bool engine_missed_races(void);
/*
 * What the implementation has opened, started and allocated in this test, and is still there; of memory, if the instance is destroyed, what nothing
 * leads to any more, and where the first block of it was allocated.
 */
struct engine_left {
	size_t descriptors, threads, blocks, bytes;
	const void *allocated;
};
void engine_left(bool destroyed, struct engine_left *);
/* A pointer that it gave back: the memory may be the caller's now. */
void engine_hand_out(const void *);
/* Makes ready; `identity`: the implementation asks which thread of the system it is on. Returns what calls run on, in a word. */
const char *engine_init(bool identity);
/* Does the engine see what the symbol, of this class, does, or will it notice? */
bool engine_sees(const char *symbol, enum symbol_class);

/* Remembers what of the implementation is to be put back when a test is over. False: it is too much. */
bool engine_remember(void);

/* A call: `run` on behalf of the actor, then `returned` when the host may tell of it; before that, that it `began`, which may be NULL. */
struct engine_job {
	void (*began)(void *);
	void (*run)(void *);
	void (*returned)(void *);
	void *arg;
	uint64_t call; /* its number */
	uint64_t kind; /* the same for calls of the same operation; not 0 */
};

/* In the test that begins, is new memory all zero, or does it look like nothing? And what becomes of memory that is freed? */
void engine_begin_memory(bool zeros, enum srtest_reuse);
/* Did the test write to memory that nobody may write to? That is told, and ends it. */
void engine_check_memory(void);
/* The call is to be made in the next run. False: there are too many. The job lives until the test is over. */
bool engine_add(const struct engine_job *, int32_t actor);
/* Runs the calls until all is at rest. */
enum rest engine_run(const struct schedule_settings *);
/* The same run goes on after it was at rest, until a call has returned, with those who sleep for longer than its horizon, or wait so long if `waits`. */
enum rest engine_later(bool waits);
/* Runs a call of create or destroy, and of the rest only what it needs to return. */
enum rest engine_run_alone(const bool *returned);
/* Lets threads of the implementation run that are still there when the instance is gone: what they do with its memory now is a fault. */
void engine_run_late(uint64_t horizon);
/* What times are; of what is told now, when it was; and has, in this test, time gone by for somebody who was to go on? */
enum srtest_times engine_times(void);
uint64_t engine_now(void);
bool engine_delayed(void);
uint64_t engine_steps(void);
/* A number for the order in which calls went on in this test; and what there was to choose in all tests so far. */
uint64_t engine_order(void);
struct choices_met engine_choices(void);
const struct deviation *engine_deviations(size_t *n);
/* Writes where there was something to choose, if that was asked for. */
void engine_write_points(struct text *);
/* The test is over: forgets its calls and puts back what was remembered. False: something of it is left behind. */
bool engine_reset(void);

/* A point, from within a call that is about to do this. */
void engine_point(const char *action);
/* Calls what a whole program wants to be called at its end, from within a call; or what it wants if that comes quickly. */
void engine_exit(bool quick, int status);
/* Can it make an end of all that runs? */
bool engine_finishes(void);
/* Ends the run as if all were at rest, from within a call; whatever still runs is gone, and nothing more runs in this test. */
void engine_finish(void);
/* Ends the run, from within a call; returns if the caller is none. */
void engine_stop(void);
/* Is the address where the stack of the caller's call ends? */
bool engine_overflow(uintptr_t address);
/* Has the implementation a handler for this signal, which does not run here? */
bool engine_hides_handler(int number);

/*
 * The caller has crashed, and is in a signal handler: notes what is to be said of it, tells that where it may be told, and does not
 * return. One that crashes when another has already may go unnoticed.
 */
void engine_died(void (*note)(void *), void (*tell)(void *), void *arg) __attribute__((noreturn));

/* Looks out for calls that spin, or compute for longer than is allowed, as spin.h has it; where that is not needed, nothing happens. */
void engine_watch(void (*found)(const uint64_t *offsets, size_t n), void (*computed)(void *context));
void engine_allow(uint64_t compute);
bool engine_trap(const siginfo_t *, void *context);
/* A system call was stopped: does what it asks for, if the engine does that. */
bool engine_system_call(const siginfo_t *, void *context);
/* Somebody has come to code that is in no file, which is only made code now: it goes on. False: it is another fault. */
bool engine_fault(const siginfo_t *, void *context);
/* Has anybody worked in such code, where no call can be stopped? */
bool engine_met_strange(void);

/*
 * Where calls are stopped, as site.h has it; an engine that cannot do that learns nothing. Code that is called from outside is made
 * known after loading, and the rest is said before each test.
 */
void engine_enter(const void *code);
void engine_break(const struct site_settings *, const uint64_t *spins, size_t nspins);
const uint64_t *engine_learned(size_t *n);
uint64_t engine_visits(size_t nth);
/* Puts into the context of a signal where in the implementation it is, if the engine was executing something elsewhere for it. */
void engine_locate(void *context);

#endif
