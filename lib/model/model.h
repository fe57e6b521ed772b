/*
 * The semantics of a specification: configurations, and the rules that lead from one to the next.
 *
 * A configuration is a run of words:
 *
 *   state | scheduling state | policy's state | in | pending | info of each slot | before of each slot
 *
 * Outstanding calls have slots, 0 to 63. `in` holds the calls that have not arrived, `pending` those that have and have not
 * gone ahead, as sets of slots. `before` of a slot is who arrived earlier; it is there only if a clause asks for it. Where the order is open it
 * holds those of which that is known, be it of a call in `in`.
 * Equal configurations are equal word by word.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "spec/spec.h"

enum { MODEL_SLOTS = 64 };

/* Nobody waits for so many milliseconds. */
#define WAITED_FOR_EVER ((word)1 << 40)

/* What the order of arrival is needed for. */
enum order {
	ORDER_NONE, /* nobody asks */
	ORDER_OPEN, /* only `older` is asked for: the order of calls that came together is left open until it matters */
	ORDER_FULL, /* the order is fixed when calls arrive */
};

struct model {
	const struct spec *spec;
	enum order order;
	bool arrivals; /* when a call arrives matters, not only that it has */
	bool infos; /* calls carry scheduling information */
	bool others; /* results depend on calls that were under way at the same time */
};

void model_init(struct model *, const struct spec *);

/* Where the parts of a configuration are. */
struct layout {
	size_t slots;
	size_t sched, policy, in, pending, info, before; /* the state is at 0 */
	size_t words;
};

/* An outstanding call. */
struct call {
	const struct operation *op;
	const word *args;
	int client;
	bool refused; /* outside PRE */
	bool returned;
	bool lost; /* nobody knows whether it goes ahead, nor what it returned */
	word result; /* if it returned, and returns something */
	word waited[WAITED_COUNT]; /* in milliseconds: when it returned, or if it has not, when all was at rest */
};

/* What went wrong in the specification itself while a rule was applied. */
struct mishap {
	const struct clause *clause;
	struct fault fault; /* kind FAULT_NONE: the invariant does not hold */
	int slot; /* whose call, or -1 */
};

/* The rules at work: one test, its parameters and its outstanding calls. */
struct rules {
	const struct model *model;
	struct heap *heap;
	struct machine *machine;
	word *params;
	struct layout layout;
	word *before; /* the configuration before the step that is being made */
	struct call calls[MODEL_SLOTS];
	struct pending pending[MODEL_SLOTS];
	uint64_t flight; /* slots of calls that are or were outstanding in this phase: what ENSURES takes for others() */
	uint64_t apart[MODEL_SLOTS]; /* of each of these: those that were over when it began, or began when it was over */
	uint64_t fresh; /* slots of calls that were made in this phase: where the order is open, it is so between them */
	uint64_t refused; /* slots of refused calls: histories do not see them */
	bool without_policy; /* take the policy's ENABLED as true */
	bool at_any_time; /* calls may have waited for as long as a clause likes */
	bool without_results; /* take every result as right; one that POST goes wrong with changes nothing */
	const char *(*name)(int client, void *); /* how clients are called in explanations; may be NULL */
	void *name_context;
	struct choices *choices; /* results of `ensures`, when there is no observed one; may be NULL */
	struct mishap mishap; /* after STEP_MISHAP */
	uint64_t asked; /* after STEP_ASKS: calls whose order with `asker` must be settled */
	int asker;
};

enum step {
	STEP_NO,
	STEP_YES,
	STEP_ASKS, /* depends on an order of arrival that is still open: refine */
	STEP_MISHAP,
};

