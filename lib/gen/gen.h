/*
 * Clients to calls. A client is a run of words, its variables, the id first; it has at most one call outstanding. Whatever
 * it picks comes from a `struct choices`: random numbers, a recording, or all combinations one after the other (gen/tape.h).
 * Each function takes its choices, so that every client may draw from a stream of its own.
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include "spec/spec.h"

/* Evaluates what clients say: one test, its parameters. */
struct gen {
	struct machine *machine;
	word *params;
	struct gen_mishap {
		const void *where; /* the clause or the variable; equal for equal mistakes */
		const char *what; /* "then of robot" */
		struct fault fault;
	} mishap; /* after a function has returned false */
};

/* A client with its place among all clients of a spec. */
struct gen_client {
	const struct client *kind;
	int64_t id;
};

/* All clients, a kind after the other; or, if there are more than `most`, the first ones of each kind. Returns their number. */
size_t gen_clients(const struct spec *, size_t most, struct gen_client *);

/* What the variables of a new client are. */
bool gen_start(struct gen *, const struct client *, int64_t id, word *vars, struct choices *);
/* May the client make this call now? */
bool gen_ready(struct gen *, const struct alternative *, const word *vars, bool *ready);
/* The arguments of the call. */
bool gen_args(struct gen *, const struct alternative *, const word *vars, word *args, struct choices *);
/* May a call with these arguments be made? Not if PRE keeps it out, and the specification does not say how it is refused. */
bool gen_may(struct gen *, const struct operation *, const word *args, bool *may);
/* The call that was made with these arguments has returned. */
bool gen_then(struct gen *, const struct alternative *, size_t nvars, word *vars, const word *args, word result, struct choices *);

#endif
