#include "drivers/native/shown.h"

#include "drivers/native/heap.h"
#include "drivers/native/library.h"
#include "drivers/native/mapping.h"

#include <string.h>

/* In large parts no more than their first bytes are searched. */
enum { MOST_SEARCHED = 1 << 20 };

/* The nth part of what others look into; NULL: there are not so many. */
static const unsigned char *
part(size_t nth, size_t *size)
{
	return nth == 0 ? heap_memory(size) : library_variables(nth - 1, size);
}

bool
shown_memory(const void *at, size_t size)
{
	const unsigned char *p;
	size_t n;
	for (size_t i = 0; (p = part(i, &n)); i++)
		if ((const unsigned char *)at >= p && (const unsigned char *)at + size <= p + n)
			return true;
	return false;
}

static bool
leads_to(uintptr_t pointer, uintptr_t address)
{
	return address - (pointer - SHOWN_BEFORE) < SHOWN_BEFORE + SHOWN_BEHIND;
}

/* Does a pointer there? */
static bool
leads_from(const unsigned char *at, size_t size, uintptr_t address)
{
	for (uintptr_t pointer; size >= sizeof pointer; at += sizeof pointer, size -= sizeof pointer) {
		memcpy(&pointer, at, sizeof pointer);
		if (leads_to(pointer, address))
			return true;
	}
	return false;
}

bool
shown(uintptr_t address)
{
	const unsigned char *p;
	size_t n;
	for (size_t i = 0; !mappings_closed() && (p = part(i, &n)); i++)
		if (leads_from(p, n < MOST_SEARCHED ? n : MOST_SEARCHED, address))
			return true;
	return false;
}
