/*
 * All that is done with one implementation: rounds of tests; and if one fails, it is made smaller, made again to see whether it
 * fails each time, and looked at: what a report says is put together here.
 */
#ifndef TESTER_TESTER_H
#define TESTER_TESTER_H

#include "report/report.h"
#include "test/replay.h"
#include "trial/exhaust.h"
#include "trial/rounds.h"

enum { TESTER_CONFIRMATIONS = 20 };
/* How long a host in which calls run freely may be silent: see host_options. */
#define TESTER_FREE_PATIENCE 30000000000

struct tester_options {
	const char *implementation; /* as reports name it */
	struct host_options host;
	const char *free_program; /* takes over where the host does not see all that the implementation uses; NULL: it does not */
	struct judge_options judge;
	struct rounds_options rounds; /* its context is also that of the functions below */
	bool mutate; /* an implementation that passes is changed, to see what the tests are worth */
	bool exhaustive; /* instead of rounds: all small tests; the time, and what is called, are those of the rounds */
	struct exhaust_options exhaust;
	int64_t shrink_seconds;
	/* called while a failure is made smaller: how many runs so far, and of how many calls the smallest one is; may be NULL */
	void (*shrinking)(void *, size_t runs, size_t calls);
};

struct tester;

/* Tests the implementation. What is found lives as long as the tester; where it cannot be loaded there are diagnostics too. */
struct tester *tester_run(struct diags *, const struct model *, const struct tester_options *, struct tested *);
/* Makes the test of a replay file again: it fails in the same way, or passes where nobody expected otherwise, or is undecided. */
struct tester *tester_replay(struct diags *, const struct model *, const struct tester_options *, const struct replay *, const char *file, struct tested *);
void tester_free(struct tester *);
/* What tells the failure that was found from others; there are two, which live as long as the tester. NULL: there is none. */
const struct signature *tester_signatures(const struct tester *);

/* What a report says of the tests that were gone through, of a specification with so many clients. */
const struct tested_exhaustive *tester_proof(struct arena *, const struct exhaust_options *, const struct exhaust_result *, size_t clients);

/* Fills in what a test that failed in the trial says: its class, where and why it failed, and what the implementation did. */
void tester_describe(struct arena *, const struct model *, const struct trial *, const struct trial_result *, struct tested *);
/*
 * A sandbox in which these hosts can run: what loading needs can be read, and with a command of its own the current folder, beside what
 * the options name. Libraries that the library names are read only if they lie in `folder`, where that is not NULL. NULL after a diagnostic.
 */
struct sandbox *tester_sandbox(struct diags *, const struct host_options *, const char *free_program, const char *folder, const struct sandbox_options *);
/* Fills in what was around the implementation, and what it tried in there. */
void tester_tell_sandbox(struct arena *, const struct sandbox *, struct tested *);
/* The class of a failure: "safety", "crash". */
const char *tester_class(const struct trial_result *);

/* Tests mutants of an implementation that passed in the trial, and fills in what became of them. */
void tester_mutate(struct arena *, struct diags *, struct trial *, const struct model *, const struct tester_options *, struct tested *);

/*
 * Does the failure need calls that overlap? It does if every order of them, one call a phase and nobody preempted, passes. Asks
 * `enough` now and then, which may be NULL.
 */
enum overlap tester_overlap(struct trial *, const struct test *, const struct trial_how *, bool (*enough)(void *), void *context);

#endif
