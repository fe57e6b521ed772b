/*
 * Instructions that read memory, change what they read and write it back, and are not atomic: `n++` may be one. On several
 * processors another may write in between, and its value is lost.
 */
#ifndef NATIVE_UPDATE_H
#define NATIVE_UPDATE_H

#include "drivers/native/instruction.h"

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Where the instruction at this address, which begins with this byte, would write in this context; NULL: it is none of these. */
void *update_target(const unsigned char *at, unsigned char first, const ucontext_t *, size_t *size);

/* The address that an operand names, as struct instruction has it; a constant that follows it is left out where it counts. */
uintptr_t operand_address(const unsigned char *operand, unsigned upper, const ucontext_t *);
/* The memory that this instruction names, which begins there. */
uintptr_t instruction_target(const struct instruction *, const unsigned char *at, const ucontext_t *);

#endif
