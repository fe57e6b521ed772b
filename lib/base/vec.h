/* Growing arrays in an arena. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#include <string.h>

/* A zeroed VEC is empty. Elements move when it grows: keep indices, not pointers. */
#define VEC(T) struct { T *at; size_t n, cap; }

#define vec_push(arena, v, ...) \
	do { \
		if ((v)->n == (v)->cap) \
			(v)->at = vec_grow((arena), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at); \
		(v)->at[(v)->n++] = (__VA_ARGS__); \
	} while (0)

static inline void *
vec_grow(struct arena *a, const void *old, size_t n, size_t *cap, size_t size)
{
	*cap = *cap ? *cap * 2 : 8;
	void *at = arena_alloc(a, *cap * size);
	if (n)
		memcpy(at, old, n * size);
	return at;
}

#endif
