/* What an implementation does that ends the test at once. Each tells it with its place, and does not return from a task. */
#ifndef NATIVE_MISUSE_H
#define NATIVE_MISUSE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Kinds of misuse, as enum srtest_allowed has them, that the test goes on after. UNLOCK: of a lock that the caller does not hold. DESTROY: of a
 * primitive that is in use. WAIT: on a condition, without its mutex or with another one. USE: of a primitive that was not initialised, or is
 * destroyed.
 */
void misuse_allow(int64_t kinds);
/* It broke a rule of the primitives. Returns where that is allowed. */
void misuse(const char *rule, const void *place);
/* It accesses memory that it must not; where that is, NULL: it did so before. Where the memory was allocated and freed, if it was. */
void misuse_memory(const char *what, const void *place, const void *allocated, const void *freed);
/* It reads memory there that it allocated and has not written. */
void tell_unwritten(const void *place, const void *allocated);
/* It ends its process, in these words. */
void dies(const char *how, const void *place) __attribute__((noreturn));
/* It has written into memory of the host, which knows no more what runs. */
void overwritten(const void *place) __attribute__((noreturn));
/* It does something that may wait where the scheduler cannot see it: nothing that comes after it means anything. */
void unseen(const char *what, const void *place);
/* The host cannot go on with it, whatever it does: the test is over, and undecided. */
void unable(const char *why);

/* The same while it is loaded: that is not gone on with, and each test that is tried is told why. Does not return. */
void unseen_while_loaded(const char *symbol, const char *what) __attribute__((noreturn));

/* Does the actor's call run a whole program, by its `main`? */
bool program_runs(int32_t actor);
/* How a whole program ends: its handlers are called first, or those of quick_exit, or none. */
enum program_end { PROGRAM_EXITS, PROGRAM_EXITS_QUICKLY, PROGRAM_ENDS_AT_ONCE };
/* It ends, all its threads with it: does not return, but where there is none. */
void program_ends(enum program_end, int status);

/* Is it the implementation that runs: as a task, or while it is loaded? */
bool implementation_runs(void);
bool implementation_loads(void);

/* The place in the implementation from which an interposed function was called. */
#define PLACE __builtin_return_address(0)

#endif
