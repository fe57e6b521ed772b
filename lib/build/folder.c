#include "build/folder.h"

#include "base/removal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* TRIES: a compiler that is being ended may still write for a moment; one every hundredth of a second. */
enum { TRIES = 500 };

/* --- the keeper, a process that outlives ours for as long as it takes to remove the folder --- */

static void
remove_folder(const char *path)
{
	const struct timespec moment = {.tv_nsec = 10000000};
	for (int i = 0; i < TRIES; i++) {
		if (removal_try(path))
			return;
		nanosleep(&moment, NULL);
	}
}

/* The keeper's answer. */
struct made {
	int error;
	char path[PATH_MAX];
};

static void
make(void *context)
{
	struct made *m = context;
	if (mkdtemp(m->path))
		return;
	m->error = errno;
	m->path[0] = 0;
}

static void
clear(void *context)
{
	const struct made *m = context;
	if (m->path[0] && chdir("/") == 0)
		remove_folder(m->path);
}

/* --- our side --- */

/* Where temporary files go, as an absolute path: a pattern for mkdtemp. */
static bool
pattern(char *path)
{
	const char *where = getenv("TMPDIR");
	char *real = realpath(where && *where ? where : "/tmp", NULL);
	bool ok = real && snprintf(path, PATH_MAX, "%s/srtest-XXXXXX", real) < PATH_MAX;
	free(real);
	return ok;
}

bool
folder_make(struct folder *f, struct diags *d)
{
	static struct made made;
	memset(f, 0, sizeof *f);
	made.error = 0;
	if (!pattern(made.path))
		return diag_error(d, (struct span){0}, "there is no folder for temporary files: TMPDIR names none");
	if (!attendant_start(&f->keeper, d, &(struct attendant_work){make, clear, &made, &made, sizeof made, "a temporary folder"}))
		return false;
	memcpy(f->path, made.path, sizeof f->path);
	if (made.error == 0)
		return true;
	folder_remove(f);
	return diag_error(d, (struct span){0}, "a temporary folder cannot be made: %s", strerror(made.error));
}

void
folder_remove(struct folder *f)
{
	if (!attendant_stop(&f->keeper) && f->path[0])
		remove_folder(f->path);
}
