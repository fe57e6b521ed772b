#include "drivers/native/ward.h"

#include "drivers/native/gate.h"
#include "drivers/native/library.h"
#include "drivers/native/real.h"
#include "drivers/native/strange.h"

#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <ucontext.h>

#if defined __x86_64__

enum { MOST = 1024, MOST_RANGES = 32, ARGUMENTS = 6 };
enum { AT = 0, SIZE = 1, PROTECTION = 2, FLAGS = 3, NEW_AT = 4 }; /* among the arguments */
enum { MARK = 2 }; /* inline.c has 1 */

/* Which of a call's arguments may make it one to stop. */
enum rule { CHANGES, PROTECTS, MAPS, MOVES };

static const struct {
	uint32_t number;
	enum rule rule;
} watched[] = {
	{SYS_munmap, CHANGES}, {SYS_madvise, CHANGES}, {SYS_mprotect, PROTECTS}, {SYS_pkey_mprotect, PROTECTS}, {SYS_mmap, MAPS}, {SYS_mremap, MOVES},
};

/* What nobody needs, and would lead past what is stopped. */
static const struct {
	uint32_t number, argument, bits; /* any of these bits of it, or whatever there is */
} refused[] = {
	{SYS_shmat, 2, SHM_EXEC | SHM_REMAP}, {SYS_personality, 0, READ_IMPLIES_EXEC}, {SYS_remap_file_pages, 0, 0},
};

static struct range {
	uintptr_t from, to;
} ranges[MOST_RANGES]; /* what is the host's */
static size_t nranges;
static struct sock_filter filter[MOST];
static unsigned short n;

/* --- the filter --- */

static void
add(uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
	if (n < MOST)
		filter[n++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = k};
}

static void
load(size_t offset)
{
	add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static size_t
argument(unsigned i)
{
	return offsetof(struct seccomp_data, args[0]) + i * sizeof(uint64_t);
}

static void
stop(void)
{
	add(BPF_RET | BPF_K, SECCOMP_RET_TRAP | MARK, 0, 0);
}

static void
allow(void)
{
	add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

static void
stop_if(unsigned i, uint32_t bits)
{
	load(argument(i));
	add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
	stop();
}

static void
allow_unless(unsigned i, uint32_t bits)
{
	load(argument(i));
	add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
	allow();
}

static void
allow_gate(void)
{
	enum { PLACE = offsetof(struct seccomp_data, instruction_pointer) };
	uint64_t end = (uint64_t)(uintptr_t)gate_end;
	load(PLACE);
	add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)end, 0, 3);
	load(PLACE + 4);
	add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(end >> 32), 0, 1);
	allow();
}

/* What ends within the range, or behind it, and does not begin behind it. The range lies where addresses have one upper half. */
static void
stop_in(const struct range *r)
{
	load(argument(AT) + 4);
	add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(r->from >> 32), 0, 5);
	load(argument(AT));
	add(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)r->to, 3, 0);
	add(BPF_LD | BPF_MEM, 0, 0, 0);
	add(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)r->from, 0, 1);
	stop();
}

/* What is very long, or crosses to another upper half, is looked at when it was stopped. */
static void
stop_in_ranges(void)
{
	load(argument(SIZE) + 4);
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	stop();
	load(argument(AT));
	add(BPF_MISC | BPF_TAX, 0, 0, 0);
	load(argument(SIZE));
	add(BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	add(BPF_ST, 0, 0, 0);
	add(BPF_JMP | BPF_JGE | BPF_X, 0, 1, 0);
	stop();
	for (size_t i = 0; i < nranges; i++)
		stop_in(&ranges[i]);
	allow();
}

static void
add_rule(uint32_t number, enum rule rule)
{
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, number, 1, 0);
	unsigned short skip = n;
	add(BPF_JMP | BPF_JA, 0, 0, 0);
	allow_gate();
	if (rule == MOVES)
		stop();
	if (rule == PROTECTS || rule == MAPS)
		stop_if(PROTECTION, PROT_EXEC);
	if (rule == MAPS)
		allow_unless(FLAGS, MAP_FIXED);
	stop_in_ranges();
	filter[skip].k = (uint32_t)(n - skip - 1);
}

static void
add_refused(size_t i)
{
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, refused[i].number, 0, 3);
	load(argument(refused[i].argument));
	add(BPF_JMP | BPF_JSET | BPF_K, refused[i].bits ? refused[i].bits : UINT32_MAX, 0, 1);
	add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

static void
add_range(uintptr_t from, uintptr_t to)
{
	uintptr_t middle = to & ~(uintptr_t)UINT32_MAX;
	if (from < middle && to > middle) {
		add_range(from, middle - 4096);
		from = middle;
	}
	if (nranges < MOST_RANGES && from < to)
		ranges[nranges++] = (struct range){from, to};
}

static int
note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	uintptr_t from = UINTPTR_MAX, to = 0;
	(void)size;
	(void)arg;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t first = info->dlpi_addr + p->p_vaddr, last = first + p->p_memsz;
		if (p->p_type != PT_LOAD)
			continue;
		from = first < from ? first : from;
		to = last > to ? last : to;
	}
	add_range(from & ~(uintptr_t)4095, (to + 4095) & ~(uintptr_t)4095);
	return 0;
}

void
ward_memory(void)
{
	dl_iterate_phdr(note_object, NULL);
	load(offsetof(struct seccomp_data, arch));
	add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
	allow(); /* guard.c has stopped it */
	for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
		add_rule(watched[i].number, watched[i].rule);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		add_refused(i);
	allow();
	struct sock_fprog program = {.len = n, .filter = filter};
	real_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)&program, 0, 0, 0);
}

/* --- what was stopped --- */

static bool
is_hosts(uintptr_t from, size_t size)
{
	for (size_t i = 0; i < nranges; i++)
		if (from < ranges[i].to && (size > UINTPTR_MAX - from || from + size > ranges[i].from))
			return true;
	return false;
}

/* False: it is about memory of the host. */
static bool
may(long number, const long a[ARGUMENTS])
{
	if (number == SYS_mremap)
		return !is_hosts((uintptr_t)a[AT], (size_t)a[SIZE]) && (!(a[FLAGS] & MREMAP_FIXED) || !is_hosts((uintptr_t)a[NEW_AT], (size_t)a[PROTECTION]));
	return (number == SYS_mmap && !(a[FLAGS] & MAP_FIXED)) || !is_hosts((uintptr_t)a[AT], (size_t)a[SIZE]);
}

bool
ward_system_call(const siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	const long a[ARGUMENTS] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
	const void *place = (const void *)(uintptr_t)r[REG_RIP];
	if (info->si_errno != MARK || !(may(info->si_syscall, a) || library_is_loader(place)))
		return false;
	r[REG_RAX] = strange_call(info->si_syscall, a, place);
	return true;
}

#else

void
ward_memory(void)
{
}

bool
ward_system_call(const siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	return false;
}

#endif
