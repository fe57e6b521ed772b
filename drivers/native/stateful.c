#include "drivers/native/stateful.h"

#include "drivers/native/files.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/settled.h"
#include "drivers/native/tasks.h"
#include "drivers/native/turns.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* Who draws many random numbers is not stopped each time: only at the first calls of a test, and then at one of so many. */
enum { FIRST = 1 << 12, SELDOM = 64 };

static unsigned calls;

static const struct shared_state
	environment = SHARED_STATE("environment"), mask = SHARED_STATE("umask"), words = SHARED_STATE("place of strtok"),
	day = SHARED_STATE("result of localtime"), date = SHARED_STATE("result of asctime"), zone = SHARED_STATE("time zone"),
	numbers = SHARED_STATE("random numbers"), numbers48 = SHARED_STATE("random numbers of drand48"), locale = SHARED_STATE("locale"),
	format = SHARED_STATE("result of localeconv"), domain = SHARED_STATE("domain of messages"), table = SHARED_STATE("table of hsearch"),
	tree = SHARED_STATE("tree"), array = SHARED_STATE("array"), list = SHARED_STATE("list"), folder = SHARED_STATE("folder"),
	characters = SHARED_STATE("place in characters"), temporary = SHARED_STATE("result of tmpnam"), terminal = SHARED_STATE("result of ttyname"),
	text64 = SHARED_STATE("result of l64a"), digits = SHARED_STATE("result of ecvt"), user = SHARED_STATE("result of getpwnam"),
	group = SHARED_STATE("result of getgrnam"), service = SHARED_STATE("result of getservbyname"),
	protocol = SHARED_STATE("result of getprotobyname"), levels = SHARED_STATE("mask of syslog"), limits = SHARED_STATE("limits"),
	priority = SHARED_STATE("priority"), file = SHARED_STATE("file"), names = SHARED_STATE("names of files"),
	current = SHARED_STATE("current folder");

/* As others name what a descriptor stands for. */
#define OF(fd) (const void *)(intptr_t)(fd)

/* Of files, where there is one for all names: it is not asked which threads the system has. */
#define NAMED(path) named(path, PLACE)

/*
 * READS and CHANGES: one step, before it. RETURNS: it changes what it returns, or what that points to, and the caller reads it. CHANGES_ONLY
 * returns nothing. NULL stands where there is one of the kind; elsewhere an argument says which.
 */
