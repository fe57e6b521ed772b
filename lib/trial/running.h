/* A test while it runs: what trial.c does with it is to say which calls are made. Inside lib/trial only. */
#ifndef TRIAL_RUNNING_H
#define TRIAL_RUNNING_H

#include "base/random.h"
#include "trial/patience.h"
#include "trial/subject.h"
#include "trial/trial.h"

/* So many calls a phase may have, as the judge can follow; those that wait from before are among them. In a row no more are made than IN_ALL. */
enum { MOST_CLIENTS = TEST_MOST_CLIENTS, MOST_AT_ONCE = MODEL_SLOTS, IN_ALL = MODEL_SLOTS - 8 };

typedef VEC(struct script_call) script_calls;

/* A client while a test runs. */
struct actor {
	struct gen_client who;
	int before; /* the client of its kind with the next lower id, or -1 */
	word *vars;
	const struct operation *outstanding; /* or NULL */
	const word *args; /* of that call */
	uint64_t since; /* the phase in which it was made */
	bool started;
	script_calls calls; /* what it did */
	struct picks start;
	size_t next; /* of the script that is followed */
	size_t more; /* calls that it may still make in this phase, one after the other */
};

/* Where the calls of a test come from. */
struct draws {
	const struct trial_settings *settings; /* drawn, if not NULL */
	const struct test *test; /* made again */
	size_t nclients;
	uint64_t state;
	/* makes the calls of the next phase, and lets the host run them; false: there are none, or the test is over */
	bool (*phase)(struct trial *);
	/* makes the client's next call of the phase, if there is one; false: the test is over */
	bool (*more)(struct trial *, int client);
};

/* Where clients are in what they call before the instance is destroyed: in which of the steps, for the how manyth time. */
struct ending_steps {
	size_t lap, step, client;
	bool called; /* somebody has, since the first of the steps */
};

enum running { RUNNING_NOTHING, RUNNING_PHASE, RUNNING_END };

struct trial {
	const struct model *model;
	struct diags *diags;
	struct host_options host_options;
	int journal; /* 0 in a twin, which has that of the first */
	struct subject subjects[VARIANTS];
	struct subject *subject; /* of the test that is running, and of the next one unless another is chosen */
	bool lost; /* nobody knows whether the next test can be made in the variant that was chosen */
	bool outside; /* ... or no host could be started, and something outside may be to blame */
	struct host_facts facts; /* of the usual variant */
	struct arena arena; /* of the trial */
	struct arena judged; /* of the judge's words about a test */
	struct judge *judge;
	struct judge_options judge_options;
	struct heap *heap; /* of the clients' variables in a test */
	struct gen gen;
	size_t nclients;
	struct actor actors[MOST_CLIENTS];
	word *params;
	struct trial_stats *stats; /* its twins have the same, and where they live */
	struct arena *stats_arena;
	struct tally *tally; /* in them; NULL in a twin */
	struct trial *twin; /* or NULL */
	struct arena tests; /* of random tests */
	struct arena repeated; /* of a test that is repeated */
	/* the test that is running */
	enum running running; /* what the host was asked for */
	struct draws draws;
	struct trial_settings settings;
	int clients[MOST_AT_ONCE]; /* who calls in the phase; some of them several times */
	size_t ncalling, nfirst; /* ... and so many from its beginning on */
	size_t nwaiting; /* calls that had not returned when it began */
	bool midway; /* the phase runs */
	struct host_phase asked;
	struct drawing drawing; /* of the last phase of a random test */
	size_t next_phase; /* of the test that is made again */
	struct ending_steps ending;
	struct arena *out;
	const char *const *names; /* of clients that make calls as they stand; NULL: the clients are those of the spec */
	VEC(struct test_phase) phases;
	VEC(struct history_line) lines;
	VEC(struct trace_step) steps;
	VEC(const char *) files; /* that they are in */
	uint64_t phase;
	int64_t now; /* when the host last told of something */
	struct trial_result *result;
	struct trial_how how; /* it is made again */
	bool destroys; /* the instance is destroyed at the end */
	bool left_out; /* a call of the test that is made again was */
	struct patience patience;
	VEC(struct trial_site) sites; /* in the arena of the trial */
	bool gone; /* the host is, or it is in the middle of something */
	bool forgot; /* what a client remembers cannot be evaluated for what a call returned: whose fault that is, is known when it is judged */
	bool spun; /* the test is void: it was found to spin at a new place */
	bool zeros; /* new memory is all zero in the test */
	enum reuse reuse; /* of memory, in the test */
	size_t nbreakpoints; /* of the test */
	uint64_t breakpoints[TEST_MOST_BREAKPOINTS];
};

/* Calls spin at these places. False: that was known of all of them. */
bool running_know_spins(struct trial *, const uint64_t *places, size_t n);
/* Begins a test. */
void running_begin(struct trial *, const struct draws *, struct arena *out, struct trial_result *);
/* Does what the client remembers let it make this call? Where that cannot be evaluated, the result says so, and the test is over. */
bool running_is_ready(struct trial *, const struct actor *, const struct alternative *);
/* Makes the client's call in the phase that is being put together, or that runs, unless PRE keeps it out. False: the test is over. */
bool running_call(struct trial *, int client, int alternative);
/* Is there a call that has not returned? */
bool running_anyone_waits(const struct trial *);
/* Does nobody wait, and may the instance be destroyed? */
bool running_may_end(struct trial *);
/* Lets the phase run that was put together. */
void running_continue(struct trial *, const struct host_phase *);
/* Takes what the host says next, and asks it for more. False: the test is over, and the result is there. */
bool running_advance(struct trial *);

#endif
