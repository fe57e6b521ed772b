/*
 * Data races: accesses to the same bytes by two actors, of which at least one writes and at least one is not atomic, and neither of
 * which happens before the other. What orders actors is told here by what the host puts in front of the C library; that one
 * access came later in this run does not, so a race is found whether or not the run came to harm by it.
 *
 * Too much order is harmless, for it only hides races; what is told as a race must be one. So atomic operations of every kind
 * order whoever does them on the same object, a call that has returned comes before all that are made in later phases, and
 * what a thread did comes before what the next one on the same carrier does.
 */
#ifndef NATIVE_RACE_H
#define NATIVE_RACE_H

#include "drivers/native/tasks.h"

enum race_kind { RACE_READ, RACE_WRITE, RACE_ATOMIC_READ, RACE_ATOMIC_WRITE, RACE_ATOMIC_UPDATE };

/* Whether races are looked for; where they are new, each pair of places is told once in this process, else in each test. */
enum race_watch { RACE_WATCH_OFF, RACE_WATCH_NEW, RACE_WATCH_ALL };
void race_watch(enum race_watch);
bool race_watched(void);
/* Is each race told in each test? Then what has happened before what matters in all that follows. */
bool race_watched_anew(void);
/* Not all that the caller does from here on is seen: no more races are found in this test. */
void race_give_up(void);
/* Has the test done more than there is room to remember? Then no more races are found in it. */
bool race_missed(void);
/* A test begins: nothing has happened yet. */
void race_reset(void);

/* The caller is about to access this memory, from this place in the implementation; of an atomic access: has just done it. Outside tasks nothing happens. */
void race_access(const void *at, size_t size, enum race_kind, const void *place);
/* Nobody has this memory any more, or somebody has it anew: what was done to it is over. */
void race_forget(const void *at, size_t size);

/* What the caller has done happens before what others do once they have taken the same object, which may be any address. */
void race_give(const void *object);
void race_take(const void *object);
/* Whatever anybody has done happens before what the caller does next. */
void race_take_all(void);
/* What the caller has done happens before what the task does next; or what the task has done before what the caller does next. */
void race_wake(const struct task *);
void race_join(const struct task *);
/* A task is made, by the caller or by the host; it is that call, as SRTEST_RACE counts them; it is over, and the host knows. */
void race_start(const struct task *);
void race_call(const struct task *, uint64_t number);
void race_end(const struct task *);

/* One of the two accesses of a race. */
struct race_side {
	int32_t actor;
	bool called;
	uint64_t call;
	enum race_kind kind;
	const void *place;
	const void *const *stack; /* who called whom to get there */
	size_t depth;
};

/* Called by race_access: tells the other side of the host. */
void race_tell(const struct race_side *earlier, const struct race_side *later, const void *at, size_t size);

#endif
