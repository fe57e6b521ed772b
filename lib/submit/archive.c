#include "submit/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

enum { BLOCK = 1 << 16, SECONDS = 60 };

#define HEAD offsetof(struct piece, bytes)

/* Loaded by who opens archives: it brings many others along, for which each start of the program would wait. */
#define NAME "libarchive.so.13"
#define FUNCTIONS(FUNCTION) \
	FUNCTION(entry_filetype) FUNCTION(entry_hardlink) FUNCTION(entry_hardlink_utf8) FUNCTION(entry_is_encrypted) FUNCTION(entry_mtime) \
	FUNCTION(entry_mtime_is_set) FUNCTION(entry_mtime_nsec) FUNCTION(entry_pathname) FUNCTION(entry_pathname_utf8) FUNCTION(entry_perm) \
	FUNCTION(entry_size) FUNCTION(entry_size_is_set) FUNCTION(entry_symlink) FUNCTION(entry_symlink_utf8) FUNCTION(error_string) \
	FUNCTION(read_data_block) FUNCTION(read_new) FUNCTION(read_next_header) FUNCTION(read_open_fd) FUNCTION(read_support_filter_bzip2) \
	FUNCTION(read_support_filter_gzip) FUNCTION(read_support_filter_xz) FUNCTION(read_support_format_tar) FUNCTION(read_support_format_zip)

static struct {
#define FUNCTION(name) __typeof__(archive_##name) *name;
	FUNCTIONS(FUNCTION)
#undef FUNCTION
} library;

static bool
load_library(const char **why)
{
	static void *handle;
	if (!handle)
		handle = dlopen(NAME, RTLD_NOW | RTLD_LOCAL);
	bool ok = handle;
#define FUNCTION(name) ok = ok && (*(void **)(void *)&library.name = dlsym(handle, "archive_" #name));
	FUNCTIONS(FUNCTION)
#undef FUNCTION
	*why = ok ? NULL : dlerror();
	return ok;
}

/* --- the process that reads --- */

static bool
tell(int channel, struct piece *p, const void *bytes, size_t n)
{
	p->n = (uint32_t)(n < PIECE_MOST ? n : PIECE_MOST); /* no name that is longer is one of a file */
	return apart_send(channel, p, HEAD) && apart_send(channel, bytes, p->n);
}

/* The library's words may repeat names from the archive. */
static void
tell_broken(int channel, struct archive *a)
{
	static struct piece p = {.kind = PIECE_BROKEN};
	const char *words = a ? library.error_string(a) : "there is no memory for it";
	words = words ? words : "it is broken";
	tell(channel, &p, words, strlen(words));
}

static uint32_t
flags_of(struct archive_entry *e)
{
	bool link = library.entry_hardlink(e) || library.entry_symlink(e) || library.entry_hardlink_utf8(e) || library.entry_symlink_utf8(e);
	return (link || library.entry_filetype(e) == AE_IFLNK ? ENTRY_LINK : 0) | (library.entry_is_encrypted(e) ? ENTRY_ENCRYPTED : 0) |
		(library.entry_perm(e) & S_IXUSR ? ENTRY_PROGRAM : 0) | (library.entry_mtime_is_set(e) ? ENTRY_TIMED : 0) |
		(library.entry_size_is_set(e) ? ENTRY_SIZED : 0);
}

static bool
tell_entry(int channel, struct archive_entry *e)
{
	static struct piece p = {.kind = PIECE_ENTRY};
	const char *name = library.entry_pathname(e);
	if (!name)
		name = library.entry_pathname_utf8(e);
	p.flags = flags_of(e);
	p.mode = library.entry_filetype(e);
	p.at = library.entry_size(e);
	p.seconds = library.entry_mtime(e);
	p.nanoseconds = library.entry_mtime_nsec(e);
	return tell(channel, &p, name ? name : "", name ? strlen(name) : 0);
}

/* Also where there is none, which says how long a file is that ends in a hole. */
static bool
tell_block(int channel, const char *block, size_t n, int64_t at)
{
	static struct piece p = {.kind = PIECE_DATA};
	size_t done = 0;
	do {
		p.at = at + (int64_t)done;
		if (!tell(channel, &p, block + done, n - done))
			return false;
		done += p.n;
	} while (done < n);
	return true;
}

/* What the library says in the end. */
static int
tell_data(int channel, struct archive *a)
{
	const void *block;
	size_t n;
	int64_t at;
	int result;
	while ((result = library.read_data_block(a, &block, &n, &at)) == ARCHIVE_OK)
		if (!tell_block(channel, block, n, at))
			return ARCHIVE_FATAL;
	return result;
}

static void
tell_all(int channel, struct archive *a)
{
	static struct piece end = {.kind = PIECE_END};
	struct archive_entry *e;
	int result;
	while ((result = library.read_next_header(a, &e)) == ARCHIVE_OK || result == ARCHIVE_WARN) {
		if (!tell_entry(channel, e))
			return;
		if ((result = tell_data(channel, a)) != ARCHIVE_EOF)
			break;
	}
	if (result == ARCHIVE_EOF)
		tell(channel, &end, "", 0);
	else
		tell_broken(channel, a);
}

static void
serve(int file, int channel, void *context)
{
	locale_t utf8 = context;
	struct archive *a = library.read_new();
	if (utf8)
		uselocale(utf8);
	if (a) {
		library.read_support_format_tar(a);
		library.read_support_format_zip(a);
		library.read_support_filter_gzip(a);
		library.read_support_filter_bzip2(a);
		library.read_support_filter_xz(a);
	}
	if (a && library.read_open_fd(a, file, BLOCK) == ARCHIVE_OK)
		tell_all(channel, a);
	else
		tell_broken(channel, a);
}

/* --- our side --- */

/* The library translates names to the locale's, and loses those that have letters which plain C does not know. */
bool
archive_start(struct apart *reader, int file, const char **why)
{
	if (!load_library(why))
		return false;
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	apart_start(reader, SECONDS, file, serve, utf8);
	if (utf8)
		freelocale(utf8);
	return true;
}

void
archive_next(struct apart *reader, struct piece *p)
{
	bool told = reader->pid > 0 && apart_receive(reader->channel, p, HEAD) && p->kind < PIECE_GONE && p->n <= PIECE_MOST &&
		apart_receive(reader->channel, p->bytes, p->n);
	if (!told)
		*p = (struct piece){.kind = PIECE_GONE};
	p->bytes[p->n] = 0;
}
