#include "drivers/native/inline.h"

#include "drivers/native/guard.h"
#include "drivers/native/library.h"
#include "drivers/native/real.h"
#include "drivers/native/syscalls.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#if defined __x86_64__

enum { MOST = 256, MARK = 1 };

/* A filter of system calls, by where they are made. */
static struct sock_filter filter[MOST];
static unsigned short n;

static void
add(uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
	filter[n++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = k};
}

static void
load(size_t offset)
{
	add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Both addresses have the same upper half; what is compared is where a call returns to. */
static void
add_range(uint64_t first, uint64_t last)
{
	enum { PLACE = offsetof(struct seccomp_data, instruction_pointer), LENGTH = 6 };
	if (n + LENGTH >= MOST)
		return;
	load(PLACE + 4);
	add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(first >> 32), 0, 4);
	load(PLACE);
	add(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)first, 0, 2);
	add(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)last, 1, 0);
	add(BPF_RET | BPF_K, SECCOMP_RET_TRAP | MARK, 0, 0);
}

/* Code in which the bytes of the instruction appear; they may also be a part of others, which does no harm. */
static void
add_code(const unsigned char *from, size_t size, void *arg)
{
	static const unsigned char instruction[] = {0x0f, 0x05};
	uint64_t first = (uint64_t)(uintptr_t)from, last = first + size, middle = last & ~(uint64_t)UINT32_MAX;
	(void)arg;
	if (!memmem(from, size, instruction, sizeof instruction))
		return;
	if (first < middle)
		add_range(first, middle - 1);
	add_range(first < middle ? middle : first, last);
}

void
inline_calls_watch(void)
{
	n = 0;
	library_each_code(add_code, NULL);
	if (n == 0)
		return;
	add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	struct sock_fprog program = {.len = n, .filter = filter};
	real_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)&program, 0, 0, 0);
}

bool
inline_calls_watched(void)
{
	return n > 0;
}

bool
inline_call(const siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	const long arguments[] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
	int error = errno;
	if (info->si_errno != MARK || info->si_arch != AUDIT_ARCH_X86_64 || guard_forbids(info->si_syscall, arguments[0]))
		return false;
	long result = syscall_made(info->si_syscall, arguments, (const void *)(uintptr_t)r[REG_RIP]);
	r[REG_RAX] = result == -1 ? -errno : result;
	errno = error;
	return true;
}

#else

void
inline_calls_watch(void)
{
}

bool
inline_calls_watched(void)
{
	return false;
}

bool
inline_call(const siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	return false;
}

#endif
