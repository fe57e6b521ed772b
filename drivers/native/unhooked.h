/*
 * Accesses to memory in an object with hooks of which no hook tells: those in assembly. Calls are stopped at each. On x86-64 what
 * one does before it stores so happens before what another does once it has loaded so from the same eight bytes; whether they race
 * is not asked, for only whoever wrote the assembly knows what it is for.
 */
#ifndef NATIVE_UNHOOKED_H
#define NATIVE_UNHOOKED_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

/* Is there a call of a hook in this code? */
bool unhooked_has_hooks(const unsigned char *from, size_t size);
/* Finds them in code that has hooks. */
void unhooked_watch(const unsigned char *from, size_t size);
/* Are there any? */
bool unhooked_watched(void);
/* A new test. */
void unhooked_begin(void);
/* A call stands at a breakpoint: if it is one of them, others come in between, and it is about to access that memory. */
void unhooked_reach(const ucontext_t *);

#endif
