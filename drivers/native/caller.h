/* Whose code it is that calls what the host puts in front of the C library. */
#ifndef NATIVE_CALLER_H
#define NATIVE_CALLER_H

#include <stdbool.h>

/* Called before the implementation is loaded: all code that is there now is not the implementation's. */
void callers_init(void);
bool caller_is_implementation(const void *place);

#endif
