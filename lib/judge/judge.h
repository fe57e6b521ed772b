/*
 * The judge: events in, a verdict and its explanation out. It knows nothing of where the events come from: a test that is
 * running, or a file.
 */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include "base/diag.h"
#include "model/model.h"

struct judge;

/* What judged phases have exercised of the model; many judges may add to it, one after the other. */
struct tally;

struct tally *tally_new(const struct model *);
void tally_free(struct tally *);

/* `held` and what is kept count calls whose operation, or whose policy, has a condition for them. */
struct tally_operation {
	bool guarded;
	uint64_t held; /* returned: the condition held */
	uint64_t kept, kept_by_policy; /* blocked when all was at rest, by the operation's own condition or by the policy's */
	uint64_t *cases; /* of each case of the operation: calls before whose phase it held */
};
const struct tally_operation *tally_operation(const struct tally *, const struct operation *);
/* Distinct states of the model in which all was at rest; *more: they are no longer counted. */
size_t tally_states(const struct tally *, bool *more);

enum { JUDGE_CAP = 1000000 };

struct judge_options {
	size_t cap; /* configurations in a phase; 0: JUDGE_CAP */
	size_t early; /* fewer, as long as nothing is wrong: from so many on it is undecided; 0: the same */
	size_t many; /* configurations from which on one order of calls will do where all must end alike; 0: a thousand */
	size_t memory; /* bytes for them and their values; 0: 768 MiB */
	bool safety_only; /* ask only whether what returned may have returned */
	bool in_rows; /* take the events of a phase one by one, and slots again at once, not only where that is needed: histories are in the order of time */
	struct tally *tally; /* or NULL */
};

/*
 * A call is made, and nothing of it has happened before it begins: all that had returned in its phase by then went ahead before it arrives. A call
 * of which nobody says that it begins may have begun when it was made.
 */
/*
 * A lost call is one of which nobody will know whether it goes ahead: it may from now on at any time, with whatever result, or never. The end is
 * a rest after which nothing follows; calls that are outstanding there are lost.
 */
enum event_kind { EVENT_CALLED, EVENT_BEGAN, EVENT_RETURNED, EVENT_LOST, EVENT_AT_REST, EVENT_END };

struct event {
	enum event_kind kind;
	int client; /* any number; each client has at most one call outstanding */
	const struct operation *op; /* CALLED */
	const word *args;
	bool has_value; /* RETURNED */
	word value;
	int64_t time; /* in nanoseconds, since any moment; read only where a clause asks for how long a call has waited */
	bool rough; /* AT_REST: calls that have returned may have waited for less than that */
	bool unsure; /* AT_REST: nobody knows how long those have waited that have not */
};

enum outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_UNDECIDED, OUTCOME_BAD_SPEC };

/* UNCLASSED: it is a failure, but telling which would need more configurations than are looked at. */
enum failure { FAILURE_NONE, FAILURE_SAFETY, FAILURE_ORDER, FAILURE_VALUE, FAILURE_PROGRESS, FAILURE_UNCLASSED };

/* An order of events in which a clause had these values. */
struct circumstance {
	const char *after; /* "r0 exit(1, 300)"; "" if nothing of the phase had gone ahead */
	const char *values;
	const char *message; /* what the specification says to whoever breaks it; or NULL */
	size_t novertaken;
	const char **overtaken; /* pending calls that should have gone before it: "r1 enter(1, 900)" */
	bool any_overtaken; /* one of them would have done */
};

/* Why a call could not return, or could not stay blocked. */
struct why {
	int client;
	const struct operation *op;
	const char *call; /* enter(1, 900), or as the specification displays it */
	const char *rule; /* "cpre of enter" */
	const char *clause; /* the part that decides, as it is written; NULL if nothing stands in the way */
	size_t n; /* distinct circumstances that are kept */
	struct circumstance *at;
	size_t orders; /* in how many of the model's configurations it was so */
	bool always; /* in all of them */
	size_t bound_in; /* PROGRESS: the phase (from 1) in which it became bound to go ahead */
};

/* A call of the phase that decided, as the reports list it. */
struct judged_call {
	int client;
	const char *call;
	bool fresh; /* made in this phase */
	bool returned;
	const char *result; /* or NULL */
	const char *ahead; /* calls of this phase that had returned before it began: "w0 put(7), w1 put(8)"; or NULL */
};

struct verdict {
	enum outcome outcome;
	enum failure failure;
	size_t phase; /* from 1: the one that decided */
	size_t phases, calls; /* judged so far */
	size_t most; /* configurations in the largest phase */
	const char *reason; /* UNDECIDED, BAD_SPEC: in words */
	/* FAIL and BAD_SPEC: the model before the phase that decided */
	size_t nstates; /* distinct ones; there may be more */
	bool more_states;
	const char **states, **scheduling;
	size_t ncalls;
	struct judged_call *outstanding;
	size_t nwhys;
	struct why *whys;
	bool not_together; /* each call could return, but not all of them */
	bool timed; /* FAIL: it could be if the calls of the phase had begun together */
	const struct mishap *mishap; /* BAD_SPEC */
	const char *mishap_call;
};

/* Everything but the heap lives in the arena. */
struct judge *judge_new(struct arena *, const struct model *, const struct judge_options *);
void judge_free(struct judge *);
/* Starts a new history; params as rules_start takes them. */
void judge_begin(struct judge *, const word *params);
/*
 * Takes the next event, whose values may live in any heap: they are copied. After a verdict other than PASS, events are
 * ignored. False: the event cannot be (see judge_misuse).
 */
bool judge_event(struct judge *, const struct event *);
/* What was wrong with the last event. */
const char *judge_misuse(const struct judge *);
const struct verdict *judge_verdict(struct judge *);
/* The history ends here, within a phase, for a reason that the judge does not know: fills in what the verdict says of the model. */
void judge_describe(struct judge *);
/* All is at rest: may the instance be destroyed, whatever the model may be? A verdict of BAD_SPEC may come of it. */
bool judge_may_end(struct judge *);
/*
 * Could an implementation that conforms have made anything else of the events so far? It may return another value where that is not computed,
 * let others go first, or keep a call that need not go ahead.
 */
bool judge_left_choice(const struct judge *);
/* In how many configurations the model may be now. */
size_t judge_open(const struct judge *);
/* Variables of the state in which these differ: "items, last"; it lives in the judge's arena. */
const char *judge_differing(struct judge *);
/* The viable configurations at this moment, each on a line of its own. */
void judge_print_viable(struct judge *, struct text *);
/* How clients are called in what the judge writes. */
void judge_name_clients(struct judge *, const char *(*name)(int client, void *), void *);

/* A recorded history. */
struct history {
	const struct spec *spec;
	const char *path; /* of the file that it was read from, or NULL */
	const word *params; /* or NULL */
	struct history_line *lines;
	size_t n;
	const char **clients; /* names, by number */
	size_t nclients;
	bool at_rest; /* the last line says so */
	bool timed; /* its lines stand in the order in which all that happened */
};

struct history_line {
	struct event event;
	uint64_t at; /* where it stands in the file */
	size_t number; /* of its line there, from 1; 0: in none */
};

#endif
