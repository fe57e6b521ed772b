#include "submit/unpack.h"

#include "submit/copy.h"
#include "submit/kind.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beyond FREE bytes no honest source shrinks to less than one part in RATIO. */
enum { BLOCK = 1 << 16, DEEPEST = 40, RATIO = 200, FREE = 8 << 20 };

struct unpacking {
	struct arena arena;
	struct diags *diags;
	const char *title;
	struct archive *archive;
	int folder;
	unsigned long long packed, bytes;
	unsigned entries;
};

static bool __attribute__((format(printf, 2, 3)))
refuse(struct unpacking *u, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	const char *why = arena_vprintf(&u->arena, fmt, ap);
	va_end(ap);
	return diag_error(u->diags, (struct span){0}, "%s: %s", arena_printable(&u->diags->arena, u->title), why);
}

/* The library's words may repeat names from the archive. */
static bool
refuse_broken(struct unpacking *u)
{
	const char *words = archive_error_string(u->archive);
	return refuse(u, "this archive cannot be read: %s", words ? arena_printable(&u->arena, words) : "it is broken");
}

/* --- names --- */

static const char *
shown(struct unpacking *u, const char *name)
{
	return arena_printable(&u->arena, name);
}

static bool
check_part(struct unpacking *u, const char *name, const char *part, size_t n)
{
	if (n == 2 && memcmp(part, "..", 2) == 0)
		return refuse(u, "this archive is refused: %s would lie outside of its folder", shown(u, name));
	return n <= NAME_MAX || refuse(u, "this archive is refused: it holds a name of %zu bytes", n);
}

/* The name without what means nothing in it; "" for the folder itself. NULL after a diagnostic. */
static const char *
clean_name(struct unpacking *u, const char *name)
{
	struct text clean = {0};
	unsigned depth = 0;
	if (*name == '/') {
		refuse(u, "this archive is refused: %s is an absolute name", shown(u, name));
		return NULL;
	}
	for (const char *part = name; *part;) {
		size_t n = strcspn(part, "/");
		if (!check_part(u, name, part, n)) {
			text_free(&clean);
			return NULL;
		}
		if (n > 0 && !(n == 1 && *part == '.')) {
			text_printf(&clean, "%s%.*s", clean.n ? "/" : "", (int)n, part);
			depth++;
		}
		part += n + (part[n] == '/');
	}
	if (depth <= DEEPEST && clean.n < PATH_MAX - 1)
		return text_take(&clean, &u->arena);
	text_free(&clean);
	refuse(u, "this archive is refused: folders lie too deep in each other");
	return NULL;
}

/* What macOS adds. */
static bool
is_clutter(const char *name)
{
	return strncmp(name, "__MACOSX", 8) == 0 && (name[8] == 0 || name[8] == '/');
}

/* --- writing --- */

static bool
make_folders(struct unpacking *u, const char *name)
{
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
		if (mkdirat(u->folder, arena_strndup(&u->arena, name, (size_t)(slash - name)), 0700) < 0 && errno != EEXIST)
			return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno));
	return true;
}

/* Counts what comes out, before it is written anywhere. */
static bool
count(struct unpacking *u, unsigned long long bytes)
{
	u->bytes += bytes;
	if (u->bytes > SUBMIT_MOST_BYTES)
		return refuse(u, "this archive is refused: it holds more than 256 MiB");
	if (u->bytes > FREE && u->bytes / RATIO > u->packed)
		return refuse(u, "this archive is refused: it holds more than %d times of what it is", RATIO);
	return true;
}

/* With fd < 0 it is only read, and counted. */
static bool
write_data(struct unpacking *u, const char *name, int fd)
{
	const void *block;
	size_t n;
	int64_t at, end = 0;
	int result;
	while ((result = archive_read_data_block(u->archive, &block, &n, &at)) == ARCHIVE_OK) {
		if (at < end)
			return refuse(u, "this archive cannot be read: parts of %s lie over each other", shown(u, name));
		if (n > SUBMIT_MOST_BYTES || at > (int64_t)SUBMIT_MOST_BYTES)
			return refuse(u, "this archive is refused: %s holds more than 256 MiB", shown(u, name));
		if (!count(u, (unsigned long long)(at - end) + n))
			return false;
		end = at + (int64_t)n;
		if (fd >= 0 && n > 0 && pwrite(fd, block, n, at) != (ssize_t)n)
			return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno ? errno : ENOSPC));
	}
	return result == ARCHIVE_EOF || refuse_broken(u);
}

