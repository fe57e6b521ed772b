/* What the files of the mutator share. Inside lib/mutate only. */
#ifndef MUTATE_PRIVATE_H
#define MUTATE_PRIVATE_H

#include "mutate/mutate.h"

/* --- edit.c --- */

enum { NO_MUTANT = -1 };

/* An editor that lists the mutants of what is loaded, or makes one of them. */
struct mutator {
	struct spec_editor editor; /* comes first */
	struct arena *arena; /* of the list */
	VEC(struct mutant) list;
	int64_t wanted; /* the place in the list of the one to make, or NO_MUTANT */
	int64_t next;
	bool made;
	/* while something is edited */
	struct arena *nodes;
	const struct edited *in;
};

/* Lists in the arena if `wanted` is NO_MUTANT. */
struct mutator mutator_new(struct arena *, int64_t wanted);

/* --- ideal.c --- */

struct ideal_settings {
	uint64_t seed;
	size_t phases, clients, concurrency; /* at most so many */
	size_t burst; /* a client makes at most so many calls in a phase, one after the other */
	size_t each, all; /* ... where that leaves at most so many of a client, and in all, for the whole test; 0: any */
	uint64_t weights; /* draws how often each call is made; 0: as the specification says */
};

/* Invariants of the model that are looked at after each step; the model does not stop at them. */
struct watch {
	size_t n;
	const struct clause *invariants;
	bool *broken; /* set where one did not hold */
};

struct ideal_test {
	struct history *seen; /* up to the last time that all was at rest */
	const char *wrong; /* how the model went wrong, or NULL */
	bool unknown; /* it did not, but there is no telling what a call may return */
	/*
	 * If it was a `post` that went wrong: the same, and all calls and returns after that, the last of which is the return of the
	 * call that the model let go ahead; then, a rest in which nobody knows what other calls would have done. Else NULL.
	 */
	struct history *seen_wrong;
};

/*
 * An implementation that does what the model says, and of several things one at random, while the clients of the specification
 * make calls. Values are in the heap, which belongs to that specification. The watch may be NULL.
 */
struct ideal_test ideal_run(struct arena *, struct heap *, const struct spec *, const struct model *, const struct ideal_settings *, const struct watch *);

/* --- shorten.c --- */

/* What a model says of a history. */
struct judgement {
	enum outcome outcome;
	enum failure failure; /* FAIL; FAILURE_NONE: an event that cannot be */
	size_t phase; /* FAIL: which, from 1 */
	const char *reason; /* BAD_SPEC */
};

struct judgement history_judge(struct arena *, const struct model *, const struct history *, bool safety_only);
/* A shorter history that the one model still allows and the other does not, with the failure that the other sees. */
struct history *history_shorten(struct arena *, const struct model *allows, const struct model *forbids, const struct history *, size_t phase, enum failure *);

#endif
