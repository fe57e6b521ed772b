#include "drivers/native/signalfds.h"

#include "drivers/native/descriptors.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST = 64 };

/* A counter of events stands for it, which is not 0 where there is something to read. */
static struct signal_descriptor {
	int fd;
	uint64_t bits;
	bool shown;
} all[MOST];
static size_t n;

static struct signal_descriptor *
find(int fd)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].fd == fd)
			return &all[i];
	return NULL;
}

bool
signalfd_is(int fd)
{
	return n && find(fd);
}

/* --- what it shows --- */

void
signalfds_show(const struct task *t)
{
	int error = errno;
	for (size_t i = 0; i < n; i++) {
		struct signal_descriptor *d = &all[i];
		bool wanted = signals_pending_for(t) & d->bits;
		uint64_t count = 1;
		if (wanted != d->shown)
			real_syscall(wanted ? SYS_write : SYS_read, d->fd, (long)&count, sizeof count, 0, 0, 0);
		d->shown = wanted;
	}
	errno = error;
}

void
signalfds_changed(void)
{
	if (n)
		descriptor_changed();
}

/* --- reading --- */

static struct signalfd_siginfo
shown(const siginfo_t *info)
{
	return (struct signalfd_siginfo){
		.ssi_signo = (uint32_t)info->si_signo, .ssi_code = info->si_code, .ssi_pid = (uint32_t)info->si_pid, .ssi_uid = info->si_uid,
		.ssi_int = info->si_value.sival_int, .ssi_ptr = (uint64_t)(uintptr_t)info->si_value.sival_ptr,
	};
}

long
signalfd_take(int fd, void *to, size_t size)
{
	struct signalfd_siginfo *out = to;
	size_t most = size / sizeof *out, got = 0;
	siginfo_t info;
	if (most == 0)
		return failed(EINVAL);
	while (got < most && signals_take(find(fd)->bits, &info))
		out[got++] = shown(&info);
	return got ? (long)(got * sizeof *out) : failed(EAGAIN);
}

/* --- making and ending --- */

static int
make(uint64_t bits, int flags)
{
	if (n == MOST)
		return failed(EMFILE);
	int fd = (int)real_syscall(SYS_eventfd2, 0, flags, 0, 0, 0, 0); /* whose flags are called otherwise, and are the same */
	if (fd >= 0)
		all[n++] = (struct signal_descriptor){.fd = fd, .bits = bits};
	return fd;
}

_Static_assert((int)SFD_NONBLOCK == (int)EFD_NONBLOCK && (int)SFD_CLOEXEC == (int)EFD_CLOEXEC, "flags for one are those for the other");

EXPORT int
signalfd(int fd, const sigset_t *mask, int flags)
{
	uint64_t bits = signals_bits(mask);
	if (implementation_loads())
		unseen_while_loaded("signalfd, while it is loaded", "descriptors for signals that are made while it is loaded");
	if (!schedule_self())
		return (int)real_syscall(SYS_signalfd4, fd, (long)mask, sizeof bits, flags, 0, 0);
	if (flags & ~(SFD_NONBLOCK | SFD_CLOEXEC))
		return failed(EINVAL);
	if (fd == -1)
		return make(bits, flags);
	if (!signalfd_is(fd))
		return failed(EINVAL);
	schedule_act("change signals of descriptor", (const void *)(intptr_t)fd, PLACE);
	find(fd)->bits = bits;
	descriptor_used(fd);
	descriptor_changed();
	return fd;
}

void
signalfds_closed(int fd)
{
	struct signal_descriptor *d = n ? find(fd) : NULL;
	if (d)
		*d = all[--n];
}

void
signalfds_reset(void)
{
	n = 0;
}
