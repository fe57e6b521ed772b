#include "submit/listing.h"

#include "submit/kind.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* MOST_MADE: shared objects, after which the search ends; nobody can mean all of them. */
enum { DEEPEST = 8, MOST_MADE = 100 };

static int
by_bytes(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;
	return strcmp(*a, *b);
}

static void
sort(names *n)
{
	if (n->n)
		qsort(n->at, n->n, sizeof *n->at, by_bytes);
}

static bool
is_makefile(const char *name)
{
	return strcmp(name, "Makefile") == 0 || strcmp(name, "makefile") == 0 || strcmp(name, "GNUmakefile") == 0;
}

static void
add_file(struct arena *a, struct listing *l, const char *name)
{
	enum submission_kind kind;
	size_t stem;
	l->makefile = l->makefile || is_makefile(name);
	if (!kind_of_file(name, &kind, &stem))
		return;
	vec_push(a, kind == SUBMISSION_SOURCE ? &l->sources : kind == SUBMISSION_LIBRARY ? &l->libraries : &l->archives, name);
}

void
listing_read(struct arena *a, const char *folder, struct listing *l)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;
	*l = (struct listing){0};
	while (dir && (e = readdir(dir))) {
		struct stat st;
		if (*e->d_name == '.' || strcmp(e->d_name, "__MACOSX") == 0 || fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		const char *name = arena_strdup(a, e->d_name);
		l->n++;
		if (S_ISDIR(st.st_mode))
			vec_push(a, &l->folders, name);
		else if (S_ISREG(st.st_mode))
			add_file(a, l, name);
	}
	if (dir)
		closedir(dir);
	sort(&l->sources);
	sort(&l->libraries);
	sort(&l->archives);
	sort(&l->folders);
}

/* --- what was made --- */

/* Where it leads must be below the folder too: what lies elsewhere was not made here. */
static void
add_made(struct arena *a, const char *root, const char *path, struct mades *to)
{
	struct stat st;
	size_t n = strlen(root);
	char *real = realpath(arena_printf(a, "%s/%s", root, path), NULL);
	if (real && strncmp(real, root, n) == 0 && real[n] == '/' && stat(real, &st) == 0 && S_ISREG(st.st_mode)) {
		long long stamp = (long long)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec + (long long)st.st_size * 31 + (long long)st.st_ino;
		vec_push(a, to, (struct made){path, stamp});
	}
	free(real);
}

static void
search(struct arena *a, const char *root, const char *folder, unsigned depth, struct mades *to)
{
	struct listing l;
	DIR *dir = opendir(*folder ? arena_printf(a, "%s/%s", root, folder) : root);
	const struct dirent *e;
	names libraries = {0};
	enum submission_kind kind;
	size_t stem;
	while (dir && (e = readdir(dir)))
		if (*e->d_name != '.' && kind_of_file(e->d_name, &kind, &stem) && kind == SUBMISSION_LIBRARY)
			vec_push(a, &libraries, arena_strdup(a, e->d_name));
	if (dir)
		closedir(dir);
	sort(&libraries);
	for (size_t i = 0; i < libraries.n && to->n < MOST_MADE; i++)
		add_made(a, root, *folder ? arena_printf(a, "%s/%s", folder, libraries.at[i]) : libraries.at[i], to);
	listing_read(a, *folder ? arena_printf(a, "%s/%s", root, folder) : root, &l);
	for (size_t i = 0; i < l.folders.n && depth < DEEPEST && to->n < MOST_MADE; i++)
		search(a, root, *folder ? arena_printf(a, "%s/%s", folder, l.folders.at[i]) : l.folders.at[i], depth + 1, to);
}

void
mades_find(struct arena *a, const char *folder, struct mades *to)
{
	*to = (struct mades){0};
	search(a, folder, "", 0, to);
}

static bool
holds(const struct mades *all, const struct made *one)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i].path, one->path) == 0 && all->at[i].stamp == one->stamp)
			return true;
	return false;
}

void
mades_new(struct arena *a, const struct mades *before, const struct mades *after, struct mades *to)
{
	*to = (struct mades){0};
	for (size_t i = 0; i < after->n; i++)
		if (!holds(before, &after->at[i]))
			vec_push(a, to, after->at[i]);
	if (to->n == 0)
		*to = *after;
}
