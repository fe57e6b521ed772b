/* copied byte by byte, to the end of memory that grows then */
#include "own.h"

static int
try_to(lock *l)
{
	unsigned char *at = room();
	const volatile unsigned char *from = (const volatile unsigned char *)take;
	for (size_t i = 0; i < TAKE_SIZE; i++)
		at[4096 - TAKE_SIZE + i] = from[i];
	at = mremap(at, 4096, 8192, MREMAP_MAYMOVE);
	if (at == MAP_FAILED)
		abort();
	int was = ((taking *)(void *)((unsigned char *)code_of(at) + 4096 - TAKE_SIZE))(1, &l->held);
	munmap(at, 8192);
	return !was;
}
