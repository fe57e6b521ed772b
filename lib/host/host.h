/*
 * Our end of the host protocol (drivers/srtest-host.h): starts a host, tells it what to call, and hands on what it says. A host
 * is not trusted: what it says is copied and checked, and one that talks nonsense, falls silent or dies is told as such.
 */
#ifndef HOST_HOST_H
#define HOST_HOST_H

#include "base/diag.h"
#include "drivers/srtest-host.h"
#include "sandbox/sandbox.h"
#include "spec/spec.h"
#include "test/race.h"
#include "test/test.h"

struct host;

/* What a whole program is given by whoever runs it: arguments behind its name. */
struct program_start {
	size_t n;
	const char *const *arguments;
	bool no_status; /* its `main` returns nothing: that it comes back is as good as 0 */
};

/* What becomes of descriptors, threads and memory that are left when an instance is destroyed. */
enum host_leaks { LEAKS_WARN, LEAKS_FAIL, LEAKS_OFF };
/* WARN: each race is told once; FAIL: in each test in which it happens, for it fails the test. */
enum host_races { RACES_WARN, RACES_FAIL, RACES_OFF };

/* What came between that the implementation need not be to blame for. */
struct hindrance {
	const char *limit; /* that a host hit, "memory"; or NULL */
	bool outside; /* a host was ended from outside, or could not be started */
};

/* The same sources, compiled in other ways. */
struct host_others {
	unsigned which; /* variants, as bits; 0: there are none */
	/* The path, for which it may have to be waited. NULL: it cannot be compiled so; *lost: for reasons that need have nothing to do with it. */
	const char *(*library)(void *context, enum variant, bool *lost);
	void *context;
	const char *folder; /* in which all are */
};

struct host_options {
	const char *program; /* srtest-host */
	const char *command; /* a line for the shell that starts a host, which talks through its standard input and output; or NULL */
	const char *library;
	enum variant variant; /* that the library is */
	struct host_others others; /* beside it; hosts know nothing of them */
	const char *name; /* what messages call it; NULL: by its path */
	bool free; /* the program lets calls run freely: no schedule, and `testing: wait` instead of the horizon */
	enum srtest_mutation mutation; /* of a primitive, where it is called from... */
	uint64_t mutated; /* ... this place in the library */
	struct program_start main; /* where that is what is called */
	enum host_races races;
	enum host_leaks leaks;
	unsigned allowed; /* kinds of misuse that tests go on after */
	unsigned no_rare; /* kinds of what is rare that do not happen, beside those of the specification */
	bool again; /* it has been loaded before: if it dies while it is loaded now, host_begin tells that, as of a test */
	int64_t patience; /* nanoseconds that it may compute without an answer, beyond which the host is ended */
	const struct sandbox *sandbox; /* that hosts run in, which the caller keeps; or NULL */
	int journal; /* a file in memory, where hosts of one implementation note what tests do to files, so that the next one can put it back; 0: none */
	struct hindrance *hindrance; /* where it is noted; or NULL */
	/* are tests to wait only for answers that come at once? may be NULL */
	bool (*interrupted)(void *);
	void *context;
};

/* Where in a phase there was something to choose: who of those that could go on did so, or whom somebody woke. */
enum point_kind { POINT_MAY_STAY, POINT_MUST_SWITCH, POINT_WAKES_ONE };

struct point {
	enum point_kind kind; /* MAY_STAY: the default is to stay with the actor, and all else preempts it */
	int32_t actor;
	uint32_t nth;
	uint64_t state; /* equal only for equal states; 0: not known */
	size_t n;
	const int64_t *actors; /* that could be chosen, the default first */
};

struct points {
	bool told; /* the host can tell of them */
	bool polled; /* somebody was left out of the choice because he polls */
	bool more; /* there were more than were told */
	uint64_t count; /* in the phase */
	size_t n; /* told: the last ones */
	const struct point *at; /* valid until the next event */
};

enum host_event_kind {
	HOST_BEGAN, /* the call of a client, after others had returned */
	HOST_RETURNED,
	HOST_AT_REST,
	HOST_STEP, /* only where steps are wanted */
	HOST_SPINS, /* at `spins`, if it is known where: the test is void */
	HOST_MISUSE,
	HOST_MEMORY,
	HOST_HANG, /* or it was ended for what it need not be to blame for */
	HOST_COMPUTES, /* a call does, for longer than `testing: compute` */
	HOST_UNSEEN, /* what it does from here on, nobody knows */
	HOST_STUCK, /* create or destroy does not return */
	HOST_DIED, /* by a signal it could still tell of, or without a word */
	HOST_UNABLE, /* it says that it cannot do what it was asked for */
	HOST_REFUSED, /* by us: a value does not fit what it is bound to */
};

