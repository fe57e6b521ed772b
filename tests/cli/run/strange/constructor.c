/* before anybody calls it, and the kernel is asked directly */
#include "code.h"

static taking *code;

__attribute__((constructor)) static void
load(void)
{
	long at;
	register long flags __asm__("r10") = MAP_PRIVATE | MAP_ANONYMOUS, none __asm__("r8") = -1, zero __asm__("r9") = 0;
	__asm__ volatile("syscall" : "=a"(at) : "a"(SYS_mmap), "D"(0L), "S"(8192L), "d"(7L), "r"(flags), "r"(none), "r"(zero) : "rcx", "r11", "memory");
	code = copy_to((void *)at, PROT_READ | PROT_WRITE | PROT_EXEC);
}

static int
try_to(lock *l)
{
	return code(l);
}
