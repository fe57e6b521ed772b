/*
 * The scheduler: decides which of the calls that can run runs next, in virtual time. Everything that it decides is a choice;
 * the same choices give the same run.
 */
#ifndef NATIVE_SCHEDULE_H
#define NATIVE_SCHEDULE_H

#include "drivers/srtest-host.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NANOSECONDS 1000000000ull
#define FOREVER UINT64_MAX

/* What a task waits for. */
enum wait {
	WAIT_NOTHING,
	WAIT_MUTEX,
	WAIT_COND,
	WAIT_SEMAPHORE,
	WAIT_READ_LOCK,
	WAIT_WRITE_LOCK,
	WAIT_BARRIER,
	WAIT_ONCE,
	WAIT_JOIN,
	WAIT_FUTEX,
	WAIT_SLEEP,
	WAIT_DESCRIPTOR,
	WAIT_SIGNAL,
};

/* IDLE: a client between two calls. */
enum task_state { TASK_FREE, TASK_READY, TASK_BLOCKED, TASK_DONE, TASK_IDLE };

struct carrier;

/* A call of a client, or a thread that the implementation made. */
struct task {
	int number; /* of its carrier */
	struct carrier *carrier;
	enum task_state state;
	void (*job)(struct task *);
	void *arg;
	enum wait wait;
	const void *object;
	uint64_t tag; /* what of the object: a futex's bits, a descriptor's events */
	uint64_t deadline; /* virtual time, or FOREVER */
	uint64_t since; /* when it began to wait; orders waiters */
	bool timed_out;
	/* what it does next, or did last */
	const char *action;
	const void *acts_on, *place;
	unsigned idle; /* rounds of polling since something last happened */
	unsigned burst; /* breakpoints that it passes before it gives way again */
	unsigned quick; /* primitives since it last waited for anything */
	bool polling; /* gives way to all that do not */
	bool hurried; /* taken to be polling because it went through many primitives without waiting; it may only be busy */
	bool spins, spun; /* it gave way at a breakpoint; it was then let run alone for long, and did nothing else */
	bool is_thread; /* made by the implementation */
	bool detached, joined;
	bool is_timer; /* stands for the system: takes no signals */
	bool interrupted; /* has a signal to take at its next point */
	void *value; /* of a thread that ended */
	int32_t actor; /* names it in choices: the client, or SRTEST_THREAD + the number of the thread in this test */
	uint32_t points; /* scheduling points that it has passed in this phase */
	jmp_buf home; /* where its carrier takes the next job */
};

/* How a run of the scheduler ended: at rest, and how sure that is, or by schedule_stop. */
enum rest {
	REST_SURE = SRTEST_SURE,
	REST_LATE = SRTEST_LATE,
	REST_POLLING = SRTEST_POLLING,
	REST_BUSY = SRTEST_BUSY,
	REST_OUTSIDE = SRTEST_OUTSIDE,
	REST_STOPPED,
};

/*
 * A choice that is not the default: who goes on, or who is woken, at an actor's nth point in the phase. The default is to stay
 * with whoever runs, and else to take the actor that is ready with the lowest number; and to wake who has waited longest.
 */
struct deviation {
	int32_t actor;
	uint32_t nth;
	int32_t chosen; /* actor */
};

struct schedule_settings {
	bool random; /* draw the choices; else they are the given ones */
	uint64_t seed;
	const struct deviation *given;
	size_t ngiven;
	uint64_t horizon; /* timeouts up to so far from now may fire; FOREVER: all of them */
	unsigned patience; /* how many times the usual number of rounds is waited for those who poll */
};

/* Is the caller a task? Elsewhere the primitives behave as the C library's. */
struct task *schedule_self(void);
/* Makes a task for a job; NULL if there are too many. It is ready at once. The jobs of one actor run on one carrier. */
struct task *schedule_add(void (*job)(struct task *), void *arg, int32_t actor);
/* The task of a carrier, or NULL. */
struct task *schedule_task(int number);
/* Calls fn on a task that is interrupted, when it goes on after a point or after waiting. */
void schedule_on_interrupt(void (*fn)(void));
/* Forgets all tasks; those that are blocked are abandoned. False: they are threads, which cannot be. */
bool schedule_reset(void);
/* Runs tasks until nothing moves. Called by the host. */
enum rest schedule_run(const struct schedule_settings *);
/* Ends the run now, from within a task; does not return. */
void schedule_stop(void) __attribute__((noreturn));

/* Ends the caller's task, wherever it is; the rest of its stack is abandoned. */
void schedule_leave(void) __attribute__((noreturn));

/* A point at which another task may go on. */
void schedule_point(void);
/* The same, but that it does not count as a primitive. */
void schedule_pass(void);
/* A point, before the caller does something to a primitive, from this place in the implementation. */
void schedule_act(const char *action, const void *object, const void *place);
/* The caller does it now. */
void schedule_tell(const char *action, const void *object, const void *place);
/* The caller polls: others go first. */
void schedule_yield(const void *place);
/* The caller spins at this place. */
void schedule_spin(const void *place);
/* The caller looks at the clock, which takes a little time. */
uint64_t schedule_look(const void *place);
/* Waits until woken or until the deadline. False: it timed out. */
bool schedule_block(enum wait, const void *object, uint64_t tag, uint64_t deadline);
/* The task that has waited longest for the object, or NULL. */
struct task *schedule_waiter(enum wait, const void *object);
unsigned schedule_waiters(enum wait, const void *object);
/* Wakes one who waits for the object: usually the one that has waited longest. False: there is none. */
bool schedule_wake_one(enum wait, const void *object);
void schedule_wake(struct task *);
void schedule_wake_all(enum wait, const void *object);

/* Virtual time; it moves only when everyone waits. */
uint64_t schedule_now(void);
uint64_t schedule_steps(void);
/* Scheduling points that were ever passed. */
uint64_t schedule_points(void);
/* The deviations of the last run. */
const struct deviation *schedule_deviations(size_t *n);
/* Calls fn for each task that is not free. */
void schedule_each(void (*fn)(struct task *, void *), void *arg);

#endif
