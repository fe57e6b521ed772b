/*
 * Functions of the C library that read and change memory that they are given. For implementations compiled with hooks what they read and
 * write counts as if the implementation's own code did it; those that the compiler has its own for, lib/build keeps it from. For others, those
 * that change what they have read are no longer done in one go.
 */
#ifndef NATIVE_MEMORY_H
#define NATIVE_MEMORY_H

#include <stdbool.h>

/* The one that takes the place of this function. NULL: there is none. */
void *memory_function(const char *name);
/* The same for implementations that tell of no access: nothing counts, but code that is read so is found as it was written. */
void *memory_function_for_code(const char *name);
/* Finds the C library's own. */
void memory_find(void);
/* Is it one of those, or in the place of one? */
bool memory_is_accessed_by(const void *function);

#endif
