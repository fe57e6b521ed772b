/* right: memory for code is there, but nobody calls it */
#include "code.h"

static int
try_to(lock *l)
{
	char *room = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	copy_to(room, PROT_READ | PROT_EXEC);
	munmap(room, 8192);
	return __sync_lock_test_and_set(&l->held, 1) == 0;
}
