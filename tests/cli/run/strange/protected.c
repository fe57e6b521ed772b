/* as compilers do that write code while a program runs: either it can be written, or it is code */
#include "code.h"

static taking *code;

static int
try_to(lock *l)
{
	void *at = code ? NULL : mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at)
		code = copy_to(at, PROT_READ | PROT_EXEC);
	return code(l);
}
