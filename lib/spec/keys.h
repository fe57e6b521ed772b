/* The keys of spec and policy files: one table for the loader, the JSON Schema and the manual. Inside lib/spec and lib/test only. */
#ifndef SPEC_KEYS_H
#define SPEC_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* What stands at a key. */
enum shape {
	SHAPE_NAME, /* a plain name */
	SHAPE_EXPR,
	SHAPE_EXPRS, /* an expression, or a list of them that must all hold */
	SHAPE_CLAUSE, /* an expression, or a map of one and a message */
	SHAPE_CLAUSES, /* the same, or a list of them that must all hold */
	SHAPE_STATEMENTS, /* a statement or a list of them */
	SHAPE_TYPE, /* also a map (a record) or a list (an enum) */
	SHAPE_DECLARATION, /* TYPE or TYPE = EXPR */
	SHAPE_NUMBER,
	SHAPE_RANGE, /* a number or a..b */
	SHAPE_DURATION, /* 20ms, 1s */
	SHAPE_TEXT, /* with {expressions} in it */
	SHAPE_C, /* declarations of C */
	SHAPE_BINDING, /* a call of a C function */
	SHAPE_DESTROY, /* the same, or a map with keys of its own: `section` */
	SHAPE_CALL, /* a call of an operation */
	SHAPE_BOOL,
	SHAPE_SCHEDULING, /* a policy's name or file, or a policy */
	SHAPE_SECTION, /* a map with keys of its own: `section` */
	SHAPE_MAP, /* a map from any name to `item` */
	SHAPE_LIST, /* a list of `item` */
};

struct section;

struct key {
	const char *name;
	enum shape shape;
	enum shape item;
	const struct section *section; /* of SHAPE_SECTION, or of an item of that shape */
	bool required;
	bool any_names; /* of SHAPE_MAP: they need be none of the language */
	const char *doc;
};

struct section {
	const char *title; /* for messages: "an operation" */
	size_t n;
	const struct key *keys;
	enum shape open; /* what stands at any other key; SHAPE_NAME: there are no other keys */
};

extern const struct section section_spec, section_clause, section_function, section_operation, section_rule, section_client, section_alternative,
	section_implementation, section_destroy, section_testing, section_grading, section_recorded, section_policy;

#endif
