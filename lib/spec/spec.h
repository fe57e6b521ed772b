/*
 * A specification: a shared resource, its operations, its scheduling policy, its clients and how it binds to C. Loaded from
 * YAML, checked as a whole, and read-only from then on.
 */
#ifndef SPEC_SPEC_H
#define SPEC_SPEC_H

#include "base/bits.h"
#include "base/diag.h"
#include "cdecl/cdecl.h"
#include "lang/lang.h"

/* A condition, an expression or statements, ready to run. Absent if code is NULL; a `must` that is just true has parts then. */
struct clause {
	const char *name; /* "cpre of enter" */
	struct span span;
	const struct expr *expr; /* or NULL for statements: */
	const struct stmt *stmt;
	const struct code *code;
	unsigned reads, writes; /* segments, as bits */
	unsigned asks; /* histories, as bits */
	bool sequenced; /* the order within a history matters */
	bool blind; /* statements whose effect does not depend on the state, as stmt_is_blind has it */
	size_t nparts; /* its conditions, in order; or its value; 0 if none has a message */
	const struct clause_part *parts;
};

struct variable {
	const char *name;
	struct span span;
	const struct type *type;
	const struct code *init; /* what it starts with; may read parameters, and a client's earlier variables; a parameter has one if --define fixes it */
	const struct expr *expr; /* of init, or NULL: the natural initial value of the type */
};

struct variables {
	size_t n;
	struct variable *at;
};

struct named_clause {
	const char *name;
	struct clause clause;
};

/* What a policy, or the operation itself, says about the scheduling of one operation. */
struct rule {
	struct clause waiting, enabled, post_waiting;
	const struct type *info; /* or NULL */
	word info_initial;
};

/* Text with expressions in it, from `display:` or a message. */
struct template_part {
	const char *text; /* or NULL: the value of expr */
	struct clause expr;
	const struct type *type;
};

struct template {
	size_t n; /* 0: no template */
	struct template_part *at;
};

struct clause_part {
	const struct code *code; /* of a condition */
	struct template message; /* for whoever breaks it; may be none */
};

struct operation {
	const char *name;
	struct span span;
	int index;
	size_t n;
	const struct field *params;
	const struct span *param_spans;
	const struct type *returns; /* or NULL */
	struct clause pre, cpre, post, result, ensures, reject, must;
	struct rule rule;
	size_t ncases;
	struct named_clause *cases;
	struct template display;
	bool broken; /* its declaration is; only while the spec is loaded */
};

struct policy {
	const char *name;
	struct span span;
	struct variables state;
	struct rule *rules; /* by operation */
};

/* One way for a client to go on. */
struct alternative {
	struct span span;
	const struct operation *operation;
	struct clause *args; /* by parameter */
	struct clause when, then;
	int64_t share; /* 0: only before destroy */
	bool share_given;
};

struct client {
	const char *name;
	struct span span;
	int64_t count;
	struct variables vars; /* the first is its id */
	size_t n;
	struct alternative *calls;
};

enum direction { DIRECTION_IN, DIRECTION_OUT, DIRECTION_INOUT };

/*
 * An argument of a C function: `self`, `EXPR`, `out result.x`, `inout result.x = EXPR`, each with `length EXPR`.
 * A sequence goes in as an array of its elements, a text for `const char *` without a length with a NUL behind it; a buffer that
 * something comes out of always has a length, its elements' number. An enum of the model becomes the constant of that
 * name where C has an enum, else its position; an option a pointer or NULL; a record a struct, or a pointer to one.
 */
struct binding_arg {
	struct span span;
	enum direction direction;
	bool is_self;
	struct clause value; /* what goes in; absent for `out` and `self` */
	const struct type *type; /* of the model's side; of what comes out, if something does */
	int field; /* what comes out: a field of the result, or -1 for all of it */
	struct clause length; /* of a buffer, in elements; absent where a sequence says it itself */
	const struct ctype *ctype;
};

enum binding_target { TARGET_NONE, TARGET_SELF, TARGET_RESULT };

/* `result.ok = chan_recv(self, out result.v)` */
struct binding {
	bool given;
	struct span span;
	const struct cfunction *function;
	enum binding_target target; /* also TARGET_RESULT where the line does not say it */
	int field; /* of the result that is set by what the function returns, or -1 for all of it */
	size_t n;
	struct binding_arg *args;
};

/* What must be so before an instance is destroyed. */
struct ending {
	struct clause when; /* absent: the state is one that a new instance can be in */
	size_t n;
	const struct operation **before; /* which clients call until it is so */
};

struct implementation {
	bool given;
	struct span span;
	struct cdecl_table table;
	struct binding create, destroy;
	struct ending ending;
	struct binding *calls; /* by operation */
	bool null_allowed; /* create may return NULL */
};

struct bounds {
	int64_t low, high;
};

/* What POSIX allows and happens rarely, by kinds; srtest(1) says what each of them is. */
enum rare { RARE_SPURIOUS = 1, RARE_TIMEOUT = 2, RARE_TRYLOCK = 4, RARE_INTERRUPT = 8, RARE_EXCHANGE = 16, RARE_ALL = 31 };
/* Their names. */
extern const struct bit rare_kinds[];

enum { TESTING_LONGEST_BURST = 16 };

