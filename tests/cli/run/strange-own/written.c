/* written to a file by the system; there is another function that is the same but for one byte, so nobody can tell which of them it was */
#include "own.h"

#include <unistd.h>

taking set;
__asm__(".pushsection .text\n.globl set\n.hidden set\n.type set, @function\n"
	"set: mov %edi, %eax\nmov %eax, (%rsi)\nret\n.popsection");

static int
try_to(lock *l)
{
	int fd = memfd_create("code", 0), other;
	if (write(fd, (const void *)take, TAKE_SIZE) != (ssize_t)TAKE_SIZE)
		abort();
	void *at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	close(fd);
	set(1, &other);
	int was = ((taking *)at)(1, &l->held);
	munmap(at, 4096);
	return !was;
}
