/*
 * The choices of a run: drawn by a strategy, or given. The default is to stay with whoever runs, and else to take the actor that
 * is ready with the lowest number; to wake who has waited longest; and that nothing rare happens. What is chosen otherwise is a deviation, and is kept: the
 * same deviations give the same run.
 */
#ifndef NATIVE_CHOICE_H
#define NATIVE_CHOICE_H

#include "drivers/native/strategy.h"

/* At an actor's nth point in the phase: who goes on, or who is woken. */
struct deviation {
	int32_t actor;
	uint32_t nth;
	int32_t chosen; /* actor */
};

/* A run deviates no more often: after that, its choices are the default. */
enum { MOST_DEVIATIONS = SRTEST_MOST_CHOICES };

struct choice_settings {
	enum srtest_strategy strategy;
	unsigned rare; /* kinds of what happens rarely that may be drawn, or given, as enum srtest_rare has them */
	struct strategy_settings drawn; /* by it */
	const struct deviation *given; /* where there is no strategy */
	size_t ngiven;
	bool points; /* where there is something to choose is told */
	uint64_t first_point; /* from this point on */
};

void choices_begin(const struct choice_settings *);
/* A task leaves a loop in which it polled, or napped: it is about to do something else. */
void choices_left(struct task *);
/* A task does what its action says. */
void choices_executed(const struct task *);
/*
 * Who of those that can go on goes on, where `running` stands, or the host if that is NULL. NULL: nobody can. One who is blocked
 * may be chosen too, as rare.h has it.
 */
struct task *choose_task(struct task *running, uint64_t now);
/* The same where `running` stands at a breakpoint: there it is often held for a while, and others go on. */
struct task *choose_at_breakpoint(struct task *running, uint64_t now);
/* Does something of this kind happen to the running task that happens rarely? */
bool choose_rare(struct task *running, enum srtest_rare);
/* Whom of those who wait for the object the running task wakes; NULL: nobody waits. */
struct task *choose_waiter(struct task *running, enum wait, const void *object);
/* What there was to choose in all runs of this process so far. */
struct choices_met {
	uint64_t points; /* at which more than one could have gone on, those who poll included */
	uint64_t open; /* those of them in the middle of a call, or of a thread, that could have gone on itself, as could another that does not poll */
	uint64_t crossed; /* where another did */
};
struct choices_met choices_met(void);
/* The deviations of the run. */
const struct deviation *choices_taken(size_t *n);

#endif
