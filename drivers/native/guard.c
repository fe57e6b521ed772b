#include "drivers/native/guard.h"

#include "drivers/native/real.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * FORBID: it is a fault of the implementation, and told as one. REFUSE: fails as if there were no right to do so. OWN: the first
 * argument must be this process, or NONE_ELSE also 0, or SELF also its group. THREADS: only with CLONE_THREAD. OWNER: who gets the signals
 * of a descriptor must be SELF. NO_OWNER: as REFUSE, where it is to be told by what the filter cannot look at. ABSENT: as if the kernel had
 * no such call; its arguments cannot be looked at, and the C library then takes the older one.
 */
enum action { FORBID, REFUSE, OWN, NONE_ELSE, SELF, THREADS, OWNER, NO_OWNER, ABSENT };

static const struct rule {
	uint32_t number;
	enum action action;
	const char *words;
} rules[] = {
	{SYS_kill, SELF, "it sends a signal to another process (kill)"},
	{SYS_tgkill, OWN, "it sends a signal to another process (tgkill)"},
	{SYS_rt_sigqueueinfo, OWN, "it sends a signal to another process (sigqueue)"},
	{SYS_rt_tgsigqueueinfo, OWN, "it sends a signal to another process (sigqueue)"},
	{SYS_tkill, REFUSE, NULL},
	{SYS_pidfd_open, REFUSE, NULL},
	{SYS_pidfd_send_signal, FORBID, "it sends a signal to another process (pidfd_send_signal)"},
	{SYS_prlimit64, NONE_ELSE, "it changes the limits of another process (prlimit)"},
	{SYS_fcntl, OWNER, "it has signals sent to another process (F_SETOWN)"},
	{SYS_ioctl, NO_OWNER, NULL},
#ifdef SYS_fork
	{SYS_fork, FORBID, "it makes a process (fork), which no test can follow"},
	{SYS_vfork, FORBID, "it makes a process (vfork), which no test can follow"},
#endif
	{SYS_clone, THREADS, "it makes a process (clone), which no test can follow"},
	{SYS_clone3, ABSENT, NULL},
	{SYS_execve, FORBID, "it becomes another program (execve)"},
	{SYS_execveat, FORBID, "it becomes another program (execveat)"},
	{SYS_ptrace, FORBID, "it traces a process (ptrace)"},
	{SYS_process_vm_readv, FORBID, "it reads the memory of a process (process_vm_readv)"},
	{SYS_process_vm_writev, FORBID, "it writes into the memory of a process (process_vm_writev)"},
};

#ifdef __x86_64__
enum { MOST = 128, RULES = sizeof rules / sizeof *rules };

struct program {
	struct sock_filter at[MOST];
	unsigned short n;
};

static void
add(struct program *p, uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
	p->at[p->n++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = k};
}

static void
load(struct program *p, size_t offset)
{
	add(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void
end(struct program *p, uint32_t how)
{
	add(p, BPF_RET | BPF_K, how, 0, 0);
}

static void
load_argument(struct program *p, unsigned i)
{
	load(p, offsetof(struct seccomp_data, args[0]) + i * sizeof(uint64_t));
}

/* Allows what is loaded if it is one of them. */
static void
allow_one(struct program *p, size_t n, const uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		add(p, BPF_JMP | BPF_JEQ | BPF_K, of[i], (uint8_t)(n - 1 - i), i + 1 < n ? 0 : 1);
	end(p, SECCOMP_RET_ALLOW);
}

/* What comes next is for this value of an argument only; others are allowed. */
static void
only_if(struct program *p, unsigned argument, uint32_t value)
{
	load_argument(p, argument);
	add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
	end(p, SECCOMP_RET_ALLOW);
}

/* Fails for this value of an argument. */
static void
refuse_if(struct program *p, unsigned argument, uint32_t value)
{
	load_argument(p, argument);
	add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
	end(p, SECCOMP_RET_ERRNO | EPERM);
}

static void
add_action(struct program *p, enum action action, uint32_t self)
{
	const uint32_t selves[] = {self, 0, -self};
	switch (action) {
	case FORBID:
		break;
	case REFUSE:
		end(p, SECCOMP_RET_ERRNO | EPERM);
		return;
	case ABSENT:
		end(p, SECCOMP_RET_ERRNO | ENOSYS);
		return;
	case OWN:
	case NONE_ELSE:
	case SELF:
		load_argument(p, 0);
		allow_one(p, action == OWN ? 1 : action == NONE_ELSE ? 2 : 3, selves);
		break;
	case OWNER:
		refuse_if(p, 1, F_SETOWN_EX);
		only_if(p, 1, F_SETOWN);
		load_argument(p, 2);
		allow_one(p, 3, selves);
		break;
	case NO_OWNER:
		refuse_if(p, 1, FIOSETOWN);
		refuse_if(p, 1, SIOCSPGRP);
		end(p, SECCOMP_RET_ALLOW);
		return;
	case THREADS:
		load_argument(p, 0);
		add(p, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
		end(p, SECCOMP_RET_ALLOW);
		break;
	}
	end(p, SECCOMP_RET_TRAP);
}

static void
add_rule(struct program *p, const struct rule *r, uint32_t self)
{
	unsigned short test = p->n;
	add(p, BPF_JMP | BPF_JEQ | BPF_K, r->number, 0, 0);
	add_action(p, r->action, self);
	p->at[test].jf = (uint8_t)(p->n - test - 1);
}

void
guard_others(void)
{
	struct program p = {.n = 0};
	load(&p, offsetof(struct seccomp_data, arch));
	add(&p, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
	end(&p, SECCOMP_RET_TRAP);
	load(&p, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < RULES; i++)
		add_rule(&p, &rules[i], (uint32_t)getpid());
	end(&p, SECCOMP_RET_ALLOW);
	struct sock_fprog filter = {.len = p.n, .filter = p.at};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		real_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)&filter, 0, 0, 0);
}
#else
void
guard_others(void)
{
}
#endif

bool
guard_forbids(long number, long argument)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rules[i].number == (uint32_t)number)
			return rules[i].action == FORBID || (rules[i].action == THREADS && !(argument & CLONE_THREAD));
	return false;
}

/* These are stopped elsewhere, but where they are about memory of the host. */
static const int about_memory[] = {SYS_mmap, SYS_munmap, SYS_mprotect, SYS_pkey_mprotect, SYS_mremap, SYS_madvise};

const char *
guard_words(const siginfo_t *info)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rules[i].number == (uint32_t)info->si_syscall && rules[i].words)
			return rules[i].words;
	for (size_t i = 0; i < sizeof about_memory / sizeof *about_memory; i++)
		if (about_memory[i] == info->si_syscall)
			return "it unmaps memory of the program that runs it, or changes how that is protected";
	return "it makes a system call that is not allowed";
}
