/* Strategies: how the choices of a run are drawn. One small file each, and a line in the table of choice.c. */
#ifndef NATIVE_STRATEGY_H
#define NATIVE_STRATEGY_H

#include "drivers/native/tasks.h"

/* NONE: nothing is drawn. */
enum strategy_name { STRATEGY_NONE, STRATEGY_WALK, STRATEGIES };

/* Who can go on; each task says what it does next. */
struct situation {
	struct task *const *ready;
	size_t n; /* at least 1 */
	struct task *running; /* one of them; NULL if nobody runs, or who runs cannot go on */
	struct task *usual; /* the default */
};

struct strategy {
	const char *name;
	/* A run begins. */
	void (*begin)(uint64_t seed);
	struct task *(*choose)(const struct situation *);
	/* Which of n > 1 who wait for the same is woken; the first has waited longest. */
	size_t (*choose_waiter)(size_t n);
};

extern const struct strategy strategy_walk;

#endif
