/*
 * Margins: room that compilers leave around variables, static ones and those on stacks, so that whoever goes beyond one of them comes to
 * no other. Sources are compiled so in the variant `guarded`, by gcc and by clang, as for the sanitizer that kernels have: of each access
 * there is a call (hooks.c), and what may be accessed is kept, for eight bytes in one, in bytes that functions set by themselves where their
 * frames begin and end. These bytes are there as far as somebody needs them.
 *
 * Margins of a static variable are there as long as the variable is. Those on a stack may be left behind by who jumped out of a function, or
 * was ended in it: what lies there is told only where the frame still is one of those that the caller is in. So no access to anything
 * else is ever told.
 */
#ifndef NATIVE_MARGINS_H
#define NATIVE_MARGINS_H

#include "base/variant.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the bytes for a margin are; those below 8 say how many of the eight may be accessed, and 0 all. */
enum { MARGIN_VARIES = 0xca, MARGIN_VARIES_BEHIND = 0xcb, MARGIN_STATIC = 0xf9 };

/* Are there any margins? */
extern bool margins_used;
/* The first of so many bytes that lies in a margin; 0: none does. */
uintptr_t margins_find(const void *at, size_t size);
/* What the byte for a margin is that this lies in; 0: it lies in none. */
unsigned char margins_kind(uintptr_t at);
/* Memory that begins where eight bytes do is a margin now, or is none. */
void margins_make(uintptr_t at, size_t size, unsigned char kind);
void margins_allow(uintptr_t at, size_t size);
/* So many of the bytes, from this one on, are set. */
void margins_set(uintptr_t byte, unsigned char to, size_t n);

/* Does such a byte lie here? */
static inline bool
margins_are(uintptr_t at)
{
	return at >= VARIANT_MARGINS && at < 2 * VARIANT_MARGINS;
}

/* A fault, since there was no such byte yet: there is one now. False: it is another one. */
bool margins_fault(const siginfo_t *, const void *context);

/* A static variable, as compilers describe it. */
struct margins_variable {
	uintptr_t at;
	size_t size, with_margin;
	const char *name, *file;
	uintptr_t unused[3];
};

/* These variables begin to be there, or end. In srtest-host-free nothing happens, here and below. */
void margins_add(const struct margins_variable *, size_t n);
void margins_remove(const struct margins_variable *, size_t n);
/* Memory of varying size begins to be there, on the stack of the function that is at the place and has this frame; all of it from here to there ends. */
void margins_begin_varying(uintptr_t at, size_t size, const void *place, uintptr_t frame);
void margins_end_varying(uintptr_t from, uintptr_t to);

/* Tells of an access to what lies in a margin, and what it does; that ends the test. Returns where the margin is gone, or nobody knows. */
void margins_blame(const void *at, size_t size, const char *does, const void *place);

#endif
