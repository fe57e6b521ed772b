/* to what malloc gives */
#include "code.h"

static int
try_to(lock *l)
{
	char *p = aligned_alloc(4096, 8192);
	int taken = copy_to(p, PROT_READ | PROT_WRITE | PROT_EXEC)(l);
	mprotect(p, 8192, PROT_READ | PROT_WRITE);
	free(p);
	return taken;
}