struct testing {
	unsigned no_rare; /* kinds of what is rare that an implementation need not stand */
	int64_t tests; /* of a round; 0: the default of the round */
	struct bounds phases, concurrency, burst;
	bool any_phases, any_concurrency, any_burst; /* nobody says how many */
	bool timeless; /* calls of a phase may go ahead in any order, even those that began when others had returned */
	int64_t wait, horizon, compute; /* in nanoseconds */
};

/* Points of srtest grade. */
struct grading {
	bool given;
	int64_t rounds[3]; /* for passing them */
	int64_t *operations; /* one for each operation, for nothing that goes wrong with it */
	size_t ncosts;
	struct grading_cost {
		const char *class; /* of errors */
		int64_t points;
	} *costs;
};

/* Where a value stands in a line that others recorded: `value[1].old`, `key`; or a constant. */
struct recorded_value {
	bool given, constant;
	word value; /* of a constant */
	struct span span;
	const char *root; /* "value" or "key" */
	size_t n;
	struct recorded_step {
		const char *field; /* or NULL: an element of a list */
		int64_t index;
	} *steps;
};

/* How a function that others recorded (Jepsen's :f) becomes a call of an operation. */
struct recorded {
	const char *name;
	struct span span;
	const struct operation *operation;
	struct recorded_value *args; /* by parameter; of the line that invokes it */
	struct recorded_value returns; /* of the line that completes it */
	struct recorded_value fail_returns; /* of one that says that it failed; absent: then it did not happen */
	struct recorded_value nil; /* a constant: what it returned where the line has nil */
};

struct spec {
	struct arena *arena;
	struct heap *heap; /* of the constants; does not change any more */
	struct source *source;
	uint64_t said; /* another number where the file says something else, but for 'grading:', comments and layout */
	const char *resource;
	struct scope scope; /* everything that has a name in the whole spec */
	struct variables params, state, sched;
	size_t nconstants;
	const struct symbol **constants;
	size_t ninvariants;
	struct clause *invariants;
	size_t nops;
	struct operation *ops;
	const struct policy *policy;
	const char *partition; /* the parameter of all operations that says to which part of the state a call belongs; or NULL */
	size_t nclients;
	struct client *clients;
	struct implementation implementation;
	struct testing testing;
	struct grading grading;
	size_t nrecorded;
	struct recorded *recorded;
	struct template display; /* of the state */
	bool reads_waited; /* for how long a call waits matters to a clause, be it the policy's */
};

/* --define NAME=VALUE: takes the place of a constant, or fixes a parameter of the test. */
struct define {
	const char *name, *value;
};

/* A part of the model that is being loaded. */
struct edited {
	const char *clause; /* "cpre of enter" */
	bool is_bool; /* an expression of this type */
	bool must_hold; /* a condition: `true` is the same as none */
	const struct scope *scope; /* its names, but for those that it binds itself */
};

/*
 * Sees what the model is made of before it is checked, and may put something else in its place, in the arena: what operations,
 * policies, functions and initial values say. Invariants, cases, clients and bindings are not shown to it.
 */
struct spec_editor {
	void (*expr)(struct spec_editor *, struct arena *, const struct edited *, struct expr **);
	void (*stmt)(struct spec_editor *, struct arena *, const struct edited *, struct stmt **);
};

struct spec_options {
	size_t ndefines;
	const struct define *defines;
	const char *policy; /* a file or the name of a predefined policy, instead of the spec's; or NULL */
	const char *order; /* one of spec_orders, instead of what the spec says; or NULL */
	struct spec_editor *editor; /* or NULL */
};

/* What `order:` may be, in testing: calls go ahead within their time, or at any time before all are at rest. */
extern const char *const spec_orders[2];

/*
 * Loads and checks a specification; everything lives in the arena, but for the heap, which spec_free gives back. NULL when
 * there were errors; there may be warnings either way.
 */
struct spec *spec_load(struct arena *, struct diags *, const char *path, const struct spec_options *);
/* The same from text that is in memory; files that it names are sought beside `path`. */
struct spec *spec_parse(struct arena *, struct diags *, struct source *, const char *path, const struct spec_options *);
void spec_free(struct spec *);
/* Is it about whole programs? Each is one call, of its `main`; tests differ in nothing but the schedule. */
bool spec_is_program(const struct spec *);

const struct operation *spec_operation(const struct spec *, const char *name);

/* The value of the C enum's constant that stands for a name of the model: NAME or X_NAME, in capitals or not. */
bool binding_enum_value(const struct cdecl_table *, const struct cenum *, const char *name, int64_t *value);

/* When clients call an operation: at no time, only before an instance is destroyed, or all the time. */
enum called { CALLED_NEVER, CALLED_IN_THE_END, CALLED };
enum called spec_called(const struct spec *, const struct operation *);

/* Writes the JSON Schema of spec and policy files, made from the tables that the loader reads by. */
void spec_schema(struct text *);

/* How much there may be of something before a call of an operation waits. */
struct capacity {
	const char *name; /* of the constant or parameter that says so, or of a counter that starts with a number; */
	bool counter; /* it is that */
	int64_t least; /* of its values, or the number */
	int64_t room; /* for so many calls at least */
	int64_t callers; /* clients that call the operation, */
	bool others; /* or other ones that use up the same */
};
/* Has it one that `cpre` compares a length or a counter with, or that a counter starts with from which each call takes 1? */
bool spec_capacity(const struct spec *, const struct operation *, struct capacity *);

#endif
