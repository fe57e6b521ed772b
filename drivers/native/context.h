/*
 * What a signal interrupted, as the processor has it. Whoever is in the handler of a trap can carry out instructions for it and go on with it
 * without asking the kernel, which would take as long as another trap. Only x86-64 has any of that.
 */
#ifndef NATIVE_CONTEXT_H
#define NATIVE_CONTEXT_H

#include <stdbool.h>
#include <ucontext.h>

/*
 * Goes on there, from a handler that blocks no signal and has no stack of its own. It comes back if only the kernel can do that, which it does
 * when the handler returns.
 */
void context_resume(ucontext_t *);
/* Carries out the code, which ends with a return and knows nothing of the stack, with the registers and flags that are there. */
void context_execute(ucontext_t *, const void *code);

#endif
