#include "submit/unpack.h"

#include "submit/archive.h"
#include "submit/copy.h"
#include "submit/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beyond FREE bytes no honest source shrinks to less than one part in RATIO. */
enum { DEEPEST = 40, RATIO = 200, FREE = 8 << 20 };

struct unpacking {
	struct arena arena;
	struct diags *diags;
	const char *title;
	struct apart reader;
	struct piece piece; /* the last that was told */
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

/* What was told in the place of an entry. */
static bool
refuse_broken(struct unpacking *u)
{
	int signal = u->piece.kind == PIECE_GONE ? apart_stop(&u->reader) : 0;
	if (signal == SIGXCPU)
		return refuse(u, "this archive cannot be read: that takes too long");
	if (signal)
		return refuse(u, "this archive cannot be read: it ends who reads it: %s", strsignal(signal));
	const char *words = u->piece.kind == PIECE_BROKEN ? u->piece.bytes : "it is broken";
	return refuse(u, "this archive cannot be read: %s", arena_printable(&u->arena, words));
}

static void
next(struct unpacking *u)
{
	archive_next(&u->reader, &u->piece);
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

/* One block. With fd < 0 it is only counted. */
static bool
write_block(struct unpacking *u, const char *name, int fd, int64_t end)
{
	const struct piece *p = &u->piece;
	if (p->at < end)
		return refuse(u, "this archive cannot be read: parts of %s lie over each other", shown(u, name));
	if (p->at > (int64_t)SUBMIT_MOST_BYTES)
		return refuse(u, "this archive is refused: %s holds more than 256 MiB", shown(u, name));
	if (!count(u, (unsigned long long)(p->at - end) + p->n))
		return false;
	if (fd >= 0 && p->n > 0 && pwrite(fd, p->bytes, p->n, p->at) != (ssize_t)p->n)
		return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno ? errno : ENOSPC));
	return true;
}

/* All that belongs to the entry; what is told behind it comes next. */
static bool
write_data(struct unpacking *u, const char *name, int fd)
{
	int64_t end = 0;
	for (next(u); u->piece.kind == PIECE_DATA; next(u)) {
		if (!write_block(u, name, fd, end))
			return false;
		end = u->piece.at + u->piece.n;
	}
	return true;
}

static bool
write_file(struct unpacking *u, const char *name)
{
	bool program = u->piece.flags & ENTRY_PROGRAM, timed = u->piece.flags & ENTRY_TIMED;
	const struct timespec times[] = {{.tv_nsec = UTIME_OMIT}, {u->piece.seconds, u->piece.nanoseconds}};
	if (!make_folders(u, name))
		return false;
	int fd = openat(u->folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno));
	bool ok = write_data(u, name, fd);
	fchmod(fd, program ? 0700 : 0600);
	if (timed)
		futimens(fd, times);
	if (close(fd) < 0 && ok)
		return refuse(u, "%s cannot be unpacked: %s", shown(u, name), strerror(errno));
	return ok;
}

/* --- entries --- */

static bool
check_entry(struct unpacking *u, const char *name)
{
	const struct piece *p = &u->piece;
	mode_t type = p->mode & S_IFMT;
	if (++u->entries > SUBMIT_MOST_ENTRIES)
		return refuse(u, "this archive is refused: it holds more than %u files", SUBMIT_MOST_ENTRIES);
	if (p->flags & ENTRY_LINK)
		return refuse(u, "this archive is refused: %s is a link", shown(u, name));
	if (type != S_IFREG && type != S_IFDIR)
		return refuse(u, "this archive is refused: %s is %s", shown(u, name), kind_words(type));
	if (p->flags & ENTRY_ENCRYPTED)
		return refuse(u, "this archive is refused: it is encrypted");
	if (p->flags & ENTRY_SIZED && p->at > (int64_t)SUBMIT_MOST_BYTES)
		return refuse(u, "this archive is refused: %s holds more than 256 MiB", shown(u, name));
	return true;
}

static bool
take_entry(struct unpacking *u)
{
	const char *name = u->piece.bytes;
	if (!*name)
		return refuse(u, "this archive is refused: it holds a name that cannot be read");
	if (u->piece.n >= PATH_MAX)
		return refuse(u, "this archive is refused: it holds a name of %u bytes%s", u->piece.n, u->piece.n == PIECE_MOST ? ", or more" : "");
	if (!check_entry(u, name) || !(name = clean_name(u, name)))
		return false;
	bool folder = S_ISDIR(u->piece.mode);
	if (folder && *name && !is_clutter(name) && !make_folders(u, arena_printf(&u->arena, "%s/", name)))
		return false;
	if (folder || is_clutter(name))
		return write_data(u, name, -1);
	return *name ? write_file(u, name) : refuse(u, "this archive is refused: a file in it has no name");
}

static bool
take_entries(struct unpacking *u)
{
	for (next(u); u->piece.kind == PIECE_ENTRY;)
		if (!take_entry(u))
			return false;
	if (u->piece.kind != PIECE_END)
		return refuse_broken(u);
	return u->entries > 0 || refuse(u, "this archive is empty");
}

static bool
check_file(struct unpacking *u, int fd)
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
	return true;
}

static bool
unpack_to(struct unpacking *u, const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return refuse(u, "cannot be opened: %s", strerror(errno));
	const char *why;
	bool ok = check_file(u, fd);
	if (ok && !archive_start(&u->reader, fd, &why)) {
		ok = refuse(u, "archives cannot be read here: %s", why);
	} else if (ok) {
		ok = take_entries(u);
		apart_stop(&u->reader);
	}
	close(fd);
	return ok;
}

bool
unpack(struct diags *d, const char *archive, const char *folder)
{
	struct unpacking *u = mem_alloc(sizeof *u);
	*u = (struct unpacking){.diags = d, .title = archive, .folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
	bool ok = u->folder >= 0 ? unpack_to(u, archive) : refuse(u, "cannot be unpacked: %s", strerror(errno));
	if (u->folder >= 0)
		close(u->folder);
	arena_free(&u->arena);
	free(u);
	return ok;
}
