#include "drivers/native/stubs.h"

#include "drivers/native/gate.h"
#include "drivers/native/real.h"
#include "drivers/native/settled.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { MOST_STUBS = 2048, STUB = 32 };

static struct {
	stub_taken *taken;
	unsigned n;
} stubs[MOST_STUBS] SETTLED;
static unsigned nstubs SETTLED;
static unsigned char (*code)[STUB] SETTLED; /* of each: it calls stub_taken_by with its number */

static int
look_for_code(struct dl_phdr_info *info, size_t size, void *arg)
{
	const uintptr_t *address = arg;
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const Elf64_Phdr *p = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + p->p_vaddr;
		if (p->p_type == PT_LOAD && p->p_flags & PF_X && *address >= from && *address - from < p->p_memsz)
			return 1;
	}
	return 0;
}

void *
stub_function(const char *symbol)
{
	void *address = real.dlsym(RTLD_DEFAULT, symbol);
	return address && dl_iterate_phdr(look_for_code, &address) ? address : NULL;
}

#if defined __x86_64__

__attribute__((used, visibility("hidden"))) void *stub_taken_by(unsigned, const void *place, const uintptr_t *first);
__attribute__((visibility("hidden"))) void stub_enter(void);

/* Whatever arguments a function may have are as they were when it is called. */
__asm__(".pushsection .text\n"
	".hidden stub_enter\n.globl stub_enter\n.type stub_enter, @function\n"
	"stub_enter:\n.cfi_startproc\n"
	"push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\nsub $128, %rsp\n"
	".cfi_adjust_cfa_offset 184\n"
	"movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
	"movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
	"mov %r11d, %edi\nmov 184(%rsp), %rsi\nlea 176(%rsp), %rdx\ncall stub_taken_by\nmov %rax, %r11\n"
	"movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
	"movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
	"add $128, %rsp\npop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"
	".cfi_adjust_cfa_offset -184\n"
	"jmp *%r11\n.cfi_endproc\n.size stub_enter, . - stub_enter\n.popsection");

/* The first argument lies above the others. */
void *
stub_taken_by(unsigned n, const void *place, const uintptr_t *first)
{
	struct stub_arguments arguments;
	for (int i = 0; i < STUB_ARGUMENTS; i++)
		arguments.at[i] = first[-i];
	return stubs[n].taken(stubs[n].n, &arguments, place);
}

/* mov n, %r11d; movabs stub_enter, %r10; jmp *%r10 */
static void
write_stub(unsigned char *at, unsigned n)
{
	static const unsigned char jump[] = {0x41, 0xbb, 0, 0, 0, 0, 0x49, 0xba, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe2};
	uintptr_t enter = (uintptr_t)stub_enter;
	memcpy(at, jump, sizeof jump);
	memcpy(at + 2, &n, sizeof n);
	memcpy(at + 8, &enter, sizeof enter);
}

static bool
have_code(void)
{
	void *room = code ? code : mmap(NULL, sizeof *code * MOST_STUBS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	code = room == MAP_FAILED ? NULL : room;
	return code;
}

#else

static void
write_stub(unsigned char *at, unsigned n)
{
	(void)at, (void)n;
}

static bool
have_code(void)
{
	return false;
}

#endif

void *
stub_make(stub_taken *taken, unsigned n)
{
	if (nstubs == MOST_STUBS || !have_code())
		return NULL;
	stubs[nstubs].taken = taken;
	stubs[nstubs].n = n;
	write_stub(code[nstubs], nstubs);
	return code[nstubs++];
}

void
stubs_arm(void)
{
	if (code)
		gate_call(SYS_mprotect, (long)code, sizeof *code * MOST_STUBS, PROT_READ | PROT_EXEC, 0, 0, 0);
}
