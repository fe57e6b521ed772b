/* What is seen inside: what programs and libraries need, what was asked for, and in that nothing of our own. */
#include "sandbox/private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What programs and libraries are loaded from, and what they ask in vain for where it is missing. */
static const struct seen system_paths[] = {
	{"/usr", SEEN_ONLY}, {"/bin", SEEN_ONLY}, {"/sbin", SEEN_ONLY}, {"/lib", SEEN_ONLY}, {"/lib32", SEEN_ONLY}, {"/lib64", SEEN_ONLY}, {"/libx32", SEEN_ONLY},
	{"/etc/ld.so.cache", SEEN_ONLY}, {"/etc/ld.so.conf", SEEN_ONLY}, {"/etc/ld.so.conf.d", SEEN_ONLY}, {"/etc/ld.so.preload", SEEN_ONLY},
	{"/etc/alternatives", SEEN_ONLY}, {"/etc/localtime", SEEN_ONLY}, {"/dev/null", SEEN_WRITABLE}, {"/dev/zero", SEEN_WRITABLE}, {"/dev/full", SEEN_WRITABLE},
	{"/dev/random", SEEN_WRITABLE}, {"/dev/urandom", SEEN_WRITABLE}, {"/sys/devices/system/cpu", SEEN_ONLY},
};

/* What is installed beside the program, below a prefix: good implementations, examples, and what writes them. */
static const char *const installed[] = {"bin/srtest", "libexec/srtest", "share/srtest", "share/man"};
/* Where it may lie once more, or its sources. */
static const char *const prefixes[] = {"/usr", "/usr/local"};
static const char *const sources[] = {"/usr/src", "/usr/local/src"};

static bool
lies_in(const char *path, const char *folder)
{
	size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && (path[n] == 0 || path[n] == '/');
}

/* The innermost of those in which the path lies; NULL: it lies in none. */
static const struct seen *
innermost(const struct sandbox *s, const char *path)
{
	const struct seen *found = NULL;
	for (size_t i = 0; i < s->paths.n; i++) {
		const struct seen *p = &s->paths.at[i];
		if (lies_in(path, p->path) && (!found || strlen(p->path) > strlen(found->path)))
			found = p;
	}
	return found;
}

/* --- choosing --- */

static void
add_path(struct sandbox *s, const char *path, enum seen_as as)
{
	for (size_t i = 0; i < s->paths.n; i++)
		if (strcmp(s->paths.at[i].path, path) == 0)
			return;
	struct seen p = {arena_strdup(&s->arena, path), as};
	vec_push(&s->arena, &s->paths, p);
}

/* By the name that was given, and by that to which links lead. */
static void
add_both(struct sandbox *s, const char *path, enum seen_as as)
{
	char *real = realpath(path, NULL);
	if (*path == '/')
		add_path(s, path, as);
	if (real)
		add_path(s, real, as);
	free(real);
}

/* Only what would be seen has to be hidden. */
static void
hide(struct sandbox *s, const char *path)
{
	char *real = realpath(path, NULL);
	if (real && innermost(s, real))
		add_path(s, real, SEEN_NOT);
	free(real);
}

/* What of the system lies in it is seen as before. */
static void
add_work(struct sandbox *s)
{
	char *real = realpath(s->options.work, NULL);
	s->options.work = real ? arena_strdup(&s->arena, real) : NULL;
	free(real);
	for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
		if (!s->options.work || lies_in(system_paths[i].path, s->options.work))
			return;
	add_path(s, s->options.work, SEEN_NOT);
}

static void
hide_installed(struct sandbox *s, const char *prefix)
{
	for (size_t i = 0; i < sizeof installed / sizeof *installed; i++)
		hide(s, arena_printf(&s->arena, "%s/%s", prefix, installed[i]));
}

/* Cuts off the last name, and returns it. */
static const char *
cut_off(char *path)
{
	char *slash = strrchr(path, '/');
	if (!slash)
		return "";
	*slash = 0;
	return slash + 1;
}

/* Where this program was installed; or where it was built, in a folder of build/, with all that lies beside that. */
static void
hide_own(struct sandbox *s)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	cut_off(path);
	const char *folder = cut_off(path), *above = strrchr(path, '/');
	if (strcmp(folder, "bin") == 0) {
		hide_installed(s, path);
	} else if (above && strcmp(above, "/build") == 0) {
		cut_off(path);
		hide(s, path);
	}
}

static int
by_bytes(const void *left, const void *right)
{
	const struct seen *a = left, *b = right;
	return strcmp(a->path, b->path);
}

void
seen_choose(struct sandbox *s)
{
	struct sandbox_options *o = &s->options;
	for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
		add_path(s, system_paths[i].path, system_paths[i].as);
	if (o->write)
		add_both(s, o->write, SEEN_WRITABLE);
	for (size_t i = 0; i < o->nread; i++)
		add_both(s, o->read[i], SEEN_ONLY);
	for (size_t i = 0; i < o->nhidden; i++)
		hide(s, o->hidden[i]);
	if (o->work)
		add_work(s);
	hide_own(s);
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		hide_installed(s, prefixes[i]);
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		hide(s, sources[i]);
	qsort(s->paths.at, s->paths.n, sizeof *s->paths.at, by_bytes);
	o->nread = o->nhidden = 0; /* they are the caller's */
	o->read = o->hidden = NULL;
	o->write = NULL;
}

/* --- asking --- */

/* What is seen from outside in a folder of the room's own is as there. */
bool
sandbox_hides(const struct sandbox *s, const char *path)
{
	return !innermost(s, path) && sandbox_has(s, SANDBOX_MOUNT) && (lies_in(path, s->temporary) || lies_in(path, "/dev/shm"));
}

bool
sandbox_allows(const struct sandbox *s, const char *path, bool writes)
{
	const struct seen *p = innermost(s, path);
	if (p && p->as != SEEN_NOT && (p->as == SEEN_WRITABLE || !writes))
		return true;
	return sandbox_hides(s, path) || lies_in(path, s->temporary) || (lies_in(path, "/proc") && !writes);
}

bool
seen_in_part(const struct sandbox *s, const char *path)
{
	for (size_t i = 0; i < s->paths.n; i++)
		if (s->paths.at[i].as == SEEN_NOT && lies_in(s->paths.at[i].path, path))
			return true;
	return false;
}
