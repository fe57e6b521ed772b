/* its own code, moved elsewhere, which the kernel refuses */
#include "code.h"

static int
try_to(lock *l)
{
	char *page = (char *)((uintptr_t)take & ~(uintptr_t)4095), *at = mremap(page, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x10000000);
	return at == MAP_FAILED ? take(l) : ((taking *)(void *)(at + ((char *)take - page)))(l);
}