#define FUNCTIONS(READS, CHANGES, RETURNS, CHANGES_ONLY) \
	READS(environment, NULL, char *, getenv, (const char *name), (name)) \
	READS(environment, NULL, char *, secure_getenv, (const char *name), (name)) \
	CHANGES(environment, NULL, int, setenv, (const char *name, const char *value, int always), (name, value, always)) \
	CHANGES(environment, NULL, int, unsetenv, (const char *name), (name)) \
	CHANGES(environment, NULL, int, putenv, (char *entry), (entry)) \
	CHANGES(environment, NULL, int, clearenv, (void), ()) \
	CHANGES(mask, NULL, mode_t, umask, (mode_t mode), (mode)) \
	CHANGES(words, NULL, char *, strtok, (char *restrict s, const char *restrict ends), (s, ends)) \
	/* times */ \
	RETURNS(day, NULL, struct tm *, localtime, (const time_t *t), (t)) \
	RETURNS(day, NULL, struct tm *, gmtime, (const time_t *t), (t)) \
	RETURNS(date, NULL, char *, asctime, (const struct tm *t), (t)) \
	RETURNS(date, NULL, char *, ctime, (const time_t *t), (t)) \
	READS(zone, NULL, struct tm *, localtime_r, (const time_t *restrict t, struct tm *restrict to), (t, to)) \
	READS(zone, NULL, char *, ctime_r, (const time_t *restrict t, char *restrict to), (t, to)) \
	READS(zone, NULL, time_t, mktime, (struct tm *t), (t)) \
	READS(zone, NULL, time_t, timelocal, (struct tm *t), (t)) \
	CHANGES_ONLY(zone, NULL, tzset, (void), ()) \
	/* random numbers */ \
	CHANGES(numbers, NULL, int, rand, (void), ()) \
	CHANGES(numbers, NULL, long, random, (void), ()) \
	CHANGES_ONLY(numbers, NULL, srand, (unsigned seed), (seed)) \
	CHANGES_ONLY(numbers, NULL, srandom, (unsigned seed), (seed)) \
	CHANGES(numbers, NULL, char *, initstate, (unsigned seed, char *state, size_t n), (seed, state, n)) \
	CHANGES(numbers, NULL, char *, setstate, (char *state), (state)) \
	CHANGES(numbers48, NULL, double, drand48, (void), ()) \
	CHANGES(numbers48, NULL, long, lrand48, (void), ()) \
	CHANGES(numbers48, NULL, long, mrand48, (void), ()) \
	CHANGES_ONLY(numbers48, NULL, srand48, (long seed), (seed)) \
	RETURNS(numbers48, NULL, unsigned short *, seed48, (unsigned short seed[3]), (seed)) \
	CHANGES_ONLY(numbers48, NULL, lcong48, (unsigned short all[7]), (all)) \
	/* languages */ \
	RETURNS(locale, NULL, char *, setlocale, (int category, const char *name), (category, name)) \
	READS(locale, NULL, char *, nl_langinfo, (nl_item item), (item)) \
	RETURNS(format, NULL, struct lconv *, localeconv, (void), ()) \
	RETURNS(domain, NULL, char *, textdomain, (const char *name), (name)) \
	CHANGES(characters, NULL, int, mblen, (const char *s, size_t n), (s, n)) \
	CHANGES(characters, NULL, int, mbtowc, (wchar_t *restrict to, const char *restrict s, size_t n), (to, s, n)) \
	CHANGES(characters, NULL, int, wctomb, (char *to, wchar_t c), (to, c)) \
	/* what is searched */ \
	CHANGES(table, NULL, int, hcreate, (size_t n), (n)) \
	CHANGES(table, NULL, ENTRY *, hsearch, (ENTRY entry, ACTION action), (entry, action)) \
	CHANGES_ONLY(table, NULL, hdestroy, (void), ()) \
	CHANGES(tree, root, void *, tsearch, (const void *key, void **root, __compar_fn_t compare), (key, root, compare)) \
	CHANGES(tree, root, void *, tdelete, (const void *restrict key, void **restrict root, __compar_fn_t compare), (key, root, compare)) \
	READS(tree, root, void *, tfind, (const void *key, void *const *root, __compar_fn_t compare), (key, root, compare)) \
	CHANGES(array, at, void *, lsearch, (const void *key, void *at, size_t *n, size_t size, __compar_fn_t compare), (key, at, n, size, compare)) \
	READS(array, at, void *, lfind, (const void *key, const void *at, size_t *n, size_t size, __compar_fn_t compare), (key, at, n, size, compare)) \
	CHANGES_ONLY(list, NULL, insque, (void *element, void *before), (element, before)) \
	CHANGES_ONLY(list, NULL, remque, (void *element), (element)) \
	RETURNS(folder, d, struct dirent *, readdir, (DIR *d), (d)) \
	RETURNS(folder, d, struct dirent64 *, readdir64, (DIR *d), (d)) \
	READS(folder, d, long, telldir, (DIR *d), (d)) \
	CHANGES_ONLY(folder, d, seekdir, (DIR *d, long to), (d, to)) \
	CHANGES_ONLY(folder, d, rewinddir, (DIR *d), (d)) \
	/* what is returned in memory that the next call writes over */ \
	RETURNS(temporary, NULL, char *, tmpnam, (char to[L_tmpnam]), (to)) \
	RETURNS(terminal, NULL, char *, ttyname, (int fd), (fd)) \
	RETURNS(text64, NULL, char *, l64a, (long n), (n)) \
	RETURNS(digits, NULL, char *, ecvt, (double x, int n, int *restrict point, int *restrict sign), (x, n, point, sign)) \
	RETURNS(digits, NULL, char *, fcvt, (double x, int n, int *restrict point, int *restrict sign), (x, n, point, sign)) \
	RETURNS(user, NULL, struct passwd *, getpwnam, (const char *name), (name)) \
	RETURNS(user, NULL, struct passwd *, getpwuid, (uid_t number), (number)) \
	RETURNS(group, NULL, struct group *, getgrnam, (const char *name), (name)) \
	RETURNS(group, NULL, struct group *, getgrgid, (gid_t number), (number)) \
	RETURNS(service, NULL, struct servent *, getservbyname, (const char *name, const char *by), (name, by)) \
	RETURNS(protocol, NULL, struct protoent *, getprotobyname, (const char *name), (name)) \
	RETURNS(protocol, NULL, struct protoent *, getprotobynumber, (int number), (number)) \
	/* files: where one stands, what is in it and what is said of it; by names, which change in paths.c */ \
	CHANGES(file, OF(fd), off_t, lseek, (int fd, off_t to, int from), (fd, to, from)) \
	CHANGES(file, OF(fd), off64_t, lseek64, (int fd, off64_t to, int from), (fd, to, from)) \
	READS(file, OF(fd), ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at)) \
	READS(file, OF(fd), ssize_t, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at)) \
	CHANGES(file, OF(fd), ssize_t, pwrite, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at)) \
	CHANGES(file, OF(fd), ssize_t, pwrite64, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at)) \
	READS(file, OF(fd), ssize_t, preadv, (int fd, const struct iovec *to, int n, off_t at), (fd, to, n, at)) \
	READS(file, OF(fd), ssize_t, preadv64, (int fd, const struct iovec *to, int n, off64_t at), (fd, to, n, at)) \
	CHANGES(file, OF(fd), ssize_t, pwritev, (int fd, const struct iovec *from, int n, off_t at), (fd, from, n, at)) \
	CHANGES(file, OF(fd), ssize_t, pwritev64, (int fd, const struct iovec *from, int n, off64_t at), (fd, from, n, at)) \
	CHANGES(file, OF(fd), int, ftruncate, (int fd, off_t size), (fd, size)) \
	CHANGES(file, OF(fd), int, ftruncate64, (int fd, off64_t size), (fd, size)) \
	CHANGES(file, OF(fd), int, fchmod, (int fd, mode_t mode), (fd, mode)) \
	CHANGES(file, OF(fd), int, futimens, (int fd, const struct timespec times[2]), (fd, times)) \
	READS(file, OF(fd), int, fstat, (int fd, struct stat *to), (fd, to)) \
	READS(file, OF(fd), int, fstat64, (int fd, struct stat64 *to), (fd, to)) \
	READS(names, NAMED(path), int, stat, (const char *restrict path, struct stat *restrict to), (path, to)) \
	READS(names, NAMED(path), int, stat64, (const char *restrict path, struct stat64 *restrict to), (path, to)) \
	READS(names, NAMED(path), int, lstat, (const char *restrict path, struct stat *restrict to), (path, to)) \
	READS(names, NAMED(path), int, lstat64, (const char *restrict path, struct stat64 *restrict to), (path, to)) \
	READS(names, NAMED(path), int, access, (const char *path, int how), (path, how)) \
	READS(names, NAMED(path), int, faccessat, (int from, const char *path, int how, int flags), (from, path, how, flags)) \
	READS(names, NAMED(path), ssize_t, readlink, (const char *restrict path, char *restrict to, size_t n), (path, to, n)) \
	READS(names, NAMED(path), int, fstatat, (int from, const char *restrict path, struct stat *restrict to, int flags), (from, path, to, flags)) \
	READS(names, NAMED(path), int, fstatat64, (int from, const char *restrict path, struct stat64 *restrict to, int flags), (from, path, to, flags)) \
	READS(names, NAMED(path), ssize_t, readlinkat, (int from, const char *restrict path, char *restrict to, size_t n), (from, path, to, n)) \
	READS(names, NAMED(path), char *, realpath, (const char *restrict path, char *restrict to), (path, to)) \
	READS(names, NAMED(path), DIR *, opendir, (const char *path), (path)) \
	READS(current, NULL, char *, getcwd, (char *to, size_t n), (to, n)) \
	CHANGES(current, NULL, int, chdir, (const char *path), (path)) \
	CHANGES(current, NULL, int, fchdir, (int fd), (fd)) \
	/* what the process is given */ \
	CHANGES(levels, NULL, int, setlogmask, (int which), (which)) \
	READS(limits, NULL, int, getrlimit, (__rlimit_resource_t what, struct rlimit *to), (what, to)) \
	READS(limits, NULL, int, getrlimit64, (__rlimit_resource_t what, struct rlimit64 *to), (what, to)) \
	CHANGES(limits, NULL, int, setrlimit, (__rlimit_resource_t what, const struct rlimit *to), (what, to)) \
	CHANGES(limits, NULL, int, setrlimit64, (__rlimit_resource_t what, const struct rlimit64 *to), (what, to)) \
	READS(priority, NULL, int, getpriority, (__priority_which_t whose, id_t who), (whose, who)) \
	CHANGES(priority, NULL, int, setpriority, (__priority_which_t whose, id_t who, int to), (whose, who, to)) \
	CHANGES(priority, NULL, int, nice, (int by), (by))

