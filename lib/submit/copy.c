#include "submit/copy.h"

#include "submit/kind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders deeper than DEEPEST are somebody's joke. MOST_TOLD: of what is left out. */
enum { DEEPEST = 40, MOST_TOLD = 100 };

struct copying {
	struct diags *diags;
	struct text *words;
	const char *title;
	const char *root; /* what links must not lead out of; NULL where they may lead anywhere */
	unsigned long long bytes;
	unsigned entries, left_out;
};

static bool
fail(struct copying *c, const char *name, const char *what)
{
	struct arena *a = &c->diags->arena;
	if (!name || !*name)
		return diag_error(c->diags, (struct span){0}, "%s: %s", arena_printable(a, c->title), what);
	return diag_error(c->diags, (struct span){0}, "%s: %s: %s", arena_printable(a, c->title), arena_printable(a, name), what);
}

/* --- one file --- */

static bool
pour(struct copying *c, const char *name, int from, int to)
{
	for (;;) {
		ssize_t n = sendfile(to, from, NULL, 1 << 20);
		if (n == 0)
			return true;
		if (n < 0 && errno != EINTR)
			return fail(c, name, strerror(errno));
		c->bytes += n > 0 ? (unsigned long long)n : 0;
		if (c->bytes > SUBMIT_MOST_BYTES)
			return fail(c, NULL, "is too large: more than 256 MiB");
	}
}

