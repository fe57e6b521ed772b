#include "drivers/native/context.h"

#include "unit/unit.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>

#if defined __x86_64__

enum { CARRY = 1, TRAP_FLAG = 0x100, NUMBERS = 15 };

/* Puts numbers into all registers, traps, and says what is in them then; what lies below the stack is told from outside, last. */
void trap_with(uint64_t numbers[NUMBERS + 3]);
__asm__(".pushsection .text\n.globl trap_with\n.type trap_with, @function\n"
	"trap_with:\npush %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\npush %r15\npush %rdi\n"
	"movq 112(%rdi), %xmm7\nmovq 112(%rdi), %xmm15\nmovq $77, -128(%rsp)\nmovq $78, -8(%rsp)\n"
	"mov (%rdi), %rax\nmov 8(%rdi), %rbx\nmov 16(%rdi), %rcx\nmov 24(%rdi), %rdx\nmov 32(%rdi), %rsi\nmov 40(%rdi), %rbp\nmov 48(%rdi), %r8\n"
	"mov 56(%rdi), %r9\nmov 64(%rdi), %r10\nmov 72(%rdi), %r11\nmov 80(%rdi), %r12\nmov 88(%rdi), %r13\nmov 96(%rdi), %r14\nmov 104(%rdi), %r15\n"
	"stc\nint3\nnop\n"
	"mov (%rsp), %rdi\n"
	"mov %rax, (%rdi)\nmov %rbx, 8(%rdi)\nmov %rcx, 16(%rdi)\nmov %rdx, 24(%rdi)\nmov %rsi, 32(%rdi)\nmov %rbp, 40(%rdi)\nmov %r8, 48(%rdi)\n"
	"mov %r9, 56(%rdi)\nmov %r10, 64(%rdi)\nmov %r11, 72(%rdi)\nmov %r12, 80(%rdi)\nmov %r13, 88(%rdi)\nmov %r14, 96(%rdi)\nmov %r15, 104(%rdi)\n"
	"setc %al\nmovzx %al, %eax\nmov %rax, 120(%rdi)\n"
	"mov -128(%rsp), %rax\nmov %rax, 128(%rdi)\nmov -8(%rsp), %rax\nmov %rax, 136(%rdi)\n"
	"movq %xmm15, %rax\nmov %rax, 112(%rdi)\n"
	"pop %rdi\npop %r15\npop %r14\npop %r13\npop %r12\npop %rbp\npop %rbx\nret\n.size trap_with, . - trap_with\n.popsection");

static int traps;
static bool steps;

static void
trapped(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	(void)number;
	(void)info;
	traps++;
	if (steps && traps == 1)
		c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
	else
		c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	__asm__ volatile("pxor %%xmm7, %%xmm7\n\tpxor %%xmm15, %%xmm15" ::: "xmm7", "xmm15");
	context_resume(c);
}

static void
try(bool with_step)
{
	struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
	uint64_t numbers[NUMBERS + 3] = {0};
	for (uint64_t i = 0; i < NUMBERS; i++)
		numbers[i] = 1000 + i;
	traps = 0;
	steps = with_step;
	sigaction(SIGTRAP, &action, NULL);
	trap_with(numbers);
	signal(SIGTRAP, SIG_DFL);
	for (uint64_t i = 0; i < NUMBERS; i++)
		assert_int_equal(numbers[i], 1000 + i);
	assert_int_equal(numbers[NUMBERS], 1); /* the carry */
	assert_int_equal(numbers[NUMBERS + 1], 77);
	assert_int_equal(numbers[NUMBERS + 2], 78);
	assert_int_equal(traps, with_step ? 2 : 1);
}

static void
who_was_interrupted_goes_on_with_all_registers_and_what_lies_below_its_stack(void **state)
{
	(void)state;
	try(false);
}

static void
who_goes_on_by_a_step_traps_after_one_instruction(void **state)
{
	(void)state;
	try(true);
}

void add_to(void), compare(void);
__asm__(".pushsection .text\nadd_to: lock xaddl %r9d, (%r12)\nret\ncompare: lock cmpxchgq %rbx, (%rdi)\nret\n.popsection");

static void
an_instruction_is_carried_out_with_the_registers_that_are_there(void **state)
{
	ucontext_t c = {0};
	greg_t *r = c.uc_mcontext.gregs;
	int number = 5;
	(void)state;
	r[REG_R9] = 3;
	r[REG_R12] = (greg_t)(intptr_t)&number;
	r[REG_RBX] = 42;
	r[REG_EFL] = TRAP_FLAG | CARRY;
	context_execute(&c, (const void *)(uintptr_t)add_to);
	assert_int_equal(number, 8);
	assert_int_equal(r[REG_R9], 5);
	assert_int_equal(r[REG_RBX], 42);
	assert_int_equal(r[REG_EFL] & (TRAP_FLAG | CARRY), TRAP_FLAG); /* nothing was carried, and who steps goes on doing so */
}

static void
it_leaves_in_registers_and_flags_what_it_found(void **state)
{
	enum { ZERO = 0x40 };
	ucontext_t c = {0};
	greg_t *r = c.uc_mcontext.gregs;
	uint64_t number = 7;
	(void)state;
	r[REG_RAX] = 6;
	r[REG_RBX] = 9;
	r[REG_RDI] = (greg_t)(intptr_t)&number;
	r[REG_EFL] = ZERO;
	context_execute(&c, (const void *)(uintptr_t)compare);
	assert_int_equal(number, 7);
	assert_int_equal(r[REG_RAX], 7);
	assert_int_equal(r[REG_EFL] & ZERO, 0);
	context_execute(&c, (const void *)(uintptr_t)compare);
	assert_int_equal(number, 9);
	assert_int_equal(r[REG_EFL] & ZERO, ZERO);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_was_interrupted_goes_on_with_all_registers_and_what_lies_below_its_stack),
		cmocka_unit_test(who_goes_on_by_a_step_traps_after_one_instruction),
		cmocka_unit_test(an_instruction_is_carried_out_with_the_registers_that_are_there),
		cmocka_unit_test(it_leaves_in_registers_and_flags_what_it_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
	return 77;
}

#endif
