#include "base/descriptors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FEW = 65536, LISTED = 2048 };

/* The number that a name is. -1: it is none. */
static int
number(const char *name)
{
	int n = 0;
	for (; *name >= '0' && *name <= '9'; name++)
		n = 10 * n + (*name - '0');
	return *name ? -1 : n;
}

/* Closes what /proc lists. False: it lists nothing. Without malloc: a lock may be held by a thread that was not forked. */
static bool
close_listed(int first, int last)
{
	_Alignas(struct dirent64) char list[LISTED];
	int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	long n;
	if (folder < 0)
		return false;
	while ((n = syscall(SYS_getdents64, folder, list, sizeof list)) > 0)
		for (long i = 0; i < n;) {
			const struct dirent64 *entry = (const struct dirent64 *)(const void *)(list + i);
			int fd = number(entry->d_name);
			if (fd >= first && fd <= last && fd != folder)
				close(fd);
			i += entry->d_reclen;
		}
	close(folder);
	return n == 0;
}

static void
close_range_of(int first, int last)
{
	struct rlimit most;
	if (first > last || syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0u) == 0)
		return;
	/* Older kernels do not know it, and some containers refuse it. */
	if (close_listed(first, last))
		return;
	int end = getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_max < FEW ? (int)most.rlim_max : FEW;
	for (int fd = first; fd <= last && fd < end; fd++)
		close(fd);
}

static int
compare(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

void
descriptors_close_from(int first)
{
	close_range_of(first, INT_MAX);
}

void
descriptors_close_others(int kept[], size_t n)
{
	int next = 0;
	qsort(kept, n, sizeof *kept, compare);
	for (size_t i = 0; i < n; i++) {
		close_range_of(next, kept[i] - 1);
		next = kept[i] + 1;
	}
	descriptors_close_from(next);
}

bool
descriptor_read(int fd, void *to, size_t n)
{
	for (size_t have = 0; have < n;) {
		ssize_t got = read(fd, (char *)to + have, n - have);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		have += got > 0 ? (size_t)got : 0;
	}
	return true;
}
