/*
 * A mutant whose code is changed, not a primitive: after a wait for a condition has returned to one place, the loop around it is left
 * without checking again. The caller is followed instruction by instruction to the branch that would go back, which goes on instead.
 */
#ifndef NATIVE_RECHECK_H
#define NATIVE_RECHECK_H

#include <stdbool.h>
#include <ucontext.h>

/* A new test: nobody is followed. */
void recheck_begin(void);
/* The caller's wait returns to this place, and what comes next is to be left out. */
void recheck_skip(const void *place);
/* The caller gives a mutex back: whatever it checks now is something else. */
void recheck_end(void);
/* A call stands at a breakpoint: lets it go on if it is followed there. */
bool recheck_reach(ucontext_t *);

#endif