static bool
write_file(struct unpacking *u, struct archive_entry *e, const char *name)
{
	if (!make_folders(u, name))
		return false;
	int fd = openat(u->folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno));
	bool ok = write_data(u, name, fd);
	fchmod(fd, archive_entry_perm(e) & S_IXUSR ? 0700 : 0600);
	if (archive_entry_mtime_is_set(e))
		futimens(fd, (struct timespec[]){{.tv_nsec = UTIME_OMIT}, {archive_entry_mtime(e), archive_entry_mtime_nsec(e)}});
	if (close(fd) < 0 && ok)
		return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno));
	return ok;
}

/* --- entries --- */

static bool
check_entry(struct unpacking *u, struct archive_entry *e, const char *name)
{
	mode_t type = archive_entry_filetype(e);
	if (++u->entries > SUBMIT_MOST_ENTRIES)
		return refuse(u, "this archive is refused: it holds more than %u files", SUBMIT_MOST_ENTRIES);
	if (archive_entry_hardlink(e) || archive_entry_symlink(e) || archive_entry_hardlink_utf8(e) || archive_entry_symlink_utf8(e) || type == AE_IFLNK)
		return refuse(u, "this archive is refused: %s is a link", shown(u, name));
	if (type != AE_IFREG && type != AE_IFDIR)
		return refuse(u, "this archive is refused: %s is %s", shown(u, name), kind_words(type));
	if (archive_entry_is_encrypted(e))
		return refuse(u, "this archive is refused: it is encrypted");
	if (archive_entry_size_is_set(e) && archive_entry_size(e) > (int64_t)SUBMIT_MOST_BYTES)
		return refuse(u, "this archive is refused: %s holds more than 256 MiB", shown(u, name));
	return true;
}

static bool
take_entry(struct unpacking *u, struct archive_entry *e)
{
	const char *name = archive_entry_pathname(e);
	if (!name)
		name = archive_entry_pathname_utf8(e);
	if (!name || !*name)
		return refuse(u, "this archive is refused: it holds a name that cannot be read");
	if (!check_entry(u, e, name) || !(name = clean_name(u, name)))
		return false;
	bool folder = archive_entry_filetype(e) == AE_IFDIR;
	if (folder && *name && !is_clutter(name))
		return make_folders(u, arena_printf(&u->arena, "%s/", name));
	if (folder || is_clutter(name))
		return write_data(u, name, -1);
	return *name ? write_file(u, e, name) : refuse(u, "this archive is refused: a file in it has no name");
}

static bool
take_entries(struct unpacking *u)
{
	struct archive_entry *e;
	int result;
	while ((result = archive_read_next_header(u->archive, &e)) == ARCHIVE_OK || result == ARCHIVE_WARN) {
		if (!take_entry(u, e))
			return false;
	}
	if (result != ARCHIVE_EOF)
		return refuse_broken(u);
	return u->entries > 0 || refuse(u, "this archive is empty");
}

static bool
open_archive(struct unpacking *u, int fd)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return refuse(u, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return refuse(u, "is %s, not a file", kind_words(st.st_mode));
	if (st.st_size > (off_t)SUBMIT_MOST_BYTES)
		return refuse(u, "this archive is refused: it is larger than 256 MiB");
	if (st.st_size == 0)
		return refuse(u, "this archive is empty");
	u->packed = (unsigned long long)st.st_size;
	archive_read_support_format_tar(u->archive);
	archive_read_support_format_zip(u->archive);
	archive_read_support_filter_gzip(u->archive);
	archive_read_support_filter_bzip2(u->archive);
	archive_read_support_filter_xz(u->archive);
	return archive_read_open_fd(u->archive, fd, BLOCK) == ARCHIVE_OK || refuse_broken(u);
}

static bool
unpack_to(struct unpacking *u, const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return refuse(u, "cannot be opened: %s", strerror(errno));
	u->archive = archive_read_new();
	bool ok = u->archive ? open_archive(u, fd) && take_entries(u) : refuse(u, "there is no memory to unpack it");
	archive_read_free(u->archive);
	close(fd);
	return ok;
}

/* The library translates names to the locale's, and loses those that have letters which plain C does not know. */
static bool
unpack_in_utf8(struct unpacking *u, const char *path)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), before = utf8 ? uselocale(utf8) : (locale_t)0;
	bool ok = unpack_to(u, path);
	if (utf8) {
		uselocale(before);
		freelocale(utf8);
	}
	return ok;
}

bool
unpack(struct diags *d, const char *archive, const char *folder)
{
	struct unpacking u = {.diags = d, .title = archive, .folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
	if (u.folder < 0)
		return refuse(&u, "cannot be unpacked: %s", strerror(errno));
	bool ok = unpack_in_utf8(&u, archive);
	close(u.folder);
	arena_free(&u.arena);
	return ok;
}
