/*
 * Instructions that read memory, change what they read and write it back, and are not atomic: `n++` may be one. On several
 * processors another may write in between, and its value is lost.
 */
#ifndef NATIVE_UPDATE_H
#define NATIVE_UPDATE_H

#include <stddef.h>
#include <ucontext.h>

/* Where the instruction at this address, which begins with this byte, would write in this context; NULL: it is none of these. */
void *update_target(const unsigned char *at, unsigned char first, const ucontext_t *, size_t *size);

#endif
