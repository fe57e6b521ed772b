/* The calls and threads that the scheduler knows, and what each of them waits for. */
#ifndef NATIVE_TASKS_H
#define NATIVE_TASKS_H

#include "drivers/native/carrier.h"
#include "drivers/native/laps.h"
#include "drivers/srtest-host.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	WAIT_FILE_LOCK,
	WAIT_KEPT,
	WAIT_SIGNAL,
};

/* IDLE: a client between two calls. */
enum task_state { TASK_FREE, TASK_READY, TASK_BLOCKED, TASK_DONE, TASK_IDLE };

/* Where a task stands that does not run: what it goes on with. `sp` is 0 before it has begun, and NOT_NOTED where that is not known. */
enum { NOT_NOTED = 1 };
struct standing {
	uint64_t registers[6];
	uintptr_t sp;
};

struct task;

/* What a client's task is to do when it has done what it does. */
struct next_job {
	void (*job)(struct task *); /* NULL: nothing */
	void (*prepare)(struct task *);
	void *arg;
};

/* A call of a client, or a thread that the implementation made. */
struct task {
	int number; /* of its carrier */
	struct carrier *carrier;
	enum task_state state;
	bool polling; /* gives way to all that do not */
	bool met; /* the strategy knows it */
	bool between; /* a client is done with a call, and has another one that has not begun */
	void (*job)(struct task *);
	void *arg;
	struct next_job next;
	enum wait wait;
	const void *object;
	uint64_t tag; /* what of the object: a futex's bits, a descriptor's events */
	uint64_t deadline; /* virtual time, or FOREVER */
	uint64_t began; /* to wait, in virtual time */
	uint64_t since; /* the same in turns; orders waiters */
	bool timed_out;
	unsigned late; /* timeouts later than the horizon of this run, since something last happened */
	/* what it does next, or did last */
	const char *action;
	const void *acts_on, *place;
	bool pending; /* it is still to be done */
	bool reads; /* it changes nothing */
	uint64_t kind; /* the same for tasks that do alike: the calls of an operation, the threads of a function; 0: not known */
	int maker; /* number of the task that made it, or -1 */
	size_t extent; /* of the memory that it is about to access; 0: it is about to do something else */
	bool writes; /* that access may change it */
	bool watches; /* it has looked at the clock in this run */
	unsigned idle; /* rounds of polling since something last happened */
	unsigned stirred; /* times that it gave others new rounds though it polled itself, since then */
	unsigned burst; /* breakpoints that it passes before it gives way again */
	unsigned quick; /* primitives since it last waited for anything */
	unsigned held; /* at a breakpoint: others go first, at so many points */
	bool hurried; /* taken to be polling because it went through many primitives without waiting; it may only be busy */
	bool spins, spun; /* it gave way at a breakpoint; it was then let run alone for long, and did nothing else */
	bool stalled; /* ... and went round in an endless loop, which stalled.h knows */
	unsigned lone; /* rounds that it had when it was first let run alone; 0: it was not */
	/* its accesses to memory, as access.c sees them */
	struct laps laps;
	bool looks; /* it is polling because of them */
	unsigned asked, granted; /* how often it could have gone on though it polls; rounds for which it is like those who do not */
	uint64_t came_to, round; /* a bit for each place, some of them shared: since it last gave way, and in the rounds before that */
	uint64_t last_round;
	bool gave_way; /* it did so in this run, or napped */
	unsigned rounds, stayed; /* in which it polled or napped, and came to no new place; since it left such a loop, and others went on */
	uint64_t looked_at; /* a bit for each address that it read since it last changed something, some of them shared */
	uint32_t accesses; /* in a row, with nothing else in between */
	unsigned depth; /* of its shadow stack */
	uintptr_t stack, stack_end; /* where its stack begins and ends; 0: not known */
	uintptr_t shared_from, shared_to; /* what of its stack it shows to others, or they have touched */
	const void *wrote; /* where it may have written pointers last; NULL: that was looked at */
	size_t wrote_size;
	bool is_thread; /* made by the implementation */
	bool detached, joined;
	bool is_timer; /* stands for the system: takes no signals */
	bool interrupted; /* has a signal to take at its next point */
	bool cancelled, uncancellable, asynchronous; /* was asked to end; does not do so now; would do so anywhere */
	bool may_end, ends; /* it waits, and would end its wait if it were asked to; it was */
	void *value; /* of a thread that ended */
	struct mutex *robust; /* that a thread holds */
	uint64_t control; /* of its floating-point unit, as it has it from its maker */
	int32_t actor; /* names it in choices: the client, or SRTEST_THREAD + the number of the thread in this test */
	struct standing standing;
	uint32_t points; /* scheduling points that it has passed in this phase */
	/* what outlives it, for it is about its carrier */
	jmp_buf home; /* where that takes the next job */
	int32_t last; /* actor that had a job on it in this test, or NO_ACTOR */
};

#define NO_ACTOR INT32_MIN

/* How a run of the scheduler ended: at rest, and how sure that is, or by schedule_stop. */
enum rest {
	REST_SURE = SRTEST_SURE,
	REST_LATE = SRTEST_LATE,
	REST_POLLING = SRTEST_POLLING,
	REST_BUSY = SRTEST_BUSY,
	REST_OUTSIDE = SRTEST_OUTSIDE,
	REST_UNCLEAR = SRTEST_UNCLEAR,
	REST_STOPPED,
};

/* The table: whatever lies from `top` on is free. */
extern struct task tasks[MOST_CARRIERS];
extern int tasks_top;
/* Those of them that are ready or blocked, in the order of their numbers. */
extern struct task *tasks_alive[MOST_CARRIERS];
extern int tasks_nalive;

/* A task for a job, ready at once; `work` is what its carrier does. NULL: there are too many. The jobs of one actor run on one carrier. */
struct task *tasks_add(void (*job)(struct task *), void *arg, int32_t actor, void (*work)(void *));
/* Its job is over, and this is the next one. */
void tasks_again(struct task *, void (*job)(struct task *), void *arg);
/* Its job is to be called on this stack, not on that of its carrier; of no size: on that again. */
void task_stand_on(struct task *, void *stack, size_t size);
/* Its job is over. */
void tasks_end(struct task *);
/* Forgets all tasks; those that are in the middle of something are abandoned. False: they are threads, which cannot be. */
bool tasks_forget(void (*work)(void *));
/* A run begins, or is over. */
void tasks_begin(void);
void tasks_settle(void);
/* Something has happened: whoever polls may find out. */
void tasks_refresh(void);
/* Somebody who polls himself has done something: the same, but that he may do so for so long only, see `stirred`. */
void tasks_stir(void);
/* A number for the last time that something had. */
uint64_t tasks_news(void);

/* It polls: others go first, unless it was granted to be like them. False: it is. */
bool task_gives_way(struct task *);
/* It naps, which ends a round, too. */
void task_naps(struct task *);
/* Would it leave its loop if it did something at this place? Not after task_stays, which makes that a part of it. */
bool task_leaves(const struct task *, const void *place);
void task_stays(struct task *, const void *place);
/* It does something at this place. If that is no part of its last rounds of polling, or between naps, it has left the loop: then true. */
bool task_comes_to(struct task *, const void *place);

/* Does nobody ask for it when it has ended? */
bool task_is_nobodys(const struct task *);
bool task_waits_for(const struct task *, enum wait, const void *object);
/* Would it change something if a task's pending operation came before what the other one does? */
bool tasks_conflict(const struct task *, const struct task *other);
/* Orders those who begin to wait. */
uint64_t tasks_turn(void);

#endif