/* What a parameter of the test is where nobody says it: what --define fixed it to, else its first value. */
word model_parameter(const struct model *, struct heap *, size_t i);
/* Starts a test: params by parameter of the spec, or NULL where nobody says what they are. The heap is the caller's. */
void rules_start(struct rules *, const struct model *, struct heap *, const word *params);
void rules_stop(struct rules *);
/* Makes room for so many slots; configurations made earlier must be widened. */
void rules_widen(struct rules *, size_t slots);
/* The configuration in which nothing has happened; STEP_MISHAP if there is none. */
enum step rules_initial(struct rules *, word *config);

/* May the instance be destroyed here, where nothing is pending? */
enum step rules_may_end(struct rules *, const word *config);

/* Puts a call into a slot; whether it is refused is found out here. */
enum step rules_issue(struct rules *, int slot, const struct call *);

/* Copies a configuration into a layout with other slots. */
void config_widen(const struct layout *from, const word *, const struct layout *to, word *);
/*
 * Lets calls that nobody has seen yet into `in`; or, where it does not matter when they arrive, straight into `pending`, but for those that
 * are `late`, or may never arrive, if others could see them there.
 */
void config_enter(const struct rules *, word *config, uint64_t slots, uint64_t late);

/* CHECK-IN, in place. */
enum step step_arrive(struct rules *, word *config, int slot);
/* May the call execute now (or, if refused, answer)? On NO, `failed` tells which clause says so; it may be NULL. */
enum step step_enabled(struct rules *, const word *config, int slot, const struct clause **failed);
/* Is an enabled call bound to go ahead? */
enum step step_must(struct rules *, const word *config, int slot);
/*
 * EXECUTE or ANSWER, in place; the call must be enabled. NO if the observed result is not the model's; then `failed` is
 * the clause. The result goes to *result, which may be NULL.
 */
enum step step_execute(struct rules *, word *config, int slot, const struct clause **failed, word *result);

/*
 * Do the effects of all these calls on the state come to the same in every order in which they can go ahead from here? Where it is not known,
 * false. Results, and what the calls wait for, are not looked at.
 */
bool rules_commute(struct rules *, const word *config, uint64_t slots);
/* Can any other call tell whether this one has gone ahead? */
bool rules_has_effect(const struct rules *, int slot);

/*
 * After STEP_ASKS: the ways to settle who is the oldest of the calls in question. Writes them one after the other to `out`
 * (at most 64 configurations) and returns their number.
 */
size_t config_refine(const struct rules *, const word *config, word *out);

/* The value of any clause that is an expression about the call, such as a case. */
enum step rules_evaluate(struct rules *, const word *config, int slot, const struct clause *, word *);

/* Why a clause does not hold (or holds) for a call, in the arena. */
struct reason rules_explain(struct rules *, struct arena *, const word *config, int slot, const struct clause *, bool value);
/*
 * What the specification says of a clause to whoever breaks it: of the condition that does not hold; where all hold, of the first that it says
 * something of. NULL: nothing. The slot may be -1 where the clause is about no call; and there may be no configuration for a PRE.
 */
const char *rules_message(struct rules *, struct arena *, const word *config, int slot, const struct clause *);

/*
 * A clause of scheduling does not hold for a pending call. Those pending that should have gone before it: had they, the clause would hold. All
 * of them, or *any of them. 0: they are not to blame, or telling takes too long.
 */
uint64_t rules_overtaken(struct rules *, const word *config, int slot, const struct clause *, bool *any);

/* The heap has been replaced: copies what the configuration holds. */
void config_move(const struct rules *, struct heap *to, word *config);

uint64_t config_in(const struct rules *, const word *config);
uint64_t config_pending(const struct rules *, const word *config);

/* weight = {0 -> 700, 1 -> 600}   occupied = {...}, or as the spec's `display:` says. */
void model_print_state(struct text *, struct rules *, const word *config);
/* The scheduling states, "" if there are none. */
void model_print_scheduling(struct text *, const struct rules *, const word *config);
/* enter(0, 100) */
void model_print_call(struct text *, struct rules *, const struct operation *, const word *args);

#endif
