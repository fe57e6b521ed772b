/* The C library's own memory, but where there is no more of it. */
#include "drivers/native/granted.h"
#include "drivers/native/real.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void *
malloc(size_t size)
{
	return granted(real.malloc(size), size);
}

EXPORT void *
calloc(size_t n, size_t size)
{
	size_t all;
	return granted(real.calloc(n, size), __builtin_mul_overflow(n, size, &all) ? SIZE_MAX : all);
}

EXPORT void *
realloc(void *block, size_t size)
{
	return granted(real.realloc(block, size), size);
}

EXPORT void *
memalign(size_t alignment, size_t size)
{
	return granted(real.memalign(alignment, size), size);
}

EXPORT void *
aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

EXPORT int
posix_memalign(void **block, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
		return EINVAL;
	*block = memalign(alignment, size);
	return *block ? 0 : ENOMEM;
}
