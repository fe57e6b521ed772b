#include "drivers/native/mapping.h"

#include "drivers/native/granted.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"

#include <stdarg.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

enum { SIZE = 1, NEW_SIZE = 2 }; /* among the arguments */

/* Without leave to move what is there, it may be that only something else is in its way. */
static bool
is_new(long number, const long a[6])
{
	return number == SYS_mmap || (number == SYS_mremap && a[3] & MREMAP_MAYMOVE);
}

/* What was there before has nothing to do with it. What mremap leaves where it is may still be anybody's. */
long
mapping_make(long number, const long a[6])
{
	long at = real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (at == -1 && is_new(number, a))
		granted(NULL, (size_t)a[number == SYS_mmap ? SIZE : NEW_SIZE]);
	if (at != -1 && !(number == SYS_mremap && at == a[0]))
		race_forget((void *)at, (size_t)a[number == SYS_mmap ? SIZE : NEW_SIZE]);
	return at;
}

EXPORT void *
mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	return (void *)mapping_make(SYS_mmap, (long[6]){(long)at, (long)size, protection, flags, fd, offset});
}

EXPORT void *
mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
	return mmap(at, size, protection, flags, fd, offset);
}

EXPORT void *
mremap(void *at, size_t old, size_t new, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	void *to = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
	va_end(rest);
	return (void *)mapping_make(SYS_mremap, (long[6]){(long)at, (long)old, (long)new, flags, (long)to});
}
