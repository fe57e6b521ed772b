/* What changes the meaning of a name in the file system: another may see the change, and a test that is over takes it back. */
#include "drivers/native/files.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* The system takes about as long for it as so many steps take. */
enum { STEPS = 400 };

/* Before the name is changed. */
static void
act(const char *action, int folder, const char *path, const void *place)
{
	schedule_act(action, NULL, place);
	schedule_cost(STEPS);
	files_note(folder, path);
}

/* --- opening --- */

static bool
changes(int flags)
{
	return flags & (O_CREAT | O_TRUNC) || (flags & O_ACCMODE) != O_RDONLY;
}

static long
open_path(int folder, const char *path, int flags, mode_t mode, const void *place)
{
	files_look(path, place);
	if (changes(flags))
		act(flags & O_CREAT ? "make file" : "open file", folder, path, place);
	return real_syscall(SYS_openat, folder, (long)path, flags, mode, 0, 0);
}

static mode_t
mode_of(int flags, va_list rest)
{
	return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(rest, unsigned) : 0;
}

#define OPENS(name) \
	EXPORT int name(const char *path, int flags, ...) \
	{ \
		va_list rest; \
		va_start(rest, flags); \
		mode_t mode = mode_of(flags, rest); \
		va_end(rest); \
		return (int)open_path(AT_FDCWD, path, flags, mode, PLACE); \
	}
#define OPENS_AT(name) \
	EXPORT int name(int folder, const char *path, int flags, ...) \
	{ \
		va_list rest; \
		va_start(rest, flags); \
		mode_t mode = mode_of(flags, rest); \
		va_end(rest); \
		return (int)open_path(folder, path, flags, mode, PLACE); \
	}

OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

EXPORT int __open_2(const char *path, int flags);
int
__open_2(const char *path, int flags)
{
	return (int)open_path(AT_FDCWD, path, flags, 0, PLACE);
}

EXPORT int __open64_2(const char *path, int flags);
int
__open64_2(const char *path, int flags)
{
	return (int)open_path(AT_FDCWD, path, flags, 0, PLACE);
}

EXPORT int __openat_2(int folder, const char *path, int flags);
int
__openat_2(int folder, const char *path, int flags)
{
	return (int)open_path(folder, path, flags, 0, PLACE);
}

EXPORT int
creat(const char *path, mode_t mode)
{
	return (int)open_path(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode, PLACE);
}

EXPORT int
creat64(const char *path, mode_t mode)
{
	return (int)open_path(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode, PLACE);
}

/* --- temporary files, whose names are known when they have been made --- */

#define MAKES(name, parameters, arguments) \
	EXPORT int name parameters \
	{ \
		int fd = real.name arguments; \
		if (fd >= 0) \
			files_made(path); \
		return fd; \
	}

MAKES(mkstemp, (char *path), (path))
MAKES(mkostemp, (char *path, int flags), (path, flags))
MAKES(mkstemp64, (char *path), (path))
MAKES(mkostemp64, (char *path, int flags), (path, flags))
MAKES(mkstemps, (char *path, int suffix), (path, suffix))

EXPORT char *
mkdtemp(char *path)
{
	char *made = real.mkdtemp(path);
	if (made)
		files_made(made);
	return made;
}

/* --- making, moving and removing --- */

static long
make_folder(int folder, const char *path, mode_t mode, const void *place)
{
	act("make folder", folder, path, place);
	return real_syscall(SYS_mkdirat, folder, (long)path, mode, 0, 0, 0);
}

static long
remove_path(int folder, const char *path, int flags, const void *place)
{
	act("remove file", folder, path, place);
	return real_syscall(SYS_unlinkat, folder, (long)path, flags, 0, 0, 0);
}

static long
move(int from_folder, const char *from, int to_folder, const char *to, unsigned flags, const void *place)
{
	act("rename file", from_folder, from, place);
	files_note(to_folder, to);
	long result = real_syscall(SYS_renameat2, from_folder, (long)from, to_folder, (long)to, flags, 0);
	if (result == 0)
		files_moved(from_folder, from, to_folder, to);
	return result;
}

EXPORT int
mkdir(const char *path, mode_t mode)
{
	return (int)make_folder(AT_FDCWD, path, mode, PLACE);
}

EXPORT int
mkdirat(int folder, const char *path, mode_t mode)
{
	return (int)make_folder(folder, path, mode, PLACE);
}

EXPORT int
unlink(const char *path)
{
	return (int)remove_path(AT_FDCWD, path, 0, PLACE);
}

EXPORT int
unlinkat(int folder, const char *path, int flags)
{
	return (int)remove_path(folder, path, flags, PLACE);
}

EXPORT int
rmdir(const char *path)
{
	return (int)remove_path(AT_FDCWD, path, AT_REMOVEDIR, PLACE);
}

EXPORT int
remove(const char *path)
{
	long result = remove_path(AT_FDCWD, path, 0, PLACE);
	return (int)(result < 0 && errno == EISDIR ? real_syscall(SYS_rmdir, (long)path, 0, 0, 0, 0, 0) : result);
}

EXPORT int
rename(const char *from, const char *to)
{
	return (int)move(AT_FDCWD, from, AT_FDCWD, to, 0, PLACE);
}

EXPORT int
renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	return (int)move(from_folder, from, to_folder, to, 0, PLACE);
}

EXPORT int
renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
	return (int)move(from_folder, from, to_folder, to, flags, PLACE);
}

EXPORT int
symlinkat(const char *target, int folder, const char *path)
{
	act("make link", folder, path, PLACE);
	return (int)real_syscall(SYS_symlinkat, (long)target, folder, (long)path, 0, 0, 0);
}

EXPORT int
symlink(const char *target, const char *path)
{
	act("make link", AT_FDCWD, path, PLACE);
	return (int)real_syscall(SYS_symlinkat, (long)target, AT_FDCWD, (long)path, 0, 0, 0);
}

EXPORT int
linkat(int from_folder, const char *from, int folder, const char *path, int flags)
{
	act("make link", folder, path, PLACE);
	return (int)real_syscall(SYS_linkat, from_folder, (long)from, folder, (long)path, flags, 0);
}

EXPORT int
link(const char *from, const char *path)
{
	act("make link", AT_FDCWD, path, PLACE);
	return (int)real_syscall(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)path, 0, 0);
}

EXPORT int
truncate(const char *path, off_t size)
{
	act("cut file", AT_FDCWD, path, PLACE);
	return (int)real_syscall(SYS_truncate, (long)path, size, 0, 0, 0, 0);
}

EXPORT int
truncate64(const char *path, off64_t size)
{
	act("cut file", AT_FDCWD, path, PLACE);
	return (int)real_syscall(SYS_truncate, (long)path, size, 0, 0, 0, 0);
}

EXPORT int
chmod(const char *path, mode_t mode)
{
	act("change mode of file", AT_FDCWD, path, PLACE);
	return (int)real_syscall(SYS_chmod, (long)path, mode, 0, 0, 0, 0);
}
