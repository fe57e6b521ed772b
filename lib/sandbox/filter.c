/* Which system calls can be made inside: those that hosts and compilers have no use for, and that kernels were broken by, cannot. */
#include "sandbox/private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WAIT_KILLABLE (1ul << 5)

/* SOCK_TYPES: the bits of a socket's type that are no flags. */
enum { SOCK_TYPES = 0xf };

static const int refused[] = {
	SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen),
	SCMP_SYS(fsmount), SCMP_SYS(fsconfig), SCMP_SYS(fspick), SCMP_SYS(mount_setattr), SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(ptrace),
	SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(kcmp), SCMP_SYS(pidfd_getfd), SCMP_SYS(bpf), SCMP_SYS(perf_event_open),
	SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(userfaultfd), SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at),
	SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(reboot),
	SCMP_SYS(swapon), SCMP_SYS(swapoff), SCMP_SYS(acct), SCMP_SYS(quotactl), SCMP_SYS(syslog), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime),
	SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex), SCMP_SYS(sethostname), SCMP_SYS(setdomainname), SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(vhangup),
	SCMP_SYS(fanotify_init), SCMP_SYS(lookup_dcookie), SCMP_SYS(nfsservctl), SCMP_SYS(process_madvise), SCMP_SYS(migrate_pages), SCMP_SYS(move_pages),
	SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1),
};

/*
 * What reaches others by a file that they share: a lease makes all wait who want to open it, a notice or a signal tells when they do. Of a
 * system call only this command is refused.
 */
static const struct refused_command {
	int number;
	unsigned argument;
	scmp_datum_t command;
} refused_commands[] = {
	{SCMP_SYS(fcntl), 1, F_SETLEASE}, {SCMP_SYS(fcntl), 1, F_NOTIFY}, {SCMP_SYS(fcntl), 1, F_SETOWN}, {SCMP_SYS(fcntl), 1, F_SETOWN_EX}, {SCMP_SYS(fcntl), 1, F_SETSIG},
	{SCMP_SYS(ioctl), 1, FS_IOC_SETFLAGS}, {SCMP_SYS(ioctl), 1, FS_IOC_FSSETXATTR}, {SCMP_SYS(ioctl), 1, FIOSETOWN}, {SCMP_SYS(ioctl), 1, SIOCSPGRP}, {SCMP_SYS(ioctl), 1, TIOCSTI}, {SCMP_SYS(ioctl), 1, TIOCLINUX},
};

/* Where there is no room of its own, everybody's sockets lie in its file system, and a pair of such that take letters can reach them too. */
static const struct refused_command refused_outside[] = {
	{SCMP_SYS(socketpair), 1, SOCK_DGRAM}, {SCMP_SYS(socketpair), 1, SOCK_RAW},
};

/* Newer than the library that knows their numbers: fchmodat2, setxattrat, removexattrat, file_setattr. */
enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469 };

/* As if the kernel had none of it: who uses them can do without. What clone3 is asked for, such as new namespaces, cannot be looked at. */
static const int absent[] = {
	SCMP_SYS(clone3), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), FCHMODAT2, SETXATTRAT, REMOVEXATTRAT, FILE_SETATTR,
};

const struct watched_call sandbox_watched[] = {
	{SCMP_SYS(open), WATCHED_OPEN, -1, 0, 1, NULL},
	{SCMP_SYS(openat), WATCHED_OPEN, 0, 1, 2, NULL},
	{SCMP_SYS(openat2), WATCHED_OPEN_HOW, 0, 1, 2, NULL},
	{SCMP_SYS(creat), WATCHED_MAKE, -1, 0, -1, "open %s for writing"},
	{SCMP_SYS(truncate), WATCHED_CHANGE, -1, 0, -1, "empty %s"},
	{SCMP_SYS(unlink), WATCHED_CHANGE, -1, 0, -1, "remove %s"},
	{SCMP_SYS(unlinkat), WATCHED_CHANGE, 0, 1, -1, "remove %s"},
	{SCMP_SYS(rmdir), WATCHED_CHANGE, -1, 0, -1, "remove %s"},
	{SCMP_SYS(rename), WATCHED_CHANGE, -1, 0, -1, "rename %s"},
	{SCMP_SYS(renameat), WATCHED_CHANGE, 0, 1, -1, "rename %s"},
	{SCMP_SYS(renameat2), WATCHED_CHANGE, 0, 1, -1, "rename %s"},
	{SCMP_SYS(mkdir), WATCHED_FOLDER, -1, 0, -1, "make the folder %s"},
	{SCMP_SYS(mkdirat), WATCHED_FOLDER, 0, 1, -1, "make the folder %s"},
	{SCMP_SYS(symlink), WATCHED_MAKE, -1, 1, -1, "make the link %s"},
	{SCMP_SYS(symlinkat), WATCHED_MAKE, 1, 2, -1, "make the link %s"},
	{SCMP_SYS(link), WATCHED_CHANGE, -1, 0, -1, "make a link to %s"},
	{SCMP_SYS(linkat), WATCHED_CHANGE, 0, 1, -1, "make a link to %s"},
	{SCMP_SYS(chmod), WATCHED_MODE, -1, 0, 1, "change the rights of %s"},
	{SCMP_SYS(fchmodat), WATCHED_MODE, 0, 1, 2, "change the rights of %s"},
	{SCMP_SYS(chown), WATCHED_OWNER, -1, 0, -1, "change the owner of %s"},
	{SCMP_SYS(lchown), WATCHED_OWNER, -1, 0, -1, "change the owner of %s"},
	{SCMP_SYS(fchownat), WATCHED_OWNER, 0, 1, -1, "change the owner of %s"},
	{SCMP_SYS(fchmod), WATCHED_MODE, 0, -1, 1, "change the rights of %s"},
	{SCMP_SYS(fchown), WATCHED_OWNER, 0, -1, -1, "change the owner of %s"},
	{SCMP_SYS(fsetxattr), WATCHED_ATTRIBUTES, 0, -1, -1, "change attributes of %s"},
	{SCMP_SYS(mknod), WATCHED_MAKE, -1, 0, -1, "make %s"},
	{SCMP_SYS(mknodat), WATCHED_MAKE, 0, 1, -1, "make %s"},
	{SCMP_SYS(utime), WATCHED_TIMES, -1, 0, 1, "change the times of %s"},
	{SCMP_SYS(utimes), WATCHED_TIMES, -1, 0, 1, "change the times of %s"},
	{SCMP_SYS(futimesat), WATCHED_TIMES, 0, 1, 2, "change the times of %s"},
	{SCMP_SYS(utimensat), WATCHED_TIMES, 0, 1, 2, "change the times of %s"},
	{SCMP_SYS(setxattr), WATCHED_ATTRIBUTES, -1, 0, -1, "change attributes of %s"},
	{SCMP_SYS(lsetxattr), WATCHED_ATTRIBUTES, -1, 0, -1, "change attributes of %s"},
	{SCMP_SYS(removexattr), WATCHED_ATTRIBUTES, -1, 0, -1, "change attributes of %s"},
	{SCMP_SYS(lremovexattr), WATCHED_ATTRIBUTES, -1, 0, -1, "change attributes of %s"},
	{SCMP_SYS(fremovexattr), WATCHED_ATTRIBUTES, 0, -1, -1, "change attributes of %s"},
	{SCMP_SYS(socket), WATCHED_SOCKET, -1, -1, -1, NULL},
};
const size_t sandbox_nwatched = sizeof sandbox_watched / sizeof *sandbox_watched;

