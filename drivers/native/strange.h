/*
 * Strange code: written to memory, mapped or loaded while the implementation runs. Nobody can be stopped
 * between two accesses in it. Memory that is to become code does so only when somebody comes to it, who is seen then. What only
 * leads on to other code, as that which compilers write to the stack for functions within others, does no harm.
 */
#ifndef NATIVE_STRANGE_H
#define NATIVE_STRANGE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* A system call about memory, with these arguments, from this place: answers as the kernel does. */
long strange_call(long number, const long args[6], const void *place);
/* This code was loaded in a test. */
void strange_loaded(const unsigned char *from, size_t size);
/* Memory is no longer there. */
void strange_unmapped(uintptr_t from, uintptr_t to);
/* A fault, because somebody comes to such memory: goes on there. False: it is another one. */
bool strange_reach(const siginfo_t *, ucontext_t *);
/* A trap in a copy of code that had a breakpoint of the host in it: the copy is as the code is without it. False: it is another trap. */
bool strange_heal(ucontext_t *);
/* Is this address in memory that is to be such code? */
bool strange_is(const void *);
/* Has anybody ever come to such code that does more than to lead on? */
bool strange_met(void);

#endif