/* --- the C library's --- */

#define MEMBER(state, which, type, name, parameters, arguments) type(*name) parameters;
#define MEMBER_ONLY(state, which, name, parameters, arguments) void(*name) parameters;

static struct {
	FUNCTIONS(MEMBER, MEMBER, MEMBER, MEMBER_ONLY)
} own SETTLED;

#define FIND(state, which, type, name, parameters, arguments) *(void **)(void *)&own.name = real.dlsym(RTLD_NEXT, #name);
#define FIND_ONLY(state, which, name, parameters, arguments) FIND(state, which, void, name, parameters, arguments)

void
stateful_find(void)
{
	FUNCTIONS(FIND, FIND, FIND, FIND_ONLY)
}

/* Libraries that come with the host may ask before it begins. */
static void
find_early(void)
{
	if (own.getenv)
		return;
	real_init();
	stateful_find();
}

/* --- steps --- */

void
stateful_reset(void)
{
	calls = 0;
}

static bool
is_step(void)
{
	return calls <= FIRST || calls % SELDOM == 0;
}

/* Whoever polls may find it changed, and gets new rounds: not for ever where those who poll change it, too. */
static void
stir(struct task *t)
{
	if (t->gave_way && t->stirred++ >= turns_enough())
		return;
	for (int i = 0; i < tasks_top; i++)
		if (&tasks[i] != t)
			tasks[i].idle = tasks[i].lone = 0;
}

