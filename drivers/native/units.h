/* For each so many bytes of a piece of memory, how many of them, from the first on, may be accessed. */
#ifndef NATIVE_UNITS_H
#define NATIVE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { UNIT = 16 };

/* All bytes from here to there, counted from the first of the piece? */
static inline bool
units_allow(const unsigned char *units, uintptr_t from, uintptr_t to)
{
	for (; from / UNIT < (to - 1) / UNIT; from = (from / UNIT + 1) * UNIT)
		if (units[from / UNIT] < UNIT)
			return false;
	return (to - 1) % UNIT < units[(to - 1) / UNIT];
}

/* So many bytes may be accessed from here on, where a unit begins; or none of these units. */
static inline void
units_open(unsigned char *units, uintptr_t from, size_t size)
{
	memset(&units[from / UNIT], UNIT, size / UNIT);
	if (size % UNIT)
		units[(from + size) / UNIT] = size % UNIT;
}

static inline void
units_close(unsigned char *units, uintptr_t from, size_t size)
{
	memset(&units[from / UNIT], 0, (size + UNIT - 1) / UNIT);
}

#endif
