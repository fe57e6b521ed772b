#include "grade/mark.h"

#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* Bytes: more than a submission may have. */
enum { MOST_READ = 257 << 20 };

/* Of all files no more than `left`: a file with holes may be longer than anybody could read, and is not accepted anyway. */
static void
add_content(XXH3_state_t *state, const char *path, unsigned long long *left)
{
	char part[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	for (ssize_t n; fd >= 0 && *left > 0 && (n = read(fd, part, sizeof part)) > 0;) {
		XXH3_64bits_update(state, part, (size_t)n);
		*left -= *left < (unsigned long long)n ? *left : (unsigned long long)n;
	}
	if (fd >= 0)
		close(fd);
}

static int
by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Links in a folder count as links: they may lead anywhere. */
uint64_t
mark_of(const char *path)
{
	char *const paths[] = {(char *)(uintptr_t)path, NULL};
	XXH3_state_t *state = XXH3_createState();
	unsigned long long left = MOST_READ;
	XXH3_64bits_reset(state);
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
	for (FTSENT *e; walk && (e = fts_read(walk));) {
		if (e->fts_level > 0)
			XXH3_64bits_update(state, e->fts_path + strlen(path), strlen(e->fts_path + strlen(path)) + 1);
		if (e->fts_info == FTS_F)
			add_content(state, e->fts_accpath, &left);
	}
	if (walk)
		fts_close(walk);
	uint64_t mark = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	return mark;
}
