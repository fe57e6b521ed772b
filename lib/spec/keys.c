#include "spec/keys.h"

#define SECTION(id, words, others, ...) \
	static const struct key id##_keys[] = {__VA_ARGS__}; \
	const struct section section_##id = {words, sizeof id##_keys / sizeof *id##_keys, id##_keys, others}
#define KEY(key, form, words) {.name = key, .shape = SHAPE_##form, .doc = words}
#define MAP_OF(key, form, words) {.name = key, .shape = SHAPE_MAP, .item = SHAPE_##form, .doc = words}
#define MAP_OF_SECTIONS(key, id, words) {.name = key, .shape = SHAPE_MAP, .item = SHAPE_SECTION, .section = &section_##id, .doc = words}


SECTION(clause, "a clause with a message", SHAPE_NAME,
	{.name = "that", .shape = SHAPE_EXPR, .required = true, .doc = "the clause"},
	{.name = "message", .shape = SHAPE_TEXT, .required = true, .doc = "what is said to whoever breaks it"});

SECTION(function, "a function", SHAPE_NAME,
	MAP_OF("params", TYPE, "names and types of the arguments"),
	KEY("returns", TYPE, "type of the value, where it should be checked"),
	{.name = "value", .shape = SHAPE_EXPR, .required = true, .doc = "what the function gives"});

SECTION(operation, "an operation", SHAPE_NAME,
	MAP_OF("params", TYPE, "names and types of the arguments"),
	KEY("returns", TYPE, "type of what a call returns"),
	KEY("pre", CLAUSES, "which calls may be made; reads parameters and constants"),
	KEY("cpre", CLAUSES, "when a call may go ahead"),
	KEY("post", STATEMENTS, "what it does to the state"),
	KEY("result", CLAUSE, "what it returns, read in the old state"),
	KEY("ensures", CLAUSES, "what holds of `result`, read in the old state"),
	KEY("reject", CLAUSES, "what holds of `result` when a call outside `pre` is refused"),
	KEY("must", CLAUSES, "when an enabled call is bound to go ahead (default true)"),
	KEY("info", TYPE, "scheduling information of a call"),
	KEY("waiting", STATEMENTS, "what a call's arrival does to the scheduling state and to `info`"),
	KEY("enabled", CLAUSES, "when the operation's own scheduling lets a call go ahead"),
	KEY("post_waiting", STATEMENTS, "what its going ahead does to the scheduling state"),
	MAP_OF("cases", EXPR, "conditions at a call's arrival whose coverage is counted"));

SECTION(rule, "a policy's operation", SHAPE_NAME,
	KEY("info", TYPE, "scheduling information of a call"),
	KEY("waiting", STATEMENTS, "what a call's arrival does to the policy's state and to `info`"),
	KEY("enabled", CLAUSES, "when the policy lets a call go ahead"),
	KEY("post_waiting", STATEMENTS, "what its going ahead does to the policy's state"));

SECTION(alternative, "a client's call", SHAPE_NAME,
	{.name = "call", .shape = SHAPE_CALL, .required = true, .doc = "the operation and its arguments, which may be picked"},
	KEY("when", EXPRS, "when the client may make this call"),
	KEY("then", STATEMENTS, "what changes when the call returns; sees `result`"),
	KEY("share", NUMBER, "how often, beside the others (default 1); 0: only before destroy"));

SECTION(client, "a client", SHAPE_NAME,
	KEY("count", EXPR, "how many of this kind there are at most (default 1)"),
	MAP_OF("vars", DECLARATION, "what the client remembers; `id` is its number"),
	{.name = "calls", .shape = SHAPE_LIST, .item = SHAPE_SECTION, .section = &section_alternative, .required = true, .doc = "the calls it may make"});

SECTION(destroy, "a call of destroy", SHAPE_NAME,
	{.name = "call", .shape = SHAPE_BINDING, .required = true, .doc = "the call"},
	KEY("when", EXPRS, "in which states it may be called; reads the state and parameters"),
	{.name = "before", .shape = SHAPE_LIST, .item = SHAPE_NAME, .doc = "operations that clients call before it, until it may be called"});

