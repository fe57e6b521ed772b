/*
 * A test in a file, with what was seen when it was made: enough to make it again days later, in another process, and to tell
 * whether it went the same way. srtest-replay(5) describes the format.
 */
#ifndef TEST_REPLAY_H
#define TEST_REPLAY_H

#include "spec/spec.h"
#include "test/test.h"

/* LARGEST: in bytes. MOST_PHASES: a test that comes to the end of 16 bits fits in. MOST_ARGUMENTS: no more than a host takes. */
enum { REPLAY_FORMAT = 1, REPLAY_LARGEST = 64 << 20, REPLAY_MOST_PHASES = 200000, REPLAY_MOST_ARGUMENTS = 64 };

/* What must be known before the specification is loaded. */
struct replay_head {
	const char *spec; /* paths as they stand in the file */
	size_t nimplementation;
	const char *const *implementation; /* a shared object, or sources */
	bool spec_marked, code_marked;
	uint64_t spec_mark, code_mark; /* as replay_mark_spec and replay_mark_code have it */
	bool seeded;
	uint64_t seed;
	int round; /* 0: not said */
	const char *fails; /* the class of the failure, or NULL */
	size_t ndefines;
	const struct define *defines;
	const char *policy; /* or NULL */
	const char *order; /* as --order has it, or NULL */
	unsigned allowed; /* kinds of misuse that the test went on after */
	size_t narguments;
	const char *const *arguments; /* of a whole program */
	enum variant variant; /* in which sources are compiled, as the test has it */
};

struct replay_return {
	int client;
	const char *value; /* as it is printed; NULL: none */
};

/* What was seen in a phase. A file that was written by hand may leave out each of it. */
struct replay_phase {
	bool returned_given, steps_given, schedule_given;
	size_t nreturned;
	const struct replay_return *returned; /* in this order */
	uint64_t blocked; /* clients, as bits */
};

struct replay {
	struct replay_head head;
	const struct test *test; /* its calls are made as they stand */
	const struct replay_phase *phases; /* by phase of the test */
};

/* Reads the head of a file; NULL after adding a diagnostic. */
struct replay_file *replay_open(struct arena *, struct diags *, const struct source *);
const struct replay_head *replay_head(const struct replay_file *);
/* Reads the rest; values are made in the heap. NULL after adding a diagnostic. */
struct replay *replay_read(struct replay_file *, struct arena *, struct diags *, struct spec *, struct heap *);
/* Writes a file. False: a path in it is no text that a file could hold. */
bool replay_write(struct text *, const struct spec *, const struct replay *);

/* Where `now` differs from what was expected first, in words that live in the arena; NULL: nowhere. */
const char *replay_difference(struct arena *, const struct spec *, const struct replay *expected, const struct replay *now);

/* Equal for equal texts of the specification and its policy. */
uint64_t replay_mark_spec(const struct spec *);
/* Equal for equal code: names of debug information do not count. False: the file cannot be read. */
bool replay_mark_code(const char *path, uint64_t *mark);

#endif
