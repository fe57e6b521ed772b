/* What the debug information of a library says. It is read in a process of its own: the file may be damaged, or made to harm. */
#ifndef DEBUG_DEBUG_H
#define DEBUG_DEBUG_H

#include "base/diag.h"
#include "spec/spec.h"

/*
 * Compares the prototypes of the functions that the specification binds with the library's own. False, after diagnostics: a
 * call would be undefined, for numbers, sizes or kinds differ; where it is only unclear what is meant, there is a warning.
 * True also where the library has no debug information that can be read. *no_status: its `main` returns nothing.
 */
bool debug_check_prototypes(struct diags *, const struct spec *, const char *library, bool *no_status);

#endif
