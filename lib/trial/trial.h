/*
 * One test, end to end: clients make calls, the host runs them, the judge says whether the model explains what was seen. A test
 * is drawn at random, or made again from data; either way what was done comes back as data.
 */
#ifndef TRIAL_TRIAL_H
#define TRIAL_TRIAL_H

#include "gen/gen.h"
#include "host/host.h"
#include "judge/judge.h"
#include "test/race.h"
#include "test/test.h"
#include "trial/places.h"
#include "trial/variety.h"

enum { TRIAL_TOLD = 4096 };

enum trial_end {
	TRIAL_PASSED,
	TRIAL_FAILED, /* by the judge's verdict, or as `kind` says */
	TRIAL_UNDECIDED, /* `wrong` says why */
	TRIAL_BAD_SPEC,
	TRIAL_NO_HOST, /* a new host could not be started; there is a diagnostic */
};

/* How the implementation failed where the judge had no say. */
enum trial_kind { KIND_JUDGED, KIND_CRASH, KIND_HANG, KIND_MISUSE, KIND_MEMORY, KIND_VALUE, KIND_RACE, KIND_CREATE, KIND_DESTROY, KIND_LEAK };

struct trial_result {
	enum trial_end end;
	enum trial_kind kind;
	enum failure failure; /* KIND_JUDGED */
	const struct test *test; /* what was done, up to the failure */
	const struct history *history; /* the same as events, for reports; NULL where clients passed a test by picks */
	const struct verdict *verdict; /* valid until the next trial */
	const char *wrong; /* what happened, where the judge had no say */
	const char *output; /* what the implementation printed, as host_output has it; or NULL */
	const char *unseen; /* what the implementation does that the scheduler does not see, if that is why it is undecided; or NULL */
	bool incomplete; /* UNDECIDED: the specification cannot go on from what it allows, and the implementation chose to do */
	bool outside; /* NO_HOST: something outside may be to blame, and not the library */
	bool too_large; /* it ended early, for there were more configurations than its settings allow */
	bool hung; /* the host was waited for in vain, for as long as it may take */
	struct stack stack; /* of the call that failed so, as far as it is known */
	struct stack unwritten; /* where memory was read that nobody had written, if it was; and `allocated` says where */
	struct stack allocated, freed; /* KIND_MEMORY, KIND_LEAK: where that was done to the memory in question */
	bool patient; /* it was made once more, with much patience, which is what all this is of */
	uint64_t steps;
	enum certainty certainty; /* of the last phase; what rests on polling was confirmed with more patience */
	struct trace trace; /* if it was asked for */
	size_t nraces; /* that the host told of: where races fail tests, all that there were */
	const struct told_race *races;
};

struct trial_settings {
	uint64_t seed;
	size_t phases, concurrency; /* at most so many */
	size_t clients;
	size_t absent; /* clients of this kind, from 1, make no calls; 0: all do */
	bool mingled; /* calls that are made at once come from any of the clients, not from those next to each other */
	bool gathered; /* in each phase as many make calls as may and can */
	size_t burst; /* a client makes up to so many calls in a phase, one after the other; 0: one */
	bool storm; /* ... and each makes so many if it can */
	bool counted; /* ... but no more in the whole test than if all made theirs phase by phase: the specification says how many phases there are */
	size_t configurations; /* of the model, in a phase: the test ends where there are more; 0: it is undecided, by the judge's own bound */
	bool rare; /* what POSIX allows and happens rarely may happen */
	bool zeros; /* new memory is all zero */
	enum reuse reuse; /* of memory that was freed */
	enum variant variant; /* of the implementation; where that cannot be had, it is the usual one */
	bool learn; /* the host looks for places where calls can be stopped */
	bool stop; /* some of them get breakpoints */
	bool renewed; /* the test after it gets a new host */
	bool collect; /* places in the library from which primitives are called are collected */
	bool varies; /* how different its schedule is from those of others counts */
	uint64_t weights; /* draws how often each call is made; 0: as the specification says */
	int scarce; /* this operation, from 1, is called far less often than all others, whatever the weights say; 0: none is */
	uint64_t biases; /* draws which values are preferred; 0: none are */
	size_t nth; /* of a round: where the strategy is NONE, it goes by this (portfolio.h) */
	enum strategy strategy;
	unsigned depth; /* of the strategy; 0: as it likes */
};

struct trial;

/* What is picked: a client's variables, the arguments of its call, what it does when that has returned. */
enum pick_of { PICK_START, PICK_ARGS, PICK_THEN };

/* Who goes through tests and their schedules one by one wants to know what there was to choose. */
struct trial_watch {
	/* A test is made, from its first phase on. */
	void (*begins)(void *context);
	/* The phase (from 0) is about to run: from which point on are points to be told? */
	uint64_t (*first_point)(void *context, size_t phase);
	/* It is at rest. whole: no call was left out of the test so far. */
	void (*rested)(void *context, size_t phase, bool whole, const struct points *);
	/* One of n is picked: the nth pick for the client's call (from 0). */
	void (*picked)(void *context, int client, size_t call, enum pick_of, size_t nth, uint64_t n);
	void *context;
};

