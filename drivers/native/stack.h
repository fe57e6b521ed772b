/* The stack of a call that fails: the functions of the implementation that called each other up to there. */
#ifndef NATIVE_STACK_H
#define NATIVE_STACK_H

#include "base/text.h"

#include <stdbool.h>

/* Makes the unwinder ready; called before anything is loaded. */
void stack_prepare(void);

/* Notes the stack of the caller. */
void stack_note(void);
/* Notes the stack that a signal interrupted, in its handler. True: what it interrupted is the call of something that is no function. */
bool stack_note_interrupted(void *context);

/* Forgets what was noted. */
void stack_forget(void);

/* Is a stack being looked at by the caller's thread? */
bool stack_is_noted(void);
/* In the handler of a signal, which the thread that looks at a broken stack has struck: gives up, and keeps what was found. */
void stack_struck(void);

/* Writes what was noted as a list of places; where nothing was, the address alone, which may be NULL. */
void stack_write(struct text *, const void *address);

#endif
