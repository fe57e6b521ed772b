/*
 * Explores a model with its clients as the environment, breadth first, and says what is wrong with the specification. A
 * state is a configuration together with what each client is doing; its steps: a client makes a call, a call goes ahead.
 */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "base/diag.h"
#include "model/model.h"

struct explore_options {
	size_t states; /* where to stop; 0: EXPLORE_STATES */
	size_t memory; /* bytes for all of it; 0: 1 GiB */
	bool graph; /* draw the states of the resource */
};

enum { EXPLORE_STATES = 2000000, EXPLORE_MOST_STATES = (1 << 25) - 2 };

/* FINDING(id, name in JSON, severity) */
#define FINDINGS(FINDING) \
	FINDING(INVARIANT, "invariant", ERROR) \
	FINDING(LEAVES, "leaves-type", ERROR) \
	FINDING(FAULT, "fault", ERROR) \
	FINDING(NO_RESULT, "no-result", WARNING) \
	FINDING(DEADLOCK, "deadlock", WARNING) \
	FINDING(STARVATION, "starvation", WARNING) \
	FINDING(NEVER_HOLDS, "never-holds", WARNING) \
	FINDING(NEVER_FAILS, "never-fails", WARNING) \
	FINDING(NOT_REACHED, "not-reached", WARNING) \
	FINDING(OUTSIDE_PRE, "outside-pre", WARNING) \
	FINDING(GROWS, "grows", WARNING) \
	FINDING(COUNTS, "counts", NOTE) \
	FINDING(UNEXPLORED, "unexplored", WARNING) \
	FINDING(NARROWED, "narrowed", NOTE)

enum finding_kind {
#define FINDING(id, name, severity) FINDING_##id,
	FINDINGS(FINDING)
#undef FINDING
};

extern const char *const finding_names[];

/* A client made a call, or its call went ahead, or the one at once after the other. */
struct explored_step {
	const char *client, *call;
	const char *result; /* or NULL */
	bool made, went_ahead, refused;
};

/* A call that waits, and why. */
struct explored_wait {
	const char *client, *call;
	const char *clause, *values; /* clause is NULL if nothing is in its way */
	const char *note; /* the message of the clause, or NULL */
};

struct finding {
	enum finding_kind kind;
	enum severity severity;
	struct span span;
	const char *message;
	const char *hint; /* or NULL */
	const char *clause, *values; /* what decides, as it is written, and the values in it; or NULL */
	const char *note; /* the message of the clause, or NULL */
	const char *parameters; /* of the test, "" if there are none */
	bool has_path; /* the steps lead there; none if it is so from the start */
	bool wandered; /* found on a random walk: there are shorter ways */
	size_t nsteps, ncycle, nwaits;
	struct explored_step *steps, *cycle;
	struct explored_wait *waits;
	const char *state; /* where the steps lead, or NULL */
};

struct guard_coverage {
	const struct clause *clause;
	uint64_t held, failed;
};

enum { GUARD_CPRE, GUARD_ENABLED, GUARD_POLICY, GUARDS };

/* How often, over all states. */
struct operation_coverage {
	const struct operation *op;
	uint64_t made, executed, refused;
	uint64_t blocked; /* pending in a state, and could not go ahead */
	bool together; /* two of them in one state */
	struct guard_coverage guards[GUARDS];
	bool *cases; /* reached, by case */
};

struct alternative_coverage {
	const struct alternative *alternative;
	const struct client *client;
	struct guard_coverage when;
	uint64_t calls, outside; /* calls a client could make here; those that PRE kept it from */
};

struct exploration {
	size_t n, errors, warnings;
	struct finding *findings; /* errors first */
	size_t states, steps; /* found; taken from one to another */
	size_t clients, all_clients; /* that took part; that there are */
	bool complete;
	const char *bound; /* what ended it, if it is not complete */
	const char *parameters; /* the values that were explored, "" if there are none */
	bool more_parameters; /* there are others */
	size_t nops;
	struct operation_coverage *ops;
	size_t nalternatives;
	struct alternative_coverage *alternatives;
	const char *graph; /* in the language of Graphviz, if it was asked for */
};

/*
 * What is worth knowing before an implementation is tested, as warnings: operations that no client calls, and what only grows. Looks at
 * a few thousand states.
 */
void explore_forewarn(struct diags *, const struct model *);

/* Everything lives in the arena. The specification must have clients. */
struct exploration *explore(struct arena *, const struct model *, const struct explore_options *);

#endif
