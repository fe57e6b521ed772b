#ifndef NATIVE_GRANTED_H
#define NATIVE_GRANTED_H

#include <stddef.h>

/* The block; but where there is none, for want of memory, the host ends: what the implementation does then is not its fault. */
void *granted(void *block, size_t size);

#endif
