/* Limits of a process, and rights that it has no use for. */
#include "sandbox/private.h"

#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void
limit(enum __rlimit_resource resource, int64_t most)
{
	struct rlimit now;
	if (most <= 0 || getrlimit(resource, &now) < 0 || (now.rlim_max != RLIM_INFINITY && now.rlim_max <= (rlim_t)most))
		return;
	now = (struct rlimit){.rlim_cur = (rlim_t)most, .rlim_max = (rlim_t)most};
	setrlimit(resource, &now);
}

void
limits_enter(const struct sandbox_options *o)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){1, 1}); /* 0 would not keep a program that collects them from being started */
	limit(RLIMIT_CPU, o->cpu_seconds);
	limit(RLIMIT_FSIZE, o->file_size);
	limit(RLIMIT_NPROC, o->processes);
	limit(RLIMIT_MSGQUEUE, 1 << 20);
}

bool
limits_drop_rights(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {0};
	for (unsigned long i = 0; i <= CAP_LAST_CAP; i++)
		prctl(PR_CAPBSET_DROP, i, 0, 0, 0); /* where there is no right to do so, there is nothing to lose */
	prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED, 0, 0, 0);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	return syscall(SYS_capset, &header, none) == 0;
}
