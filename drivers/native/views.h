/*
 * Memory that may be mapped more than once: a file in memory, or what MAP_SHARED makes. What lies in it is known by the memory's number and an
 * offset, wherever it is looked at; all else by its address.
 */
#ifndef NATIVE_VIEWS_H
#define NATIVE_VIEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern size_t views; /* that there are */

const void *views_identity(uintptr_t at);

/* What an address is known by: another address, at which nothing is, if it lies in such memory. */
static inline const void *
identity(const void *at)
{
	return views ? views_identity((uintptr_t)at) : at;
}

/* Is the one now looked at through another mapping than the other is, and both are there? */
static inline bool
is_other_view(const void *at, const void *other)
{
	return views && other && at != other && identity(at) == identity(other);
}

/* The memory between these addresses is no longer what it was. */
void views_lose(uintptr_t from, uintptr_t to);
/* It is what a mapping of this descriptor, or of none, with these flags has made it. */
void views_add(uintptr_t from, uintptr_t to, int flags, int fd, uint64_t offset);
/* What begins there was moved, or is seen in two places from now on. */
void views_move(uintptr_t old, uintptr_t old_end, uintptr_t from, uintptr_t to);

void views_remember(void);
void views_reset(void);

#endif
