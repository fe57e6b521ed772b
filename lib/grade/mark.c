#include "grade/mark.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than a submission may have: what goes beyond is refused, however it goes on. */
enum { MOST_READ = 257 << 20, MOST_ENTRIES = 20001, DEEPEST = 41 };

/* What is read of one submission. */
struct reading {
	struct sha256 digest;
	struct arena arena;
	const char *root; /* without links; NULL: it is gone */
	unsigned long long left; /* bytes that may be read still */
	unsigned entries;
};

/* --- parts: how long each is comes before it, so that no two rows of parts are one row of bytes --- */

static void
add_part(struct sha256 *to, const void *part, size_t n)
{
	uint64_t length = n;
	sha256_add(to, &length, sizeof length);
	sha256_add(to, part, n);
}

static void
add_words(struct sha256 *to, const char *words)
{
	add_part(to, words ? words : "", words ? strlen(words) + 1 : 0);
}

static void
add_number(struct sha256 *to, int64_t number)
{
	add_part(to, &number, sizeof number);
}

/* --- files --- */

/* Of a file that is longer than anybody could read, such as one with holes, only as much as shows that it is too large. */
static void
add_content(struct sha256 *to, int fd, unsigned long long *left)
{
	unsigned char part[1 << 16];
	unsigned long long length = 0;
	for (ssize_t n; *left > 0 && (n = read(fd, part, sizeof part)) > 0;) {
		sha256_add(to, part, (size_t)n);
		length += (unsigned long long)n;
		*left -= *left < (unsigned long long)n ? *left : (unsigned long long)n;
	}
	add_number(to, (int64_t)length);
}

/* Nobody waits for a pipe. */
static void
add_file(struct sha256 *to, int folder, const char *name, unsigned long long *left)
{
	struct stat st;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	add_number(to, fd < 0 ? errno : 0);
	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		add_content(to, fd, left);
	close(fd);
}

static int
is_header(const struct dirent *e)
{
	return build_is_header(e->d_name);
}

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void
digest_headers(const char *folder, unsigned char digest[SHA256_BYTES])
{
	struct sha256 h;
	struct dirent **found = NULL;
	unsigned long long left = MOST_READ;
	int n = scandir(folder, &found, is_header, by_bytes), at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	sha256_start(&h);
	for (int i = 0; i < n; i++) {
		add_words(&h, found[i]->d_name);
		add_file(&h, at, found[i]->d_name, &left);
		free(found[i]);
	}
	free(found);
	if (at >= 0)
		close(at);
	sha256_end(&h, digest);
}

/* --- folders --- */

static void add_folder(struct reading *r, int fd, unsigned depth);

/* What it leads to is read where it lies, if that is here; and is left out of the copy, if it is not. */
static void
add_link(struct reading *r, int folder, const char *name)
{
	char target[PATH_MAX], place[64];
	ssize_t n = readlinkat(folder, name, target, sizeof target);
	int fd = openat(folder, name, O_PATH | O_CLOEXEC);
	add_part(&r->digest, target, n > 0 ? (size_t)n : 0);
	add_number(&r->digest, fd < 0 ? errno : 0);
	if (fd < 0)
		return;
	snprintf(place, sizeof place, "/proc/self/fd/%d", fd);
	n = readlink(place, target, sizeof target - 1);
	target[n > 0 ? n : 0] = 0;
	size_t inside = r->root ? strlen(r->root) : 0;
	add_number(&r->digest, inside && strncmp(target, r->root, inside) == 0 && target[inside] == '/');
	close(fd);
}

/* Commands compare times, and run what may be run. */
static void
add_entry(struct reading *r, int folder, const char *name, unsigned depth)
{
	struct stat st = {0};
	add_words(&r->digest, name);
	add_number(&r->digest, fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ? errno : 0);
	add_number(&r->digest, st.st_mode & (S_IFMT | S_IXUSR));
	if (S_ISLNK(st.st_mode))
		add_link(r, folder, name);
	if (S_ISDIR(st.st_mode) && depth < DEEPEST)
		add_folder(r, openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth + 1);
	if (!S_ISREG(st.st_mode))
		return;
	add_number(&r->digest, st.st_mtim.tv_sec);
	add_number(&r->digest, st.st_mtim.tv_nsec);
	add_file(&r->digest, folder, name, &r->left);
}

static int
by_name(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;
	return strcmp(*a, *b);
}

