/* Where the functions of an object begin, as its tables for unwinding stacks have it; those without, as in assembly, are not known. */
#ifndef NATIVE_FUNCTIONS_H
#define NATIVE_FUNCTIONS_H

#include <link.h>

/* Calls fn for each, but for those behind the first 2048. */
void each_function(const struct link_map *, void (*fn)(const void *));

#endif
