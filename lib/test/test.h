/*
 * A test as plain data. Clients say what they would do, one call after the other; phases say who makes the next call, and
 * what the schedule was. What was picked is kept as the choices themselves, simplest first, so a smaller test is one with
 * fewer calls and smaller choices, and it never leaves the clients' protocol.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include "base/bits.h"
#include "base/variant.h"
#include "base/vec.h"
#include "lang/value.h"

#include <stdint.h>

/* Choices in the order in which they were asked for. */
struct picks {
	size_t n;
	const uint64_t *at;
};

/*
 * A client's call: which of its alternatives, and what was picked for the arguments, and when it returned. Once it was made, it
 * also says which operation and arguments that came to.
 */
struct script_call {
	int alternative;
	struct picks args, then;
	int operation; /* in the spec */
	const word *values; /* by parameter; they live in a heap that is somebody else's */
};

struct script {
	struct picks start; /* of the client's variables */
	size_t n;
	const struct script_call *calls;
};

/* As drivers/srtest-host.h has it. */
struct choice {
	int32_t actor;
	uint32_t nth;
	int32_t chosen;
};

/* How choices are drawn, as drivers/srtest-host.h has it. NONE: they are given. */
enum strategy { STRATEGY_NONE, STRATEGY_WALK, STRATEGY_PCT, STRATEGY_POS, STRATEGY_SURW, STRATEGY_FOLLOW, STRATEGY_ALIGN, STRATEGY_QUEUE, STRATEGIES };

enum { STRATEGY_DEPTH = 64 }; /* at most */

struct drawing {
	enum strategy strategy;
	unsigned depth; /* 0: as the strategy likes */
	uint64_t seed;
	bool rare; /* what happens rarely is drawn, too */
};

/* As options and reports call it: "walk". */
const char *strategy_name(enum strategy);
/* False: there is none of this name. */
bool strategy_find(const char *name, enum strategy *);

/* What becomes of blocks of memory that were freed, as drivers/srtest-host.h has it. */
enum reuse { REUSE_NONE, REUSE_LATEST, REUSE_OLDEST, REUSES };

/* As replay files call it: "latest". */
const char *reuse_name(enum reuse);
/* False: there is none of this name. */
bool reuse_find(const char *name, enum reuse *);

struct test_phase {
	size_t n;
	const int *clients; /* each makes its next call */
	size_t then; /* ... the last so many of them when their client's call before is back, be it of an earlier phase */
	struct drawing drawing; /* of the choices, where they are not known better */
	size_t nchoices;
	const struct choice *choices;
	uint64_t steps; /* that it took */
	uint64_t mark; /* of these steps, as host.h has it */
};

enum { TEST_MOST_CLIENTS = 64, TEST_MOST_BREAKPOINTS = 8 };

struct test {
	size_t nparams;
	const word *params;
	size_t nclients;
	const struct script *scripts; /* by client */
	const char *const *clients; /* their names, where calls are made as `operation` and `values` say; else NULL */
	size_t n;
	const struct test_phase *phases;
	unsigned patience; /* with those who poll; 0: the usual one */
	bool zeros; /* new memory is all zero */
	enum reuse reuse;
	enum variant variant; /* of the implementation; where that cannot be had, it is the usual one */
	size_t nspins;
	const uint64_t *spins; /* places in the library where calls spin, and others get a turn */
	size_t nbreakpoints;
	const uint64_t *breakpoints; /* places in the library where calls may be preempted */
};

/* How sure it is that nothing moves any more, as drivers/srtest-host.h has it. */
enum certainty { CERTAIN, CERTAIN_BUT_LATE, CERTAIN_BUT_POLLING, CERTAIN_BUT_BUSY, CERTAIN_BUT_OUTSIDE, UNCLEAR };

/* One step of the schedule, as the host told it: what an actor did to which object, and how it went on. */
enum step_ending { STEP_GOES_ON, STEP_BLOCKS, STEP_PREEMPTED, STEP_GIVES_WAY, STEP_WAKES };
enum { ACTOR_HOST = -1, ACTOR_THREAD = 1 << 16 };

struct trace_step {
	size_t phase; /* from 0 */
	int32_t actor; /* client, or ACTOR_THREAD + the number of a thread that the implementation made, or ACTOR_HOST */
	const char *action; /* "lock mutex": a verb and the kind of the object */
	uint64_t object; /* equal for the same object; 0: none; STEP_WAKES: the actor that is woken, an int64_t */
	bool placed;
	const char *file; /* the place is in this one; NULL: in the library */
	uint64_t place; /* offset of the instruction after the call */
	enum step_ending ending;
	uint64_t time; /* virtual, in nanoseconds */
};

struct trace {
	size_t n;
	const struct trace_step *at;
};

/* A frame of the stack of a call that failed. */
struct stack_frame {
	uint64_t left_out; /* not 0: so many frames, of which nothing is known */
	const char *file; /* NULL: the library */
	uint64_t offset; /* in it, of the instruction at which the frame stands */
};

/* The innermost frame comes first. */
struct stack {
	size_t n;
	const struct stack_frame *at;
};

/* A copy that lives in the arena. */
struct stack stack_copy(struct arena *, const struct stack *);

/* Kinds of misuse that tests may go on after; srtest(1) describes them. */
enum allowed { ALLOWED_UNLOCK = 1, ALLOWED_DESTROY = 2, ALLOWED_WAIT = 4, ALLOWED_USE = 8, ALLOWED_ALL = 15 };
/* Their names. */
extern const struct bit allowed_kinds[];

size_t test_calls(const struct test *);
/* A copy that lives in the arena, to be made again as clients pick: what their calls came to is left out. */
const struct test *test_copy(struct arena *, const struct test *);

#endif
