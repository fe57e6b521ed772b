/*
 * Strategies: how the choices of a run are drawn. One small file each, and a line in the table of choice.c and in the protocol.
 * What a strategy draws depends on its seed, and on what it has seen of earlier runs: whoever wants a run again gives its choices.
 */
#ifndef NATIVE_STRATEGY_H
#define NATIVE_STRATEGY_H

#include "drivers/native/tasks.h"

struct strategy_settings {
	uint64_t seed;
	unsigned depth; /* 0: as the strategy likes */
};

/* Who can go on; each task says what it does next. */
struct situation {
	struct task *const *ready;
	size_t n; /* at least 1 */
	struct task *running; /* one of them; NULL if nobody runs, or who runs cannot go on */
	struct task *usual; /* the default */
};

/* What a strategy need not know is NULL. */
struct strategy {
	/* A run begins. */
	void (*begin)(const struct strategy_settings *);
	/* A task takes part in the run from now on; it may have the number of one that has ended. */
	void (*meet)(const struct task *);
	struct task *(*choose)(const struct situation *);
	/* Which of n > 1 who wait for the same is woken; the first has waited longest. */
	size_t (*choose_waiter)(size_t n);
	/* A task does what its action says; if that was pending, it was chosen for it. */
	void (*executed)(const struct task *);
	/* The run is over. */
	void (*end)(void);
};

extern const struct strategy strategy_walk, strategy_pct, strategy_pos, strategy_surw, strategy_follow, strategy_align, strategy_queue;

#endif
