/*
 * What one client is doing: its variables, and its call if it has one outstanding. Clients see nothing of the resource but
 * their results, so what a client can do next is worked out once for each such local state, however many states it is in.
 * Inside lib/explore only.
 */
#ifndef EXPLORE_LOCAL_H
#define EXPLORE_LOCAL_H

#include "gen/gen.h"
#include "gen/tape.h"
#include "model/model.h"
#include "model/set.h"

/* Locals that may come next. */
struct nexts {
	uint32_t *at;
	size_t n;
};

struct outcome {
	word result;
	struct nexts nexts;
};

struct local {
	const struct client *kind;
	size_t kind_index;
	bool started; /* its variables have been drawn */
	int alternative; /* whose call is outstanding, or -1 */
	word *vars;
	struct call call; /* if it has one */
	bool known; /* calls */
	struct nexts calls; /* it has none: what it can do */
	VEC(struct outcome) outcomes; /* it has one: what follows, by result */
};

struct locals {
	struct arena arena;
	struct config_set keys;
	struct local **at; /* by number */
	size_t cap, nvars, nargs; /* the most variables and arguments there are */
	word *key;
	struct gen gen;
	struct tape tape;
	uint32_t *found; /* nexts that are being collected */
	size_t nfound, found_cap;
	uint32_t *marks; /* by number: the last collection it was found in */
	uint32_t mark;
};

/* Of what a client picks at once. */
enum { MOST_COMBINATIONS = 256 };

struct explorer;

void locals_start(struct explorer *);
void locals_stop(struct explorer *);
/* The client before its first call; its variables are drawn when it makes it. */
uint32_t local_first(struct explorer *, size_t client);
/* The calls that a client without one can make. */
const struct nexts *local_calls(struct explorer *, size_t client, struct local *);
/* What a client may be doing after its call has returned. */
const struct nexts *local_returns(struct explorer *, size_t client, struct local *, word result);

#endif
