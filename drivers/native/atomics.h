/*
 * Atomic instructions that assembly in an object with hooks brings along, of which the hooks do not tell: those with a lock, and
 * exchanges with memory. Calls are stopped at each, and what it does counts as an atomic operation of the language does. All
 * accesses to memory that is changed so order those who make them.
 */
#ifndef NATIVE_ATOMICS_H
#define NATIVE_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

/* Finds them in the implementation. */
void atomics_watch(void);
/* Are there any, or fences? */
bool atomics_watched(void);
/* Are there fences? Nobody can tell which accesses they order. */
bool atomics_fenced(void);
/* A new test. */
void atomics_begin(void);
/* A call stands at one of them, and goes on with it. False: it stands elsewhere. */
bool atomics_reach(ucontext_t *);
/* Was this memory changed so in this test? It is about to be written by an access that is seen, or read. */
bool atomics_own(const void *at, size_t size, bool writes);

#endif