struct trial *trial_new(struct diags *, const struct model *, const struct host_options *, const struct judge_options *);
/* Another one for the same implementation, with the same statistics. It is freed with the first. */
struct trial *trial_twin(struct trial *);
void trial_free(struct trial *);
const struct spec *trial_spec(const struct trial *);
/* The number of clients there are. */
size_t trial_clients(const struct trial *);
const char *trial_client_name(int client, void *trial);

/*
 * Starts a random test. Several trials can run at the same time, each a test of its own: trial_advance waits for what the host
 * of one has to say, and asks it for more. False: the test is over, and the result is there; what it points to lives until the
 * trial runs another test.
 */
void trial_start(struct trial *, const struct trial_settings *, struct trial_result *);
bool trial_advance(struct trial *);
/* Forgets the test that is running. */
void trial_abandon(struct trial *);
/* How a test is made again; all zero: as it was made. */
struct trial_how {
	bool fails; /* it has failed: where somebody polls it passes only if it does so with much patience, too */
	bool trusting; /* a failure that rests on watching those who poll is believed at once, as a larger test was made again to be sure */
	bool common; /* nothing happens that POSIX allows but is rare, even if it was chosen */
	bool renewed; /* the test after it gets a new host */
	bool own_spins; /* calls spin at the scheduling points that the test has, and not at those that others have shown since */
	bool steps; /* every step of the schedule is kept; of the longest tests those of the last TRIAL_TOLD phases */
	const struct trial_watch *watch; /* is told of it, though not when it is made once more to be sure; or NULL */
	bool (*unwanted)(void *); /* it ends undecided, wherever it is, once nobody wants to know how it ends; NULL: somebody does */
	void *context;
};
/* Makes a test again; what cannot be made any more is left out. */
void trial_again(struct trial *, struct arena *, const struct test *, const struct trial_how *, struct trial_result *);

/* The next test gets a new host. */
void trial_renew(struct trial *);
/* The variant in which most tests are made. */
enum variant trial_usual(const struct trial *);
/* Are there tests in this one? */
bool trial_has_variant(const struct trial *, enum variant);
/* The library of a variant; of the usual one if there is none. */
const char *trial_library(const struct trial *, enum variant);
/* Makes no more tests in the variant of the last one, for this reason. False: it is the usual one, in which all can be made. */
bool trial_leave_variant(struct trial *, const char *why);

/* A place in the library from which a primitive is called, and what is done there, as trace_step has it. */
struct trial_site {
	const char *action;
	uint64_t place;
};
/* Those that random tests came to, where they collect them. */
const struct trial_site *trial_sites(const struct trial *, size_t *n);

/* Did both fail in the same way? */
bool trial_same(const struct trial_result *, const struct trial_result *);

/* Blocked: when all was at rest after the phase in which the call was made. Released: returned in a later one. */
struct trial_operation_stats {
	uint64_t made, returned, blocked, released;
	uint64_t together; /* blocked while another one was, too */
	uint64_t behind; /* made while another one was blocked */
	uint64_t parted; /* blocked while another one that was made at the same time returned */
};

/* What was left when an instance had been destroyed, in the first of the tests in which it was too much. */
struct trial_leak {
	uint64_t tests, calls; /* so many tests; in the first one so many calls */
	uint64_t descriptors, threads;
};

/* The same of blocks of memory to which nothing led any more. */
struct trial_lost {
	uint64_t tests, calls;
	uint64_t blocks, bytes;
	enum variant variant; /* whose library that is in: */
	struct stack allocated; /* where the first of them was */
};

/* What there is of a variant of the implementation. */
struct trial_variant_stats {
	uint64_t tests; /* in it */
	const char *lacking; /* why no more are made; or NULL */
	struct places_known *places; /* where calls were, and could be stopped */
};

struct trial_stats {
	uint64_t tests, calls, phases, steps, blocked, released;
	uint64_t cut; /* tests that ended early, since the model could be in too many states by then */
	const char *cut_for; /* variables of the model in which these differed in the first of them; "": in none */
	uint64_t destroyed; /* tests in which destroy was called */
	uint64_t strategies[STRATEGIES]; /* tests with several calls at once that each drew; NONE: several did */
	struct trial_variant_stats in[VARIANTS];
	struct trial_operation_stats *ops; /* by operation */
	const char *incomplete; /* where the specification cannot go on from what was done, though it allows that: what goes wrong first; or NULL */
	size_t nraces, more_races; /* each pair of places once; those beyond what is kept */
	struct told_race *races;
	uint64_t missed_races; /* tests in which there may be more */
	struct tally *tally; /* what of the model was exercised */
	struct trial_leak leak;
	bool strange; /* calls came to code that is in no file, where they cannot be stopped */
	struct trial_lost lost;
	struct variety variety; /* of tests with several calls at once, or of a whole program */
	size_t at_once; /* no more clients made calls at once in a phase */
	bool began; /* the host told when a call began, after others had returned */
};
const struct trial_stats *trial_stats(const struct trial *);
/* How the last phase of the last random test was drawn; NONE where the host draws as it likes. */
struct drawing trial_drawing(const struct trial *);
/* Of the usual variant. */
const struct host_facts *trial_facts(const struct trial *);

#endif
