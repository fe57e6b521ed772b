/* Broken rules of the primitives. */
#ifndef NATIVE_MISUSE_H
#define NATIVE_MISUSE_H

/* Tells that the implementation broke a rule at this place in it, and ends the test; does not return from a task. */
void misuse(const char *rule, const void *place);

/* The place in the implementation from which an interposed function was called. */
#define PLACE __builtin_return_address(0)

#endif
