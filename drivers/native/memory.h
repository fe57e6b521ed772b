/*
 * Functions of the C library that copy, fill and compare memory, as they are for implementations compiled with hooks: what they read
 * and write counts as if the implementation's own code did it.
 */
#ifndef NATIVE_MEMORY_H
#define NATIVE_MEMORY_H

/* The one that takes the place of this function. NULL: there is none. */
void *memory_function(const char *name);

#endif
