/*
 * Memory that the implementation has allocated and neither freed nor kept: no pointer leads to it any more, from anywhere that is left when the
 * instance is gone. What looks like a pointer is one, also with a tag above or below the address.
 */
#ifndef NATIVE_LEAKS_H
#define NATIVE_LEAKS_H

#include <stdbool.h>
#include <stddef.h>

struct leaks {
	size_t blocks, bytes;
	const void *place; /* where the first of them was allocated */
};

/* None, where something may still lead there that cannot be looked into. */
struct leaks leaks_find(void);

#endif
