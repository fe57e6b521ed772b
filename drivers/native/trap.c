#include "drivers/native/trap.h"

#include "drivers/native/gate.h"
#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { MOST_TRAPS = 2048, STUB = 32 };

static struct trap {
	const char *symbol;
	enum symbol_class class;
	void *function;
} traps[MOST_TRAPS];
static unsigned ntraps;
static unsigned char (*stubs)[STUB]; /* one for each, which calls trap_taken with its number */

static bool
is_trapped(enum symbol_class class)
{
	return class == SYMBOL_BLOCKS || class == SYMBOL_UNSUPPORTED || class == SYMBOL_UNKNOWN;
}

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

/* NULL: it is not there, or it is a variable. */
static void *
function_called(const char *symbol)
{
	void *address = real.dlsym(RTLD_DEFAULT, symbol);
	return address && dl_iterate_phdr(look_for_code, &address) ? address : NULL;
}

static const struct trap *
find(const char *symbol)
{
	for (unsigned i = 0; i < ntraps; i++)
		if (strcmp(traps[i].symbol, symbol) == 0)
			return &traps[i];
	return NULL;
}

#if defined __x86_64__

__attribute__((used, visibility("hidden"))) void *trap_taken(unsigned, const void *place);
__attribute__((visibility("hidden"))) void trap_enter(void);

/* Whatever arguments a function may have are as they were when it is called. */
__asm__(".pushsection .text\n"
	".hidden trap_enter\n.globl trap_enter\n.type trap_enter, @function\n"
	"trap_enter:\n.cfi_startproc\n"
	"push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\nsub $128, %rsp\n"
	".cfi_adjust_cfa_offset 184\n"
	"movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
	"movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
	"mov %r11d, %edi\nmov 184(%rsp), %rsi\ncall trap_taken\nmov %rax, %r11\n"
	"movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
	"movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
	"add $128, %rsp\npop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"
	".cfi_adjust_cfa_offset -184\n"
	"jmp *%r11\n.cfi_endproc\n.size trap_enter, . - trap_enter\n.popsection");

/* Outside of tests it may be called. */
void *
trap_taken(unsigned n, const void *place)
{
	char what[256];
	if (schedule_self()) {
		snprintf(what, sizeof what, "%s (%s)", traps[n].symbol, symbol_class_name(traps[n].class));
		unseen(what, place);
	}
	return traps[n].function;
}

/* mov n, %r11d; movabs trap_enter, %r10; jmp *%r10 */
static void
write_stub(unsigned char *at, unsigned n)
{
	static const unsigned char code[] = {0x41, 0xbb, 0, 0, 0, 0, 0x49, 0xba, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe2};
	uintptr_t enter = (uintptr_t)trap_enter;
	memcpy(at, code, sizeof code);
	memcpy(at + 2, &n, sizeof n);
	memcpy(at + 8, &enter, sizeof enter);
}

static bool
have_stubs(void)
{
	void *room = stubs ? stubs : mmap(NULL, sizeof *stubs * MOST_TRAPS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stubs = room == MAP_FAILED ? NULL : room;
	return stubs;
}

#else

static void
write_stub(unsigned char *at, unsigned n)
{
	(void)at, (void)n;
}

static bool
have_stubs(void)
{
	return false;
}

#endif

void *
trap_for(const char *symbol)
{
	enum symbol_class class = symbol_class(symbol);
	const struct trap *known = is_trapped(class) ? find(symbol) : NULL;
	if (known)
		return stubs[known - traps];
	void *function = is_trapped(class) && !library_brings(symbol) ? function_called(symbol) : NULL;
	if (!function || ntraps == MOST_TRAPS || !have_stubs())
		return NULL;
	traps[ntraps] = (struct trap){symbol, class, function};
	write_stub(stubs[ntraps], ntraps);
	return stubs[ntraps++];
}

bool
trap_covers(const char *symbol)
{
	return is_trapped(symbol_class(symbol)) && (find(symbol) || !function_called(symbol));
}

void
trap_arm(void)
{
	if (stubs)
		gate_call(SYS_mprotect, (long)stubs, sizeof *stubs * MOST_TRAPS, PROT_READ | PROT_EXEC, 0, 0, 0);
}
