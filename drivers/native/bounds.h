/*
 * Accesses beyond variables, which the checks find that compilers put in front of them (hooks.c): where the size of a variable is
 * known, and the index of an array. In srtest-host they are told; in srtest-host-free nothing happens.
 */
#ifndef NATIVE_BOUNDS_H
#define NATIVE_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

/* What compilers say of a place in the source, and of a type: its name is in quotes. */
struct bounds_source {
	const char *file;
	uint32_t line, column;
};
struct bounds_type {
	uint16_t kind, info;
	char name[];
};

/* An index. */
struct bounds_index {
	struct bounds_source source;
	const struct bounds_type *array, *index;
};

/* An access, or what else is done with a pointer. */
struct bounds_object {
	struct bounds_source source;
	const struct bounds_type *type;
	unsigned char alignment; /* a power of two */
	unsigned char action;
};
enum { BOUNDS_LOAD, BOUNDS_STORE };

/* The caller is about to form the address of an element that its array does not have. */
void bounds_index(const struct bounds_index *, uintptr_t index);
/* The caller is about to use a pointer to what does not fit into the variable that it points into, is not aligned, or is not there. */
void bounds_object(const struct bounds_object *, const void *at, const void *place);

#endif
