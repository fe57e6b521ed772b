/*
 * The scheduler: decides which of the calls that can run runs next, in virtual time. Everything that it decides is a choice;
 * the same choices give the same run.
 */
#ifndef NATIVE_SCHEDULE_H
#define NATIVE_SCHEDULE_H

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
};

enum task_state { TASK_FREE, TASK_READY, TASK_BLOCKED, TASK_DONE };

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
	unsigned idle; /* rounds of polling since something last happened */
	unsigned quick; /* primitives since it last waited for anything */
	bool polling; /* gives way to all that do not */
	bool hurried; /* taken to be polling because it went through many primitives without waiting; it may only be busy */
	bool is_thread; /* made by the implementation */
	bool detached, joined;
	void *value; /* of a thread that ended */
	int32_t actor; /* names it in choices: the client, or ACTOR_THREAD + the number of the thread in this test */
	uint32_t points; /* scheduling points that it has passed in this phase */
	jmp_buf home; /* where its carrier takes the next job */
};

/* How a run of the scheduler ended. */
enum rest {
	REST_BLOCKED, /* every task has ended or is blocked */
	REST_POLLING, /* some poll, and nothing changes */
	REST_DOUBTFUL, /* the same, but one of them may be busy rather than polling */
	REST_HANG, /* a task runs without end */
	REST_STOPPED, /* someone called schedule_stop */
};

enum { ACTOR_HOST = -1, ACTOR_THREAD = 1 << 16 };

/*
 * A choice that is not the default, at an actor's nth point in the phase. The default is to stay with whoever runs, and else to
 * take the actor that is ready with the lowest number.
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
	uint64_t horizon; /* timeouts up to so far from now may fire */
	uint64_t most_steps;
};

/* Is the caller a task? Elsewhere the primitives behave as the C library's. */
struct task *schedule_self(void);
/* Makes a task for a job; NULL if there are too many. It is ready at once. */
struct task *schedule_add(void (*job)(struct task *), void *arg, int32_t actor);
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
/* The caller polls: others go first. */
void schedule_yield(void);
/* Waits until woken or until the deadline. False: it timed out. */
bool schedule_block(enum wait, const void *object, uint64_t tag, uint64_t deadline);
/* The task that has waited longest for the object, or NULL. */
struct task *schedule_waiter(enum wait, const void *object);
unsigned schedule_waiters(enum wait, const void *object);
void schedule_wake(struct task *);
void schedule_wake_all(enum wait, const void *object);

/* Virtual time; it moves only when everyone waits. */
uint64_t schedule_now(void);
uint64_t schedule_steps(void);
/* The deviations of the last run. */
const struct deviation *schedule_deviations(size_t *n);
/* Calls fn for each task that is not free. */
void schedule_each(void (*fn)(struct task *, void *), void *arg);

#endif