static void
add_folder(struct reading *r, int fd, unsigned depth)
{
	VEC(const char *) names = {0};
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	add_number(&r->digest, dir ? 0 : errno);
	for (const struct dirent *e; dir && r->entries < MOST_ENTRIES && (e = readdir(dir));)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && strcmp(e->d_name, ".git") != 0) {
			vec_push(&r->arena, &names, arena_strdup(&r->arena, e->d_name));
			r->entries++;
		}
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_name);
	for (size_t i = 0; i < names.n && r->entries < MOST_ENTRIES; i++)
		add_entry(r, dirfd(dir), names.at[i], depth);
	add_number(&r->digest, (int64_t)names.n);
	if (dir)
		closedir(dir);
}

/* --- what is shared --- */

/* The compiler is known by where it is, its length and its time: what belongs to the system is not read. */
static void
add_compiler(struct sha256 *to, const char *command)
{
	char name[PATH_MAX];
	struct stat st;
	command = command && *command ? command + strspn(command, " ") : "gcc";
	snprintf(name, sizeof name, "%.*s", (int)strcspn(command, " "), command);
	const char *path = strchr(name, '/') ? "" : getenv("PATH");
	for (size_t n; path; path = path[n] ? path + n + 1 : NULL) {
		char file[2 * PATH_MAX];
		n = strcspn(path, ":");
		snprintf(file, sizeof file, "%.*s%s%s", (int)n, path, n ? "/" : "", name);
		if (access(file, X_OK) < 0 || stat(file, &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		add_words(to, file);
		add_number(to, st.st_size);
		add_number(to, st.st_mtim.tv_sec);
		return;
	}
}

void
marking_start(struct marking *m, const struct prepare_options *o, size_t nprograms, const char *const *programs)
{
	static const char *const variables[] = {"LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"};
	struct sha256 h;
	*m = (struct marking){0};
	sha256_start(&h);
	for (size_t i = 0; i < nprograms; i++) {
		unsigned long long left = MOST_READ;
		if (programs[i])
			add_file(&h, AT_FDCWD, programs[i], &left);
	}
	add_compiler(&h, o->cc);
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		add_words(&h, getenv(variables[i]));
	char *spec = realpath(o->spec, NULL);
	if (spec) {
		char *slash = strrchr(spec, '/');
		unsigned char headers[SHA256_BYTES];
		snprintf(m->spec, sizeof m->spec, "%s", slash + 1);
		*slash = 0;
		digest_headers(*spec ? spec : "/", headers);
		add_part(&h, headers, sizeof headers);
	}
	free(spec);
	sha256_end(&h, m->shared);
}

/* --- one submission --- */

/* Those in the folder that it lies in. Most of a class lie in one. */
static void
add_headers_beside(struct marking *m, struct arena *a, struct sha256 *to, const char *path)
{
	const char *slash = strrchr(path, '/'), *folder = slash == path ? "/" : slash ? arena_strndup(a, path, (size_t)(slash - path)) : ".";
	if (!m->folder || strcmp(m->folder, folder) != 0)
		digest_headers(folder, m->headers);
	m->folder = folder;
	add_part(to, m->headers, sizeof m->headers);
}

static void
add_submission(struct marking *m, struct arena *a, struct reading *r, const struct submission *s)
{
	add_number(&r->digest, (int64_t)s->kind);
	add_words(&r->digest, s->problem);
	for (size_t i = 0; i < s->ngroups; i++) {
		add_words(&r->digest, s->groups[i].name);
		add_words(&r->digest, s->groups[i].value);
	}
	if (s->problem)
		return; /* it is not looked at, whatever it leads to */
	if (s->kind == SUBMISSION_FOLDER || s->kind == SUBMISSION_ARCHIVE)
		add_words(&r->digest, m->spec);
	if (s->kind == SUBMISSION_FOLDER) {
		add_folder(r, open(s->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0);
		return;
	}
	add_file(&r->digest, AT_FDCWD, s->path, &r->left);
	if (s->kind == SUBMISSION_SOURCE)
		add_headers_beside(m, a, &r->digest, s->path);
}

struct mark
marking_of(struct marking *m, struct arena *a, const struct submission *s)
{
	struct reading r = {.left = MOST_READ};
	struct mark mark;
	unsigned char digest[SHA256_BYTES];
	char *root = s->problem ? NULL : realpath(s->path, NULL);
	r.root = root;
	sha256_start(&r.digest);
	sha256_add(&r.digest, m->shared, sizeof m->shared);
	add_submission(m, a, &r, s);
	sha256_end(&r.digest, digest);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(mark.text + 2 * i, 3, "%02x", digest[i]);
	free(root);
	arena_free(&r.arena);
	return mark;
}