struct host_event {
	enum host_event_kind kind;
	int client; /* BEGAN, RETURNED */
	bool waits; /* RETURNED: nothing moves until host_issue makes the client's next call, or host_no_more says that there is none */
	bool has_value;
	word value;
	const char *wrong; /* RETURNED: the value cannot be one of the model's; else what happened: in quotes, where these are the host's words */
	struct stack stack; /* MISUSE, MEMORY, COMPUTES, UNSEEN, DIED: of the call that did it, where that is known; valid until the next test */
	struct stack allocated, freed; /* MEMORY: where that was done to the memory in question */
	int64_t time; /* BEGAN, RETURNED, AT_REST: in nanoseconds, where the specification asks for it */
	bool delayed; /* AT_REST: who has waited may not have wanted to, for so long */
	uint64_t steps; /* AT_REST */
	uint64_t mark; /* AT_REST: very likely another one if the steps were others; 0: not known */
	enum certainty certainty; /* AT_REST, STUCK */
	bool destroys; /* STUCK: destroy does not return, not create */
	struct points points; /* AT_REST, where they are wanted */
	struct trace_step step; /* STEP: its phase is left to the caller; `action` is valid until the test is over */
	size_t nspins;
	const uint64_t *spins; /* valid until the next test */
	size_t nchoices;
	const struct choice *choices; /* valid until the next event */
};

/* Starts a host and loads the library. NULL after a diagnostic. */
struct host *host_start(struct diags *, const struct spec *, const struct host_options *);
/* Ends the host, however it is. */
void host_stop(struct host *);
/* What is known of the implementation, and of how it is run, once it is loaded. Of symbols it uses, "" stands for none. */
struct host_facts {
	const char *carriers; /* how they are made: "fibers" or "threads" */
	const char *identity; /* symbols that tell threads apart: with them, carriers are threads */
	const char *unseen; /* symbols that the scheduler does not see: a pass means little then */
	const char *varying; /* symbols whose results vary */
	bool sees_accesses; /* to memory; else there are no races to tell of */
	bool judges_races; /* it can be told which of them nothing orders */
	bool takes_bursts; /* clients can make several calls in a phase, one after the other */
	bool real_times; /* who is slow has waited for less than the times say */
};
/* They live in the arena. */
struct host_facts host_facts(const struct host *, struct arena *);

/* The end of what the implementation printed in the test, "" for nothing; its first line says how much comes before that. */
const char *host_output(const struct host *, struct arena *);

/* Were there more accesses in the test that has ended than the host could remember? */
bool host_missed_races(const struct host *);
/* The races that were told since the test began; they live until the next one. */
const struct races *host_races(const struct host *);

/* Where memory was read in the test that nobody had written, first of all, and where that was allocated; NULL: nowhere. */
struct unwritten {
	struct stack read, allocated;
};
const struct unwritten *host_unwritten(const struct host *);

/* What is done in a test beside its calls. */
struct host_test {
	size_t nspins;
	const uint64_t *spins; /* places where calls spin */
	size_t nbreakpoints;
	const uint64_t *breakpoints; /* places where calls are stopped */
	bool learn; /* the host is to learn places where calls could be stopped */
	bool zeros; /* new memory is all zero */
	enum reuse reuse;
};

/* Each is false, with an event to say why, if the host is gone or refuses. Values are read into the heap. */
bool host_begin(struct host *, const word *params, const struct host_test *, struct host_event *);
bool host_issue(struct host *, int client, const struct operation *, const word *args, const word *params, struct host_event *);
/* After the client's call that is not back, or else the next one, another one may come in the phase; only where the host takes bursts. */
void host_more(struct host *, int client);
/* That is not so, of the client whose call has returned. */
void host_no_more(struct host *);
/* Lets the phase run: with a schedule that is drawn, or with these choices. */
struct host_phase {
	unsigned patience; /* how many times as long as usual is waited for those who poll */
	bool endless; /* all timeouts fire, whatever the horizon, where host_go_later cannot be asked for */
	bool steps; /* tell every step */
	struct drawing drawing; /* of the choices */
	size_t nchoices; /* where they are not drawn */
	const struct choice *choices;
	bool points; /* where choices are not drawn: tell of the points at which there is something to choose */
	uint64_t first_point; /* from this one on, counted from 0 */
};
void host_continue(struct host *, const struct host_phase *);
/* The phase goes on after all was at rest, until a call returns, with those who sleep for longer than the horizon, or wait so long if `waits`. */
void host_go_later(struct host *, bool waits);
/* The next event of the phase. */
void host_next(struct host *, struct heap *, struct host_event *);
/* Asks to end the test. */
struct host_end {
	bool destroy; /* the instance is to be destroyed */
	bool steps; /* tell every step of that */
};
bool host_end(struct host *, const word *params, const struct host_end *, struct host_event *);
/* What is known when it has ended. */
struct host_outcome {
	bool spoiled; /* this host cannot run another one */
	size_t nlearned;
	const uint64_t *learned; /* places where calls could be stopped; valid until the next test, as the next ones */
	size_t nvisits;
	const uint64_t *visits; /* to each breakpoint */
	uint64_t order; /* a number for the order in which calls went on */
	uint64_t choices; /* at so many points others could have gone on */
	bool tells_crossings; /* at so many of these points somebody in the middle of a call could have, too, and at so many did not: */
	uint64_t open, crossed;
	uint64_t descriptors, threads; /* of the implementation, that are left */
	bool strange; /* calls have come to code that is in no file, where they cannot be stopped */
	uint64_t blocks, bytes; /* of memory that it has lost */
	struct stack allocated; /* where the first of them was */
};

/* It has ended. False, with an event, if it did not end well, or, with a step, not yet. */
bool host_ended(struct host *, struct host_outcome *, struct host_event *);

#endif
