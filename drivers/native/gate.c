#include "drivers/native/gate.h"

#if defined __x86_64__

__asm__(".pushsection .text\n"
	".globl gate_call, gate_end\n.hidden gate_call, gate_end\n.type gate_call, @function\n"
	"gate_call:\n.cfi_startproc\n"
	"mov %rdi, %rax\nmov %rsi, %rdi\nmov %rdx, %rsi\nmov %rcx, %rdx\nmov %r8, %r10\nmov %r9, %r8\nmov 8(%rsp), %r9\nsyscall\n"
	"gate_end:\nret\n.cfi_endproc\n.size gate_call, . - gate_call\n.popsection");

#else

#include <errno.h>
#include <unistd.h>

const char gate_end[1];

long
gate_call(long number, long a, long b, long c, long d, long e, long f)
{
	long result = syscall(number, a, b, c, d, e, f);
	return result == -1 ? -errno : result;
}

#endif
