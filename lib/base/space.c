#include "base/space.h"

#include <fts.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* LEAST: what a file takes, however empty it is. FULL: a disk is nearly so when no more than this part of it is free. */
enum { BLOCK = 512, LEAST = 4096, FULL = 20 };

/* Counted no further than `enough`. */
static unsigned long long
used(const char *folder, unsigned long long enough)
{
	char *const folders[] = {(char *)(uintptr_t)folder, NULL};
	unsigned long long n = 0;
	FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	for (const FTSENT *e; walk && n <= enough && (e = fts_read(walk));) {
		if (e->fts_info == FTS_DP)
			continue;
		n += LEAST;
		if (e->fts_info == FTS_F)
			n += (unsigned long long)e->fts_statp->st_blocks * BLOCK;
	}
	if (walk)
		fts_close(walk);
	return n;
}

struct space
space_now(const char *folder)
{
	struct statvfs s;
	if (!folder || statvfs(folder, &s) < 0)
		return (struct space){0};
	return (struct space){(unsigned long long)s.f_bavail * s.f_frsize};
}

bool
space_is_taken(const struct space *before, const char *folder, unsigned long long most)
{
	struct statvfs s;
	if (used(folder, most) > most)
		return true;
	if (statvfs(folder, &s) < 0)
		return false;
	unsigned long long now = (unsigned long long)s.f_bavail * s.f_frsize, all = (unsigned long long)s.f_blocks * s.f_frsize;
	return now < all / FULL && now + most < before->free;
}