/* What the caller finds in `errno` is the function's own doing. */
static void
step(const struct shared_state *s, const void *which, bool changes, const void *place)
{
	int error = errno;
	struct task *t = schedule_self();
	if (!t)
		return;
	which = which ? which : s;
	calls++;
	if (is_step() && changes)
		schedule_act(s->change, which, place);
	else if (is_step())
		schedule_look_at(s->read, which, place);
	if (changes)
		stir(t);
	errno = error;
}

void
stateful_reads(const struct shared_state *s, const void *which, const void *place)
{
	step(s, which, false, place);
}

void
stateful_changes(const struct shared_state *s, const void *which, const void *place)
{
	step(s, which, true, place);
}

static const void *
named(const char *path, const void *place)
{
	files_look(path, place);
	return NULL;
}

/* --- in front of the C library's --- */

#define DEFINE_READS(state, which, type, name, parameters, arguments) \
	EXPORT type(name) parameters \
	{ \
		find_early(); \
		stateful_reads(&state, which, PLACE); \
		return own.name arguments; \
	}
#define DEFINE_CHANGES(state, which, type, name, parameters, arguments) \
	EXPORT type(name) parameters \
	{ \
		find_early(); \
		stateful_changes(&state, which, PLACE); \
		return own.name arguments; \
	}
#define DEFINE_RETURNS(state, which, type, name, parameters, arguments) \
	EXPORT type(name) parameters \
	{ \
		find_early(); \
		stateful_changes(&state, which, PLACE); \
		type result = own.name arguments; \
		stateful_reads(&state, which, PLACE); \
		return result; \
	}
#define DEFINE_CHANGES_ONLY(state, which, name, parameters, arguments) \
	EXPORT void(name) parameters \
	{ \
		find_early(); \
		stateful_changes(&state, which, PLACE); \
		own.name arguments; \
	}

FUNCTIONS(DEFINE_READS, DEFINE_CHANGES, DEFINE_RETURNS, DEFINE_CHANGES_ONLY)
