/*
 * What a call shows of its own stack: others find a pointer to it, or to something near that it may be a part of, in what was allocated
 * or in a variable.
 */
#ifndef NATIVE_SHOWN_H
#define NATIVE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a pointer leads to may begin so much before it, and end so much behind it. */
enum { SHOWN_BEFORE = 64, SHOWN_BEHIND = 256 };

/* Is this a place where others find pointers? */
bool shown_memory(const void *at, size_t size);
/* Does a pointer in one of them lead to this address? */
bool shown(uintptr_t address);

#endif
