/* Stacks of calls, each kept once and known by a number; forgotten when a test is over. */
#ifndef NATIVE_STACKS_H
#define NATIVE_STACKS_H

#include <stddef.h>
#include <stdint.h>

enum { STACKS_DEEPEST = 32 };

void stacks_reset(void);
/* The number of this stack of return addresses; 0 if there is no room. */
uint32_t stacks_keep(const void *const *at, size_t n);
/* The stack with this number; 0 is empty. */
const void *const *stacks_at(uint32_t number, size_t *n);

#endif
