#include "drivers/native/context.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__

/* Where the C library has them: R8 to R15, then these. */
_Static_assert(REG_R8 == 0 && REG_R15 == 7 && REG_RDI == 8 && REG_RSI == 9 && REG_RBP == 10 && REG_RBX == 11 && REG_RDX == 12 && REG_RAX == 13 && REG_RCX == 14 &&
	REG_RSP == 15 && REG_RIP == 16 && REG_EFL == 17, "registers lie elsewhere");

/* What arithmetic leaves in the flags. */
enum { ARITHMETIC = 0x8d5 };
/* How the kernel marks that it saved more than the oldest processors have, and where that is and what. */
enum { MARK = 0x46505853, MARKED = 464, SAVED = 472, ALIGNED = 64 };

__attribute__((visibility("hidden"))) void context_switch_to(const greg_t *registers, const uint64_t *last, const void *vectors, uint64_t saved);
__attribute__((visibility("hidden"))) void context_run(greg_t *registers, const void *code);

/* last: where to, segment, flags, stack, segment. An interrupt's return takes all of them at once, so that nothing below the stack is touched. */
__asm__(".pushsection .text\n"
	".hidden context_switch_to\n.globl context_switch_to\n.type context_switch_to, @function\n"
	"context_switch_to:\n"
	"mov %rcx, %rax\nmov %rcx, %r8\nmov %rdx, %r9\nmov %r8, %rdx\nshr $32, %rdx\nxrstor64 (%r9)\n"
	"mov %rsi, %rsp\n"
	"mov (%rdi), %r8\nmov 8(%rdi), %r9\nmov 16(%rdi), %r10\nmov 24(%rdi), %r11\nmov 32(%rdi), %r12\nmov 40(%rdi), %r13\nmov 48(%rdi), %r14\nmov 56(%rdi), %r15\n"
	"mov 72(%rdi), %rsi\nmov 80(%rdi), %rbp\nmov 88(%rdi), %rbx\nmov 96(%rdi), %rdx\nmov 104(%rdi), %rax\nmov 112(%rdi), %rcx\nmov 64(%rdi), %rdi\n"
	"iretq\n"
	".size context_switch_to, . - context_switch_to\n.popsection");

/* All registers but that of the stack; the flags that arithmetic leaves. */
__asm__(".pushsection .text\n"
	".hidden context_run\n.globl context_run\n.type context_run, @function\n"
	"context_run:\n.cfi_startproc\n"
	"push %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\npush %r15\npush %rdi\npush %rsi\n"
	".cfi_adjust_cfa_offset 64\n"
	"pushq 136(%rdi)\n.cfi_adjust_cfa_offset 8\n"
	"mov (%rdi), %r8\nmov 8(%rdi), %r9\nmov 16(%rdi), %r10\nmov 24(%rdi), %r11\nmov 32(%rdi), %r12\nmov 40(%rdi), %r13\nmov 48(%rdi), %r14\nmov 56(%rdi), %r15\n"
	"mov 72(%rdi), %rsi\nmov 80(%rdi), %rbp\nmov 88(%rdi), %rbx\nmov 96(%rdi), %rdx\nmov 104(%rdi), %rax\nmov 112(%rdi), %rcx\nmov 64(%rdi), %rdi\n"
	"popfq\n.cfi_adjust_cfa_offset -8\n"
	"call *(%rsp)\n"
	"pushfq\n.cfi_adjust_cfa_offset 8\n"
	"push %rdi\n.cfi_adjust_cfa_offset 8\n"
	"mov 24(%rsp), %rdi\n"
	"mov %r8, (%rdi)\nmov %r9, 8(%rdi)\nmov %r10, 16(%rdi)\nmov %r11, 24(%rdi)\nmov %r12, 32(%rdi)\nmov %r13, 40(%rdi)\nmov %r14, 48(%rdi)\nmov %r15, 56(%rdi)\n"
	"mov %rsi, 72(%rdi)\nmov %rbp, 80(%rdi)\nmov %rbx, 88(%rdi)\nmov %rdx, 96(%rdi)\nmov %rax, 104(%rdi)\nmov %rcx, 112(%rdi)\n"
	"popq 64(%rdi)\n.cfi_adjust_cfa_offset -8\n"
	"popq 136(%rdi)\n.cfi_adjust_cfa_offset -8\n"
	"pop %rsi\npop %rdi\npop %r15\npop %r14\npop %r13\npop %r12\npop %rbp\npop %rbx\n"
	".cfi_adjust_cfa_offset -64\n"
	"cld\nret\n.cfi_endproc\n.size context_run, . - context_run\n.popsection");

/* With a shadow stack only the kernel can leave a handler. */
static bool
has_shadow_stack(void)
{
	uint64_t at = 0;
	__asm__ volatile("rdsspq %0" : "+r"(at));
	return at != 0;
}

/* Were the registers for vectors and numbers saved in the way that the processor takes them back? */
static bool
are_there(const unsigned char *vectors)
{
	uint32_t mark;
	if (!vectors || (uintptr_t)vectors % ALIGNED != 0)
		return false;
	memcpy(&mark, vectors + MARKED, sizeof mark);
	return mark == MARK;
}

void
context_resume(ucontext_t *c)
{
	const greg_t *r = c->uc_mcontext.gregs;
	const unsigned char *vectors = (const unsigned char *)c->uc_mcontext.fpregs;
	uint64_t saved, code, data;
	if (!are_there(vectors) || has_shadow_stack())
		return;
	memcpy(&saved, vectors + SAVED, sizeof saved);
	__asm__("mov %%cs, %0\n\tmov %%ss, %1" : "=r"(code), "=r"(data));
	const uint64_t last[] = {(uint64_t)r[REG_RIP], code, (uint64_t)r[REG_EFL], (uint64_t)r[REG_RSP], data};
	context_switch_to(r, last, vectors, saved);
}

void
context_execute(ucontext_t *c, const void *code)
{
	greg_t *r = c->uc_mcontext.gregs, flags = r[REG_EFL];
	r[REG_EFL] = (flags & ARITHMETIC) | 2;
	context_run(r, code);
	r[REG_EFL] = (flags & ~(greg_t)ARITHMETIC) | (r[REG_EFL] & ARITHMETIC);
}

#else

void context_resume(ucontext_t *c) { (void)c; }
void context_execute(ucontext_t *c, const void *code) { (void)c; (void)code; }

#endif
