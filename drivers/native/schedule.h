/*
 * The scheduler: decides which of the calls that can run runs next, in virtual time. Everything that it decides is a choice;
 * the same choices give the same run.
 */
#ifndef NATIVE_SCHEDULE_H
#define NATIVE_SCHEDULE_H

#include "drivers/native/choice.h"
#include "drivers/srtest-host.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NANOSECONDS 1000000000ull

struct schedule_settings {
	struct choice_settings choices;
	uint64_t horizon; /* timeouts up to so far from now may fire; FOREVER: all of them */
	unsigned patience; /* how many times the usual number of rounds is waited for those who poll */
	bool times; /* where all are at rest, time goes on to the horizon, as far as nobody polls */
};

/* Is the caller a task? Elsewhere the primitives behave as the C library's. */
struct task *schedule_self(void);
/* Between these two the caller is none: the C library and its kin may do as they like on behalf of the host. */
struct task *schedule_hide(void);
void schedule_show(struct task *);
/* The caller is none, and yet the implementation runs, on the stack of one: somebody wrote into memory of the host. */
bool schedule_is_lost(void);
/* Makes a task for a job; NULL if there are too many. It is ready at once. The jobs of one actor run on one carrier. */
struct task *schedule_add(void (*job)(struct task *), void *arg, int32_t actor);
/*
 * The same for a call of a client, of which `prepare` says what it is. Made by the client's own call, when that is over, it is ready as soon as
 * that has ended.
 */
bool schedule_add_job(void (*job)(struct task *), void (*prepare)(struct task *), void *arg, int32_t actor);
/* The task of a carrier, or NULL. */
struct task *schedule_task(int number);
/* Calls fn on a task that is interrupted, when it goes on after a point or after waiting. */
void schedule_on_interrupt(void (*fn)(void));
/* Forgets all tasks; those that are blocked are abandoned. False: they are threads, which cannot be. */
bool schedule_reset(void);
/* Runs tasks until nothing moves. Called by the host. */
enum rest schedule_run(const struct schedule_settings *);
/* The same run goes on, until a call has returned, with those who sleep for longer than the horizon, or wait so long if `waits`. */
enum rest schedule_later(bool waits);
/* Ends the run now, from within a task; does not return. */
void schedule_stop(void) __attribute__((noreturn));

/* Ends the run as if all were at rest, from within a task; does not return. Nothing runs any more until schedule_reset. */
void schedule_finish(void) __attribute__((noreturn));

/* Ends the caller's task, wherever it is; the rest of its stack is abandoned. */
void schedule_leave(void) __attribute__((noreturn));

/* A point at which another task may go on. */
void schedule_point(void);
/* The same, but that it does not count as a primitive. */
void schedule_pass(void);
/* A point, before the caller does something to a primitive, from this place in the implementation. */
void schedule_act(const char *action, const void *object, const void *place);
/* The same, where the caller changes nothing. */
void schedule_look_at(const char *action, const void *object, const void *place);
/* The caller does it now. */
void schedule_tell(const char *action, const void *object, const void *place);
/* A point, before the caller accesses memory, and perhaps changes it; where nobody else can go on, next to nothing happens. */
void schedule_access(const char *action, const void *at, size_t size, bool writes, const void *place);
/* The caller polls: others go first. */
void schedule_yield(const void *place);
/* The caller stands at a breakpoint at this place; how, the action says. */
void schedule_reach(const char *action, const void *place);
/* The caller spins at this place. */
void schedule_spin(const void *place);
/* The caller looks at the clock, which takes a little time. */
uint64_t schedule_look(const void *place);
/* Waits until woken or until the deadline. False: it timed out. */
bool schedule_block(enum wait, const void *object, uint64_t tag, uint64_t deadline);
/* The task that has waited longest for the object, or NULL. */
struct task *schedule_waiter(enum wait, const void *object);
/* Wakes one who waits for the object: usually the one that has waited longest. False: there is none. */
bool schedule_wake_one(enum wait, const void *object);
void schedule_wake(struct task *);
void schedule_wake_all(enum wait, const void *object);

/* Virtual time; it moves only when everyone waits. */
uint64_t schedule_now(void);
uint64_t schedule_steps(void);
/* What the caller does takes as long as so many steps, and counts as much where they are told; phases end no sooner. */
void schedule_cost(unsigned steps);
/* A number for the order in which tasks went on in this test. */
uint64_t schedule_order(void);
/* Scheduling points that were ever passed. */
uint64_t schedule_points(void);
/* Calls fn for each task that is not free. */
void schedule_each(void (*fn)(struct task *, void *), void *arg);

#endif