static bool
add_commands(scmp_filter_ctx f, const struct refused_command *at, size_t n, scmp_datum_t mask)
{
	bool ok = true;
	for (size_t i = 0; i < n; i++)
		ok = ok && seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), at[i].number, 1, SCMP_CMP(at[i].argument, SCMP_CMP_MASKED_EQ, mask, at[i].command)) == 0;
	return ok;
}

/* What this machine does not have needs no rule: its number is less than 0. */
static bool
add_all(scmp_filter_ctx f, uint32_t action, const int *numbers, size_t n)
{
	bool ok = true;
	for (size_t i = 0; i < n; i++)
		ok = ok && (numbers[i] < 0 || seccomp_rule_add(f, action, numbers[i], 0) == 0);
	return ok;
}

/* Sockets of the file system are nobody's but those in the room, where there is one. */
static bool
add_sockets(const struct sandbox *s, scmp_filter_ctx f, uint32_t action, int number)
{
	if (sandbox_has(s, SANDBOX_MOUNT))
		return seccomp_rule_add(f, action, number, 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)) == 0;
	return seccomp_rule_add(f, action, number, 0) == 0 && add_commands(f, refused_outside, sizeof refused_outside / sizeof *refused_outside, SOCK_TYPES);
}

static bool
add_watched(const struct sandbox *s, scmp_filter_ctx f, bool watched)
{
	bool ok = true;
	for (size_t i = 0; i < sandbox_nwatched; i++) {
		const struct watched_call *w = &sandbox_watched[i];
		if (w->number < 0)
			continue;
		if (w->kind == WATCHED_SOCKET)
			ok = ok && add_sockets(s, f, watched ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(EACCES), w->number);
		else if (watched)
			ok = ok && seccomp_rule_add(f, SCMP_ACT_NOTIFY, w->number, 0) == 0;
	}
	return ok;
}

static bool
add_rules(const struct sandbox *s, scmp_filter_ctx f, bool watched)
{
	seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree: an older library may not know it */
	seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP); /* else only the thread would end, of which nobody hears */
	return add_all(f, SCMP_ACT_ERRNO(EPERM), refused, sizeof refused / sizeof *refused) && add_all(f, SCMP_ACT_ERRNO(ENOSYS), absent, sizeof absent / sizeof *absent) &&
		seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0x10000000, 0x10000000)) == 0 &&
		seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_NE, 0, 0), SCMP_A2(SCMP_CMP_NE, 0, 0)) == 0 && add_watched(s, f, watched) &&
		add_commands(f, refused_commands, sizeof refused_commands / sizeof *refused_commands, UINT32_MAX);
}

/* The program is compiled once, and kept: compiling it takes longer than starting a host. */
static bool
export(struct sandbox *s, scmp_filter_ctx f)
{
	struct stat st;
	int fd = memfd_create("filter", MFD_CLOEXEC);
	bool ok = fd >= 0 && seccomp_export_bpf(f, fd) == 0 && fstat(fd, &st) == 0;
	if (ok) {
		s->filter.len = (unsigned short)((size_t)st.st_size / sizeof *s->filter.filter);
		s->filter.filter = arena_alloc(&s->arena, (size_t)st.st_size);
		ok = pread(fd, s->filter.filter, (size_t)st.st_size, 0) == st.st_size;
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

bool
filter_build(struct sandbox *s, bool watched)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
	bool ok = f && add_rules(s, f, watched) && export(s, f);
	if (f)
		seccomp_release(f);
	s->watched = watched;
	return ok;
}

int
filter_enter(const struct sandbox *s)
{
	unsigned long flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW | (s->watched ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -1;
	if (s->watched) { /* a signal is to wait until the keeper has answered, where the kernel can do that */
		int fd = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | WAIT_KILLABLE, &s->filter);
		if (fd >= 0 || errno != EINVAL)
			return fd;
	}
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &s->filter);
}
