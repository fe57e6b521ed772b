/*
 * The choices of a run: drawn by a strategy, or given. The default is to stay with whoever runs, and else to take the actor that
 * is ready with the lowest number; and to wake who has waited longest. What is chosen otherwise is a deviation, and is kept: the
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

struct choice_settings {
	enum strategy_name strategy;
	uint64_t seed; /* of the strategy */
	const struct deviation *given; /* where there is no strategy */
	size_t ngiven;
};

void choices_begin(const struct choice_settings *);
/* Who of those that can go on goes on, where `running` stands, or the host if that is NULL. NULL: nobody can. */
struct task *choose_task(struct task *running);
/* Whom of those who wait for the object the running task wakes; NULL: nobody waits. */
struct task *choose_waiter(struct task *running, enum wait, const void *object);
/* The deviations of the run. */
const struct deviation *choices_taken(size_t *n);

#endif
