#include "submit/kind.h"
#include "submit/name.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* NAMED: of the entries that a note says are no submissions. */
enum { NAMED = 8 };

struct finding {
	struct arena *arena;
	struct diags *diags;
	struct naming *naming;
	VEC(struct submission) found;
	VEC(const char *) skipped; /* in the folder that is being read */
	bool ok;
};

static const char *
shown(struct finding *f, const char *path)
{
	return arena_printable(&f->diags->arena, path);
}

static void
fail(struct finding *f, const char *path, const char *what)
{
	diag_error(f->diags, (struct span){0}, "%s: %s", *path ? shown(f, path) : "\"\"", what);
	f->ok = false;
}

/* --- one submission --- */

static void
add(struct finding *f, const char *path, enum submission_kind kind, size_t stem, const char *problem)
{
	struct submission s = {.path = path, .kind = kind, .problem = problem};
	if (!f->naming || !naming_apply(f->naming, f->arena, f->diags, &s))
		s.name = arena_strndup(f->arena, last_part(path), stem);
	vec_push(f->arena, &f->found, s);
}

/* Why there is nothing where the path leads. */
static const char *
lost(const char *path, int error)
{
	struct stat st;
	bool link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
	if (link && error == ENOENT)
		return "is a link that leads nowhere";
	if (link && error == ELOOP)
		return "is a link that leads in a circle";
	return error == ENOENT ? "there is no such file" : strerror(error);
}

/* Adds what is at the path, unless it is a folder. False if it is no submission, by its name or otherwise. */
static bool
add_file(struct finding *f, const char *path, const struct stat *st, const char *problem)
{
	enum submission_kind kind;
	size_t stem;
	const char *name = last_part(path);
	if (!kind_of_file(name, &kind, &stem)) {
		if (st || strchr(name, '.'))
			return false;
		add(f, path, SUBMISSION_FOLDER, strlen(name), problem);
		return true;
	}
	if (st && !S_ISREG(st->st_mode))
		problem = arena_printf(f->arena, "is %s, not a file", kind_words(st->st_mode));
	add(f, path, kind, stem, problem);
	return true;
}

/* --- a folder of them --- */

static int
by_bytes(const void *left, const void *right)
{
	const char *const *a = left, *const *b = right;
	return strcmp(*a, *b);
}

static const char *
joined(struct arena *a, const char *folder, const char *name)
{
	size_t n = strlen(folder);
	while (n > 1 && folder[n - 1] == '/')
		n--;
	return arena_printf(a, "%.*s%s%s", (int)n, folder, n == 1 && *folder == '/' ? "" : "/", name);
}

/* Who handed it in may have chosen where a link leads, and what is there may be nobody's business: a key of answers, say. */
static const char *
led_out(struct finding *f, const char *folder, const char *path)
{
	struct stat st;
	if (lstat(path, &st) < 0 || !S_ISLNK(st.st_mode))
		return NULL;
	char *inside = realpath(folder, NULL), *at = realpath(path, NULL);
	size_t n = inside ? strlen(inside) : 0;
	bool out = !inside || !at || strncmp(at, inside, n) != 0 || (n > 1 && at[n] != '/');
	free(inside);
	free(at);
	return out ? arena_printf(f->arena, "is a link that leads out of %s; copy what is there, or name it by its own path", shown(f, folder)) : NULL;
}

static void
look_at_entry(struct finding *f, const char *folder, const char *name)
{
	struct stat st;
	const char *path = joined(f->arena, folder, name), *problem = led_out(f, folder, path);
	bool added = true;
	if (*name == '.' || strcmp(name, "__MACOSX") == 0)
		added = false;
	else if (stat(path, &st) < 0)
		added = add_file(f, path, NULL, arena_strdup(f->arena, lost(path, errno)));
	else if (S_ISDIR(st.st_mode))
		add(f, path, SUBMISSION_FOLDER, strlen(name), problem);
	else
		added = add_file(f, path, &st, problem);
	if (!added)
		vec_push(f->arena, &f->skipped, name);
}

/* One note, however much it is. */
static void
tell_skipped(struct finding *f, const char *folder)
{
	struct text names = {0};
	for (size_t i = 0; i < f->skipped.n && i < NAMED; i++)
		text_printf(&names, "%s%s", i ? ", " : "", shown(f, f->skipped.at[i]));
	if (f->skipped.n > NAMED)
		text_printf(&names, " and %zu more", f->skipped.n - NAMED);
	if (f->skipped.n)
		diag_note(f->diags, (struct span){0}, "%s: left out, as no submissions: %s", shown(f, folder), names.s);
	text_free(&names);
	f->skipped.n = 0;
}

static void
look_into(struct finding *f, const char *folder)
{
	DIR *dir = opendir(folder);
	VEC(const char *) names = {0};
	const struct dirent *e;
	if (!dir) {
		fail(f, folder, arena_printf(f->arena, "cannot be read: %s", strerror(errno)));
		return;
	}
	while ((errno = 0, e = readdir(dir)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			vec_push(f->arena, &names, arena_strdup(f->arena, e->d_name));
	if (errno)
		fail(f, folder, arena_printf(f->arena, "cannot be read: %s", strerror(errno)));
	closedir(dir);
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_bytes);
	for (size_t i = 0; i < names.n; i++)
		look_at_entry(f, folder, names.at[i]);
	tell_skipped(f, folder);
}

/* --- what the command line names --- */

static void
look_at(struct finding *f, const char *path)
{
	struct stat st, link;
	if (!*path)
		fail(f, path, "an empty path names nothing");
	else if (stat(path, &st) < 0) {
		const char *why = arena_strdup(f->arena, lost(path, errno));
		if (lstat(path, &link) < 0 || !S_ISLNK(link.st_mode) || !add_file(f, path, NULL, why))
			fail(f, path, why);
	} else if (S_ISDIR(st.st_mode))
		look_into(f, path);
	else if (!add_file(f, path, &st, NULL))
		fail(f, path, "is no submission: that would be a .so, a .c, an archive (.tar, .tar.gz, .tgz, .tar.xz, .tar.bz2, .zip), or a folder");
}

/* --- names --- */

static int
by_name(const void *left, const void *right)
{
	const struct submission *a = left, *b = right;
	int order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->path, b->path);
}

