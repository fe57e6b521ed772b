/*
 * One line that binds a C function to an operation, to create or to destroy: [target =] function(argument, ...). Inside lib/spec
 * only.
 */
#ifndef SPEC_BINDING_H
#define SPEC_BINDING_H

#include "spec/load.h"

struct binding_line {
	struct loader *loader;
	const struct node *node;
	struct snippet in;
	const char *name; /* of the operation, or create or destroy */
	const struct operation *op; /* or NULL */
	const struct scope *scope;
	bool broken; /* the prototypes are: what lacks there may not be this line's fault */
};

/* Reads the line; `create`: where the instance comes from, NULL for create itself. False after a diagnostic. */
bool read_binding(struct binding_line *, const struct binding *create, struct binding *);
/* Where the operation's result comes from: each part of it once. */
bool check_binding_result(struct binding_line *, struct binding *);

#endif
