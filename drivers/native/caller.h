/* Whose code it is that calls what the host puts in front of the C library. */
#ifndef NATIVE_CALLER_H
#define NATIVE_CALLER_H

#include <stdbool.h>

/*
 * Of each function of the host that calls one of the implementation, and goes on after it: what that one calls as the last thing
 * it does returns to here.
 */
#define CALLS_IMPLEMENTATION __attribute__((noinline, section("calls_implementation")))

/* Called before the implementation is loaded: all code that is there now is not the implementation's. */
void callers_init(void);
bool caller_is_implementation(const void *place);

#endif
