/* copied and filled in: each lock has code that begins with its address */
#include "own.h"

typedef int filled_in(int one);

extern const char form[] __attribute__((visibility("hidden"))), form_end[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text\n.globl form, form_end\n.hidden form, form_end\n.type form, @function\n"
	"form: movabs $0x1111111111111111, %rsi\nxchg %edi, (%rsi)\nmov %edi, %eax\nret\nform_end: nop\n.popsection");

static int
try_to(lock *l)
{
	unsigned char *at = room();
	const uint64_t blank = 0x1111111111111111, address = (uintptr_t)&l->held;
	size_t size = (size_t)(form_end - form);
	memcpy(at, form, size);
	memcpy(memmem(at, size, &blank, sizeof blank), &address, sizeof address);
	int was = ((filled_in *)code_of(at))(1);
	munmap(at, 4096);
	return !was;
}
