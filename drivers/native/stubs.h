/* Code that can stand in the place of any function: what is called first learns of the call, and says what function is called then, as if by the caller. */
#ifndef NATIVE_STUBS_H
#define NATIVE_STUBS_H

#include <stddef.h>
#include <stdint.h>

/* The arguments of a call that are numbers or pointers, as far as they are in registers. */
enum { STUB_ARGUMENTS = 6 };
struct stub_arguments {
	uintptr_t at[STUB_ARGUMENTS];
};

/* The nth one of its kind was called, from this place. Returns the function that does what the caller wants. */
typedef void *stub_taken(unsigned n, const struct stub_arguments *, const void *place);

/* A new one. NULL: there is none. */
void *stub_make(stub_taken *, unsigned n);
/* All are there; from now on they can be called. */
void stubs_arm(void);

/* The function that a symbol leads to. NULL: it is not there, or it is a variable. */
void *stub_function(const char *symbol);

#endif
