/* Where the functions of an object begin, as its tables for unwinding stacks and the symbols in its file have it; those in neither are not known. */
#ifndef NATIVE_FUNCTIONS_H
#define NATIVE_FUNCTIONS_H

#include <link.h>

/* Calls fn for each, perhaps twice, but for those behind the first 2048 of both. */
void each_function(const struct link_map *, void (*fn)(const void *));

#endif