/* Times are kept: make compares them. Nobody waits for a pipe. */
static bool
copy_open(struct copying *c, const char *name, int from, int folder, const char *to)
{
	struct stat st;
	if (fstat(from, &st) < 0)
		return fail(c, name, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return fail(c, name, arena_printf(&c->diags->arena, "is %s, not a file", kind_words(st.st_mode)));
	int out = openat(folder, to, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (out < 0)
		return fail(c, name, arena_printf(&c->diags->arena, "cannot be copied: %s", strerror(errno)));
	bool ok = pour(c, name, from, out);
	fchmod(out, st.st_mode & S_IXUSR ? 0700 : 0600);
	futimens(out, (struct timespec[]){st.st_atim, st.st_mtim});
	return (close(out) == 0 && ok) || (ok && fail(c, name, strerror(errno)));
}

static bool
copy_one(struct copying *c, const char *name, int folder, const char *from, int target, const char *to)
{
	int in = openat(folder, from, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (in < 0)
		return fail(c, name, arena_printf(&c->diags->arena, "cannot be opened: %s", strerror(errno)));
	bool ok = copy_open(c, name, in, target, to);
	close(in);
	return ok;
}

bool
copy_file(struct diags *d, const char *title, const char *from, const char *to)
{
	struct copying c = {.diags = d, .title = title};
	return copy_one(&c, NULL, AT_FDCWD, from, AT_FDCWD, to);
}

static bool
copy_header(struct copying *c, int from, const char *name, int to)
{
	struct stat st;
	if (!build_is_header(name) || fstatat(from, name, &st, 0) < 0 || !S_ISREG(st.st_mode) || faccessat(from, name, R_OK, 0) < 0)
		return true;
	if (++c->entries > SUBMIT_MOST_ENTRIES)
		return fail(c, NULL, "there are too many headers beside it");
	return copy_one(c, name, from, name, to, name);
}

bool
copy_headers(struct diags *d, const char *from, const char *to)
{
	struct copying c = {.diags = d, .title = from};
	DIR *dir = opendir(from);
	int target = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *e;
	bool ok = target >= 0;
	while (dir && ok && (e = readdir(dir)))
		ok = copy_header(&c, dirfd(dir), e->d_name, target);
	if (dir)
		closedir(dir);
	if (target >= 0)
		close(target);
	return ok;
}

/* --- a folder --- */

static bool copy_folder(struct copying *c, const char *name, int from, int target, unsigned depth);

static void
leave_out(struct copying *c, const char *name, const char *why)
{
	struct text quoted = {0};
	if (++c->left_out == MOST_TOLD)
		text_str(c->words, "srtest: left out: more of that kind\n");
	if (c->left_out >= MOST_TOLD)
		return;
	text_quoted(&quoted, name, strlen(name));
	text_printf(c->words, "srtest: left out: %s: %s\n", quoted.s, why);
	text_free(&quoted);
}

static bool
copy_subfolder(struct copying *c, const char *name, int from, const char *entry, int target, unsigned depth)
{
	int in = openat(from, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (in < 0)
		return fail(c, name, arena_printf(&c->diags->arena, "cannot be opened: %s", strerror(errno)));
	bool ok = mkdirat(target, entry, 0700) == 0 || fail(c, name, strerror(errno));
	int out = ok ? openat(target, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
	if (out >= 0)
		return copy_folder(c, name, in, out, depth + 1);
	close(in);
	return ok && fail(c, name, strerror(errno));
}

/* Where a link leads in the end, as long as that lies within what was handed in: nobody hands in the work of others. */
static bool
copy_link(struct copying *c, const char *name, int from, const char *entry, int target)
{
	char place[64], path[PATH_MAX];
	size_t n = strlen(c->root);
	int in = openat(from, entry, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (in < 0) {
		leave_out(c, name, errno == ELOOP ? "a link that leads in a circle" : errno == ENOENT ? "a link that leads nowhere" : strerror(errno));
		return true;
	}
	snprintf(place, sizeof place, "/proc/self/fd/%d", in);
	ssize_t length = readlink(place, path, sizeof path - 1);
	path[length > 0 ? length : 0] = 0;
	struct stat st;
	bool ok = true;
	if (strncmp(path, c->root, n) != 0 || path[n] != '/')
		leave_out(c, name, "a link that leads out of the folder");
	else if (fstat(in, &st) < 0 || !S_ISREG(st.st_mode))
		leave_out(c, name, "a link to what is no file");
	else
		ok = copy_open(c, name, in, target, entry);
	close(in);
	return ok;
}

static bool
copy_entry(struct copying *c, const char *folder, int from, const char *entry, int target, unsigned depth)
{
	struct stat st;
	struct arena a = {0};
	const char *name = *folder ? arena_printf(&a, "%s/%s", folder, entry) : entry;
	bool ok = true;
	if (++c->entries > SUBMIT_MOST_ENTRIES)
		ok = fail(c, NULL, "holds too much: more than 20000 files");
	else if (fstatat(from, entry, &st, AT_SYMLINK_NOFOLLOW) < 0)
		ok = fail(c, name, strerror(errno));
	else if (S_ISREG(st.st_mode))
		ok = copy_one(c, name, from, entry, target, entry);
	else if (S_ISLNK(st.st_mode))
		ok = copy_link(c, name, from, entry, target);
	else if (!S_ISDIR(st.st_mode))
		leave_out(c, name, kind_words(st.st_mode));
	else if (depth >= DEEPEST)
		ok = fail(c, name, "folders lie too deep in each other");
	else if (strcmp(entry, ".git") != 0)
		ok = copy_subfolder(c, name, from, entry, target, depth);
	arena_free(&a);
	return ok;
}

static int
by_bytes(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;
	return strcmp(*a, *b);
}

/* In the order of names, so that words come in one order. Closes both. */
static bool
copy_folder(struct copying *c, const char *name, int from, int target, unsigned depth)
{
	struct arena a = {0};
	VEC(const char *) names = {0};
	DIR *dir = fdopendir(from);
	const struct dirent *e;
	while (dir && (e = readdir(dir)) && names.n <= SUBMIT_MOST_ENTRIES)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			vec_push(&a, &names, arena_strdup(&a, e->d_name));
	bool ok = dir || fail(c, name, strerror(errno));
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_bytes);
	for (size_t i = 0; ok && i < names.n; i++)
		ok = copy_entry(c, name, dirfd(dir), names.at[i], target, depth);
	if (dir)
		closedir(dir);
	else
		close(from);
	close(target);
	arena_free(&a);
	return ok;
}

bool
copy_tree(struct diags *d, const char *title, const char *from, const char *to, struct text *words)
{
	struct copying c = {.diags = d, .words = words, .title = title};
	char *root = realpath(from, NULL);
	int in = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC), out = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool ok = false;
	c.root = root;
	if (in >= 0 && out >= 0 && root)
		ok = copy_folder(&c, "", in, out, 0);
	else {
		ok = fail(&c, NULL, arena_printf(&d->arena, "cannot be opened: %s", strerror(errno)));
		if (in >= 0)
			close(in);
		if (out >= 0)
			close(out);
	}
	free(root);
	return ok;
}
