/*
 * Mutates a specification, and asks of each mutant whether the tests that its clients make would tell it from the
 * specification. A mutant that no test tells apart shows a part that nobody would miss.
 */
#ifndef MUTATE_MUTATE_H
#define MUTATE_MUTATE_H

#include "base/diag.h"
#include "judge/judge.h"

/* MUTATION(id, name in JSON, what it does) */
#define MUTATIONS(MUTATION) \
	MUTATION(DROP, "drop", "leaves out a condition, a part of one, or a statement") \
	MUTATION(COMPARE, "compare", "compares in another way") \
	MUTATION(NEGATE, "negate", "negates a condition") \
	MUTATION(CONSTANT, "constant", "takes the next constant") \
	MUTATION(REPLACE, "replace", "takes another operator or function")

enum mutation {
#define MUTATION(id, name, doc) MUTATION_##id,
	MUTATIONS(MUTATION)
#undef MUTATION
};

extern const char *const mutation_names[];

enum mutant_verdict {
	MUTANT_TOLD_APART, /* an implementation that does what the mutant says fails a test */
	MUTANT_STRICTER, /* it does not, but the mutant forbids something that the specification allows */
	MUTANT_ALIKE, /* no test told them apart */
	MUTANT_INVALID, /* it cannot be loaded, or goes wrong by itself */
};

struct mutant {
	enum mutation kind;
	struct span span; /* what is changed */
	size_t nth; /* in the order in which the specification is loaded */
	const char *clause; /* "cpre of enter" */
	const char *before, *after; /* after is NULL where it is left out */
	enum mutant_verdict verdict;
	const char *reason; /* INVALID */
	size_t tests; /* that were made of it, in both directions */
	size_t undecided; /* of these, those that could not be judged */
	/* TOLD_APART and STRICTER: the shortest test found, and why it is not allowed by the other of the two */
	const struct history *history;
	enum failure failure; /* FAILURE_NONE: a call that its `pre` forbids */
};

/* An invariant says nothing that a test could see; but mutants can break it. */
struct guarded_invariant {
	const struct clause *clause;
	bool broken; /* by a mutant */
};

struct mutate_options {
	size_t tests; /* of each mutant in each direction; 0: MUTATE_TESTS */
	uint64_t seed;
	void (*progress)(void *context, size_t done, size_t of); /* or NULL */
	void *context;
};

enum { MUTATE_TESTS = 500, MOST_MUTANTS = 5000 };

struct mutated {
	struct spec *spec; /* what spans and histories speak of */
	struct heap *heap; /* of values in histories */
	size_t clients;
	size_t n;
	struct mutant *mutants; /* in the order of their places */
	size_t left_out; /* beyond MOST_MUTANTS */
	size_t told_apart, stricter, alike, invalid;
	size_t ninvariants;
	struct guarded_invariant *invariants;
	size_t tests; /* in each direction, at most */
	uint64_t seed;
	const char *wrong; /* how the specification goes wrong by itself, or NULL; nothing else counts then */
	bool unknown; /* it does not, but there is no telling what one of its calls may return */
};

/* In percent, rounded down: of the mutants that are valid, those told apart in one way or the other. -1: there are none, or no tests. */
int mutated_score(const struct mutated *);

/*
 * Loads a specification and tries its mutants. NULL after adding diagnostics. Without clients there are no tests, and `clients` is
 * 0. Everything lives in the arena, but for heaps, which mutated_free gives back.
 */
struct mutated *mutate_spec(struct arena *, struct diags *, const char *path, const struct spec_options *, const struct mutate_options *);
void mutated_free(struct mutated *);

#endif