/* Then they differ in their endings only. */
static bool
beside(const char *a, const char *b)
{
	const char *slash = strrchr(a, '/');
	return !slash ? !strchr(b, '/') : strncmp(a, b, (size_t)(slash - a) + 1) == 0 && !strchr(b + (slash - a) + 1, '/');
}

/* With the ending, or a slash for a folder; and where that is not enough, the path. */
static const char *
fuller_name(struct finding *f, const struct submission *s)
{
	bool folder = s->kind == SUBMISSION_FOLDER;
	const char *full = arena_printf(f->arena, "%s%s", last_part(s->path), folder ? "/" : "");
	return strcmp(s->name, full) == 0 ? s->path : full;
}

/* How many have the name of this one, itself among them; they follow it. */
static size_t
namesakes(const struct finding *f, size_t from)
{
	size_t n = 1;
	while (from + n < f->found.n && strcmp(f->found.at[from].name, f->found.at[from + n].name) == 0)
		n++;
	return n;
}

/* False: nobody shares a name. */
static bool
part_namesakes(struct finding *f)
{
	bool shared = false;
	for (size_t i = 0, n; i < f->found.n; i += n) {
		n = namesakes(f, i);
		for (size_t k = i; n > 1 && k < i + n; k++) {
			if (k > i && strcmp(f->found.at[k].path, f->found.at[k - 1].path) == 0) {
				fail(f, f->found.at[k].path, "is named twice");
				return false;
			}
			f->found.at[k].name = fuller_name(f, &f->found.at[k]);
			shared = true;
		}
	}
	if (shared)
		qsort(f->found.at, f->found.n, sizeof *f->found.at, by_name);
	return shared;
}

/* Before the first are parted. */
static void
tell_namesakes(struct finding *f, size_t from, size_t n)
{
	struct text names = {0};
	const struct submission *all = &f->found.at[from];
	for (size_t i = 0; i < n && i < NAMED; i++)
		text_printf(&names, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", shown(f, all[i].path));
	if (n > NAMED)
		text_printf(&names, " and %zu more", n - NAMED);
	diag_warning(f->diags, (struct span){0}, "%zu submissions would have one name, %s, and get longer ones: %s", n, shown(f, all->name), names.s);
	diag_hint(f->diags, "--name takes names out of paths, for example --name '%s'", beside(all[0].path, all[1].path) ? "[^/]+$" : "(?<name>[^/]+)/[^/]+$");
	text_free(&names);
}

/* No one keeps a name that others would have, too: they may want to be taken for that one. */
static void
settle_names(struct finding *f)
{
	for (size_t i = 0, n; i < f->found.n; i += n) {
		n = namesakes(f, i);
		if (n > 1 && strcmp(f->found.at[i].path, f->found.at[i + 1].path) != 0)
			tell_namesakes(f, i, n);
	}
	while (part_namesakes(f))
		;
}

/* --- one for another --- */

/* A file or folder, however it is named. */
struct identity {
	dev_t device;
	ino_t number;
	const char *path;
};

static int
by_identity(const void *left, const void *right)
{
	const struct identity *a = left, *b = right;
	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return strcmp(a->path, b->path);
}

/* By a link, somebody may hand in the work of somebody else; or two did it together. Nobody but a teacher can tell. */
static void
tell_shared(struct finding *f)
{
	struct identity *all = arena_array(f->arena, struct identity, f->found.n + 1);
	size_t n = 0;
	struct stat st;
	for (size_t i = 0; i < f->found.n; i++)
		if (!f->found.at[i].problem && stat(f->found.at[i].path, &st) == 0)
			all[n++] = (struct identity){st.st_dev, st.st_ino, f->found.at[i].path};
	qsort(all, n, sizeof *all, by_identity);
	for (size_t i = 1; i < n; i++)
		if (all[i].device == all[i - 1].device && all[i].number == all[i - 1].number && strcmp(all[i].path, all[i - 1].path) != 0)
			diag_warning(f->diags, (struct span){0}, "two submissions are one and the same, by a link: %s and %s", shown(f, all[i - 1].path), shown(f, all[i].path));
}

bool
submissions_named_by(struct arena *a, struct diags *d, const char *pattern)
{
	struct naming *naming = naming_start(a, d, pattern);
	naming_free(naming);
	return naming != NULL;
}

bool
submissions_find(struct arena *a, struct diags *d, const char *name, size_t n, const char *const *paths, struct submissions *to)
{
	struct finding f = {.arena = a, .diags = d, .ok = true};
	if (name && !(f.naming = naming_start(a, d, name)))
		return false;
	for (size_t i = 0; i < n; i++)
		look_at(&f, paths[i]);
	naming_free(f.naming);
	if (f.found.n)
		qsort(f.found.at, f.found.n, sizeof *f.found.at, by_name);
	settle_names(&f);
	tell_shared(&f);
	if (f.ok && f.found.n == 0)
		f.ok = diag_error(d, (struct span){0}, "there are no submissions: %s", n ? "none of the folders holds one" : "no path is named");
	*to = (struct submissions){f.found.n, f.found.at};
	return f.ok;
}
