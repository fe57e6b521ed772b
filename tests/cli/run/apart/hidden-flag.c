/* right, but nobody can tell: code that is copied to memory, and spins there on a flag */
#include "count.h"

extern const char locked[] __attribute__((visibility("hidden"))), locked_end[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\nlocked: mov $1, %ecx\n1: xchg %ecx, 4(%rdi)\ntest %ecx, %ecx\npause\njne 1b\n"
	"mov (%rdi), %eax\nincl (%rdi)\nmovl $0, 4(%rdi)\nret\nlocked_end: nop\n.popsection");

int
count_take(count *c)
{
	static taking *code;
	if (!code) {
		code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		memcpy((void *)code, locked, (size_t)(locked_end - locked));
	}
	return code(c);
}
