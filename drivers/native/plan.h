/* Plans: which C function is called, and of which types its arguments and its result are. */
#ifndef NATIVE_PLAN_H
#define NATIVE_PLAN_H

#include "drivers/wire.h"

#include <ffi.h>

enum { MOST_ARGS = 127 };

struct type {
	enum srtest_ctype kind;
	ffi_type *ffi;
	size_t size, align;
	/* SRTEST_STRUCT: members; SRTEST_BUFFER: one, the element; SRTEST_BEHIND: one, the value */
	size_t n;
	struct type **member;
	size_t *offset;
	ffi_type record; /* of a struct */
};

struct arg {
	enum srtest_direction direction;
	bool is_self;
	struct type *type;
};

struct plan {
	char *symbol;
	void (*function)(void);
	struct type *result;
	size_t n;
	struct arg args[MOST_ARGS];
	ffi_type *ffi[MOST_ARGS];
	ffi_cif cif;
};

/* Reads a plan from LOAD; find tells where a symbol is. NULL: *why says what is wrong. */
struct plan *plan_read(struct wire *, void *(*find)(const char *symbol, const char **why), const char **why);
/* Is it that of `main`? Then its function is given a name for the program, if it is to be given nothing else. */
bool plan_is_program(const struct plan *);

#endif