SECTION(implementation, "the implementation", SHAPE_BINDING,
	{.name = "prototypes", .shape = SHAPE_C, .required = true, .doc = "declarations in C"},
	KEY("create", BINDING, "makes an instance: self = f(...)"),
	{.name = "destroy", .shape = SHAPE_DESTROY, .section = &section_destroy, .doc = "gives it back"},
	KEY("create_may_fail", BOOL, "create may return NULL"));

SECTION(testing, "the testing section", SHAPE_NAME,
	KEY("tests", NUMBER, "tests in a round"),
	KEY("phases", RANGE, "phases in a test (default 1..40)"),
	KEY("concurrency", RANGE, "calls in a phase (default 1..4)"),
	KEY("burst", RANGE, "calls that a client makes in a phase, one after the other (default 1, and 1..4 in some tests, up to 16 in a few)"),
	KEY("order", NAME, "time (the default): a call goes ahead after those that had returned when it began; rest: calls of a phase in any order"),
	KEY("compute", DURATION, "processor time that a call may take without a scheduling point (default 10s)"),
	KEY("wait", DURATION, "how long a free-running phase may take (default 20ms)"),
	{.name = "no_rare", .shape = SHAPE_LIST, .item = SHAPE_NAME, .doc = "what POSIX allows but is rare that an implementation need not stand"},
	KEY("horizon", DURATION, "virtual time in which timeouts of a phase fire (default 1s)"));

SECTION(grading, "the grading section", SHAPE_NAME,
	KEY("round1", NUMBER, "points for passing round 1 (default 0, as for all points)"),
	KEY("round2", NUMBER, "points for passing round 2"),
	KEY("round3", NUMBER, "points for passing round 3"),
	MAP_OF("operations", NUMBER, "points for operations with which nothing goes wrong"),
	MAP_OF("costs", NUMBER, "points that an error of a class costs"));

SECTION(recorded, "a recorded function", SHAPE_NAME,
	{.name = "call", .shape = SHAPE_CALL, .required = true, .doc = "the operation, and its arguments"},
	KEY("returns", EXPR, "what it returned where the line that completes it says :ok"),
	KEY("fail_returns", EXPR, "the same where it says :fail"),
	KEY("nil", EXPR, "what the operation returned where nil stands; a constant"));

SECTION(policy, "a policy", SHAPE_NAME,
	KEY("policy", NAME, "its name"),
	MAP_OF("state", DECLARATION, "the policy's own state"),
	{.name = "operations", .shape = SHAPE_MAP, .item = SHAPE_SECTION, .section = &section_rule, .required = true, .doc = "its rules, by operation"});

SECTION(spec, "a specification", SHAPE_NAME,
	{.name = "resource", .shape = SHAPE_NAME, .required = true, .doc = "the name of the resource"},
	MAP_OF("constants", EXPR, "names for values; --define changes them"),
	MAP_OF("types", TYPE, "names for types"),
	MAP_OF("parameters", TYPE, "values drawn for each test"),
	MAP_OF_SECTIONS("functions", function, "names for expressions with arguments"),
	MAP_OF("state", DECLARATION, "the state of the resource"),
	KEY("invariant", CLAUSES, "what holds in every state"),
	MAP_OF("scheduling_state", DECLARATION, "state that the operations' own scheduling needs"),
	{.name = "operations", .shape = SHAPE_MAP, .item = SHAPE_SECTION, .section = &section_operation, .required = true, .doc = "what can be called"},
	KEY("partition", NAME, "the parameter that says to which part of the state a call belongs; histories are judged part by part"),
	KEY("scheduling", SCHEDULING, "which of several waiting calls goes first"),
	MAP_OF_SECTIONS("clients", client, "who calls what"),
	{.name = "implementation", .shape = SHAPE_SECTION, .section = &section_implementation, .doc = "how calls become calls of C functions"},
	{.name = "testing", .shape = SHAPE_SECTION, .section = &section_testing, .doc = "numbers for test generation"},
	{.name = "grading", .shape = SHAPE_SECTION, .section = &section_grading, .doc = "what srtest grade gives points for"},
	{.name = "recorded", .shape = SHAPE_MAP, .item = SHAPE_SECTION, .section = &section_recorded, .any_names = true, .doc = "how what others record becomes calls"},
	MAP_OF("display", TEXT, "how the state and calls are shown in reports"));
