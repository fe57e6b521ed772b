/* Libraries that a library brings along: it names them, and where they are to be sought. */
#include "sandbox/private.h"

#include "base/apart.h"

#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* MOST_WANTS: names in one library. */
enum { MOST_NEEDED = 32, MOST_WANTS = 1000, SECONDS = 5 };

typedef VEC(const char *) names;

struct wants {
	names libraries, folders;
};

struct search {
	struct arena *arena;
	const char *folder; /* that all has to lie in, or NULL */
	names found;
};

/* "$ORIGIN" is the folder of the library itself. */
static const char *
expand(struct arena *a, const char *folder, size_t n, const char *library)
{
	static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
	for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
		size_t have = strlen(origins[i]);
		if (n >= have && strncmp(folder, origins[i], have) == 0)
			return arena_printf(a, "%.*s%.*s", (int)(strrchr(library, '/') - library), library, (int)(n - have), folder + have);
	}
	return arena_strndup(a, folder, n);
}

static void
add_folders(struct search *f, struct wants *w, const char *list, const char *library)
{
	for (; *list; list += *list == ':') {
		size_t n = strcspn(list, ":");
		if (n)
			vec_push(f->arena, &w->folders, expand(f->arena, list, n, library));
		list += n;
	}
}

/* --- across --- */

/* What is said of a library: names of others, lists of folders, and in the end that this is all. */
enum want { WANT_LIBRARY, WANT_FOLDERS, WANT_NO_MORE };

static Elf_Data *
dynamic_section(Elf *e, size_t *strings)
{
	for (Elf_Scn *s = NULL; (s = elf_nextscn(e, s));) {
		GElf_Shdr h;
		if (!gelf_getshdr(s, &h) || h.sh_type != SHT_DYNAMIC)
			continue;
		*strings = h.sh_link;
		return elf_getdata(s, NULL);
	}
	return NULL;
}

/* In a process of its own: the file may be damaged, or made to harm. What is no library says nothing: nobody loads it. */
static void
tell_wants(int file, int channel, void *context)
{
	elf_version(EV_CURRENT);
	Elf *e = elf_begin(file, ELF_C_READ, NULL);
	size_t strings = 0;
	GElf_Dyn dyn;
	if (!e || elf_kind(e) != ELF_K_ELF)
		return;
	Elf_Data *data = dynamic_section(e, &strings);
	for (int i = 0; data && gelf_getdyn(data, i, &dyn) && dyn.d_tag != DT_NULL; i++) {
		const char *s = dyn.d_tag == DT_NEEDED || dyn.d_tag == DT_RUNPATH || dyn.d_tag == DT_RPATH ? elf_strptr(e, strings, dyn.d_un.d_val) : NULL;
		if (s && !apart_tell(channel, dyn.d_tag == DT_NEEDED ? WANT_LIBRARY : WANT_FOLDERS, s))
			return;
	}
	apart_tell(channel, WANT_NO_MORE, "");
}

/* False: it was not told to its end. */
static bool
hear_wants(struct search *f, int channel, const char *library, struct wants *w)
{
	char name[PATH_MAX];
	unsigned kind;
	for (size_t i = 0; i < MOST_WANTS && apart_hear(channel, &kind, name, sizeof name); i++) {
		if (kind == WANT_NO_MORE)
			return true;
		if (kind == WANT_LIBRARY)
			vec_push(f->arena, &w->libraries, arena_strdup(f->arena, name));
		else
			add_folders(f, w, name, library);
	}
	return false;
}

/* False: it is no library, so nobody loads it. */
static bool
look_into(struct search *f, const char *library, struct wants *w)
{
	struct apart reader;
	struct stat st;
	int fd = open(library, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	bool is = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
	if (is) {
		apart_start(&reader, SECONDS, fd, tell_wants, NULL);
		is = reader.pid > 0 && hear_wants(f, reader.channel, library, w);
		apart_stop(&reader);
	}
	close(fd);
	return is;
}

/* --- the search --- */

static bool
is_found(const struct search *f, const char *path)
{
	for (size_t i = 0; i < f->found.n; i++)
		if (strcmp(f->found.at[i], path) == 0)
			return true;
	return false;
}

static bool
lies_right(const struct search *f, const char *library)
{
	char *real = f->folder ? realpath(library, NULL) : NULL;
	size_t n = f->folder ? strlen(f->folder) : 0;
	bool right = !f->folder || (real && strncmp(real, f->folder, n) == 0 && real[n] == '/');
	free(real);
	return right;
}

static void
follow(struct search *f, const char *library)
{
	struct wants w = {0};
	if (*library != '/' || is_found(f, library) || f->found.n == MOST_NEEDED || !lies_right(f, library) || !look_into(f, library, &w))
		return;
	vec_push(f->arena, &f->found, library);
	for (size_t i = 0; i < w.libraries.n; i++) {
		if (strchr(w.libraries.at[i], '/'))
			follow(f, w.libraries.at[i]);
		for (size_t k = 0; k < w.folders.n && !strchr(w.libraries.at[i], '/'); k++)
			follow(f, arena_printf(f->arena, "%s/%s", w.folders.at[k], w.libraries.at[i]));
	}
}

const char *const *
sandbox_needed(struct arena *a, const char *library, const char *folder, size_t *n)
{
	struct search f = {.arena = a, .folder = folder};
	follow(&f, library);
	*n = f.found.n;
	return f.found.at;
}
