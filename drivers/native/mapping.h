/*
 * Memory that the implementation maps. What a test maps is unmapped when it is over; what was mapped while the implementation was
 * loaded is put back as it was.
 */
#ifndef NATIVE_MAPPING_H
#define NATIVE_MAPPING_H

#include <stdbool.h>

/* Is it mmap, mremap, munmap or mprotect? */
bool mapping_is(long number);
/* Such a system call with these arguments, from this place; answered as the C library does. */
long mapping_call(long number, const long args[6], const void *place);

/* Has it changed the protection of memory that it allocated, or that is in its variables? Then looking at all of them is not safe. */
bool mappings_closed(void);
/* Has it memory of its own making in this test? */
bool mappings_any(void);
/* They can be read and written again. */
void mappings_open(void);

void mappings_remember(void);
/* False: something cannot be put back. */
bool mappings_reset(void);

#endif
