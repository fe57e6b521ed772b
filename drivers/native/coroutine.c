/*
 * Contexts: as the C library's, but the signals that they block are those that are blocked here, and not the system's. Where a function of a
 * context returns, that goes for the context behind it, too.
 */
#include "drivers/native/signals.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <ucontext.h>

#define EXPORT __attribute__((visibility("default")))
#define FOR_ASSEMBLY __attribute__((visibility("hidden")))

#if defined __x86_64__

/* Where the assembly finds what. */
#define AT(member, place) _Static_assert(offsetof(ucontext_t, member) == (place), "the context is as the assembly has it");
AT(uc_mcontext.gregs[REG_R8], 0x28)
AT(uc_mcontext.gregs[REG_R9], 0x30)
AT(uc_mcontext.gregs[REG_R12], 0x48)
AT(uc_mcontext.gregs[REG_R13], 0x50)
AT(uc_mcontext.gregs[REG_R14], 0x58)
AT(uc_mcontext.gregs[REG_R15], 0x60)
AT(uc_mcontext.gregs[REG_RDI], 0x68)
AT(uc_mcontext.gregs[REG_RSI], 0x70)
AT(uc_mcontext.gregs[REG_RBP], 0x78)
AT(uc_mcontext.gregs[REG_RBX], 0x80)
AT(uc_mcontext.gregs[REG_RDX], 0x88)
AT(uc_mcontext.gregs[REG_RCX], 0x98)
AT(uc_mcontext.gregs[REG_RSP], 0xa0)
AT(uc_mcontext.gregs[REG_RIP], 0xa8)
AT(uc_mcontext.fpregs, 0xe0)
AT(__fpregs_mem, 0x1a8)
AT(__fpregs_mem.mxcsr, 0x1c0)

/* What outlives a call, into the context that rdi is; it goes on where its caller was called. */
#define SAVE \
	"	mov %rbx, 0x80(%rdi)\n	mov %rbp, 0x78(%rdi)\n	mov %r12, 0x48(%rdi)\n	mov %r13, 0x50(%rdi)\n	mov %r14, 0x58(%rdi)\n" \
	"	mov %r15, 0x60(%rdi)\n	mov (%rsp), %rcx\n	mov %rcx, 0xa8(%rdi)\n	lea 8(%rsp), %rcx\n	mov %rcx, 0xa0(%rdi)\n" \
	"	lea 0x1a8(%rdi), %rcx\n	mov %rcx, 0xe0(%rdi)\n	fnstenv (%rcx)\n	fldenv (%rcx)\n	stmxcsr 0x1c0(%rdi)\n"

/* All that the context in rbx has, and on from there: for a new one arguments, too. */
#define LOAD \
	"	mov %rbx, %rax\n" \
	"	mov 0xe0(%rax), %rcx\n	fldenv (%rcx)\n	ldmxcsr 0x1c0(%rax)\n" \
	"	mov 0xa0(%rax), %rsp\n	mov 0x80(%rax), %rbx\n	mov 0x78(%rax), %rbp\n	mov 0x48(%rax), %r12\n	mov 0x50(%rax), %r13\n" \
	"	mov 0x58(%rax), %r14\n	mov 0x60(%rax), %r15\n	mov 0x68(%rax), %rdi\n	mov 0x70(%rax), %rsi\n	mov 0x88(%rax), %rdx\n" \
	"	mov 0x98(%rax), %rcx\n	mov 0x28(%rax), %r8\n	mov 0x30(%rax), %r9\n	push 0xa8(%rax)\n	xor %eax, %eax\n	ret\n"

#define FUNCTION(name, body) \
	__asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n	.cfi_startproc\n" body "	.cfi_endproc\n.size " name ", .-" name "\n");
#define PUSH_RBX "	push %rbx\n	.cfi_adjust_cfa_offset 8\n	.cfi_rel_offset %rbx, 0\n"

void native_note_mask(ucontext_t *c);
FOR_ASSEMBLY void
native_note_mask(ucontext_t *c)
{
	signals_set(&c->uc_sigmask, signals_blocked());
}

void native_take_mask(const ucontext_t *c);
FOR_ASSEMBLY void
native_take_mask(const ucontext_t *c)
{
	signals_block_only(signals_bits(&c->uc_sigmask));
}

FUNCTION("getcontext", SAVE PUSH_RBX "	call native_note_mask\n	pop %rbx\n	.cfi_adjust_cfa_offset -8\n	xor %eax, %eax\n	ret\n")
FUNCTION("setcontext", PUSH_RBX "	mov %rdi, %rbx\n	call native_take_mask\n" LOAD)
FUNCTION("swapcontext", SAVE PUSH_RBX "	mov %rsi, %rbx\n	call native_note_mask\n	mov %rbx, %rdi\n	call native_take_mask\n" LOAD)

/*
 * Where a function of a context returns to: rbx leads to the context behind it. Nobody has called that function, as unwinders see it, which look at
 * what lies before where it returns to.
 */
void native_end_context(void);
__asm__(
	".text\n.globl native_end_context\n.hidden native_end_context\n.type native_end_context, @function\n"
	"	.cfi_startproc\n	.cfi_undefined %rip\n	nop\n"
	"native_end_context:\n"
	"	mov (%rbx), %rdi\n	and $-16, %rsp\n	test %rdi, %rdi\n	jz 1f\n	call setcontext\n"
	"1:	xor %edi, %edi\n	call exit\n"
	"	.cfi_endproc\n.size native_end_context, .-native_end_context\n");

/* Above the address to return to lie the arguments for which there is no register, and then the context behind this one. */
EXPORT void
makecontext(ucontext_t *c, void (*fn)(void), int n, ...)
{
	static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};
	enum { REGISTERS = sizeof registers / sizeof *registers };
	greg_t *r = c->uc_mcontext.gregs;
	int on_stack = n > REGISTERS ? n - REGISTERS : 0;
	uintptr_t end = (uintptr_t)c->uc_stack.ss_sp + c->uc_stack.ss_size;
	uint64_t *top = (void *)(((end - ((size_t)on_stack + 1) * sizeof *top) & ~(uintptr_t)15) - sizeof *top);
	va_list arguments;
	va_start(arguments, n);
	for (int i = 0; i < n; i++) {
		if (i < REGISTERS)
			r[registers[i]] = va_arg(arguments, greg_t);
		else
			top[1 + i - REGISTERS] = va_arg(arguments, uint64_t);
	}
	va_end(arguments);
	top[0] = (uint64_t)(uintptr_t)native_end_context;
	top[1 + on_stack] = (uint64_t)(uintptr_t)c->uc_link;
	r[REG_RIP] = (greg_t)(uintptr_t)fn;
	r[REG_RSP] = (greg_t)(uintptr_t)top;
	r[REG_RBX] = (greg_t)(uintptr_t)(top + 1 + on_stack);
}

#endif
