/* The end of the process, and the beginning of others: nothing can be said of an implementation after either. */
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/self.h"

#include <assert.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

pid_t
self_number(void)
{
	const struct task *t = schedule_self();
	return t ? getpid() + 1 + t->number : getpid();
}

EXPORT pid_t
gettid(void)
{
	return self_number();
}

/* --- ends --- */

static void __attribute__((noreturn))
leave(const char *function, enum program_end end, int status, const void *place)
{
	char how[64];
	if (schedule_self())
		program_ends(end, status);
	snprintf(how, sizeof how, "it calls %s(%d)", function, status);
	if (implementation_runs())
		dies(how, place);
	real_exit(status);
}

EXPORT void
exit(int status)
{
	leave("exit", PROGRAM_EXITS, status, PLACE);
}

EXPORT void
_exit(int status)
{
	leave("_exit", PROGRAM_ENDS_AT_ONCE, status, PLACE);
}

EXPORT void
_Exit(int status)
{
	leave("_Exit", PROGRAM_ENDS_AT_ONCE, status, PLACE);
}

EXPORT void
quick_exit(int status)
{
	leave("quick_exit", PROGRAM_EXITS_QUICKLY, status, PLACE);
}

static const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void __attribute__((noreturn))
failed(const char *what, const char *file, unsigned line, const char *function, const void *place)
{
	char how[512];
	snprintf(how, sizeof how, "assertion \"%s\" failed, %s:%u%s%s", what, file_name(file), line, function ? ", " : "", function ? function : "");
	dies(how, place);
}

EXPORT void
__assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
	failed(what, file, line, function, PLACE);
}

EXPORT void
__assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
	failed(strerror(error), file, line, function, PLACE);
}

EXPORT void
__assert(const char *what, const char *file, int line)
{
	failed(what, file, (unsigned)line, NULL, PLACE);
}

/* --- beginnings --- */

#define STARTS(function) (misuse("starts another process (" #function ")", PLACE), -1)

EXPORT pid_t
fork(void)
{
	return STARTS(fork);
}

EXPORT pid_t
_Fork(void)
{
	return STARTS(fork);
}

EXPORT pid_t
vfork(void)
{
	return STARTS(vfork);
}

EXPORT int
clone(int (*fn)(void *), void *stack, int flags, void *arg, ...)
{
	(void)fn;
	(void)stack;
	(void)flags;
	(void)arg;
	return STARTS(clone);
}

EXPORT int
posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attr,
	char *const argv[restrict], char *const envp[restrict])
{
	(void)pid;
	(void)path;
	(void)actions;
	(void)attr;
	(void)argv;
	(void)envp;
	return STARTS(posix_spawn);
}

EXPORT int
posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
	(void)pid;
	(void)file;
	(void)actions;
	(void)attr;
	(void)argv;
	(void)envp;
	return STARTS(posix_spawnp);
}

EXPORT int
system(const char *command)
{
	(void)command;
	return STARTS(system);
}

EXPORT FILE *
popen(const char *command, const char *mode)
{
	(void)command;
	(void)mode;
	(void)STARTS(popen);
	return NULL;
}

EXPORT int
daemon(int nochdir, int noclose)
{
	(void)nochdir;
	(void)noclose;
	return STARTS(daemon);
}

#define BECOMES(function) (misuse("becomes another program (" #function ")", PLACE), -1)

EXPORT int
execve(const char *path, char *const argv[], char *const envp[])
{
	(void)path;
	(void)argv;
	(void)envp;
	return BECOMES(execve);
}

EXPORT int
execv(const char *path, char *const argv[])
{
	(void)path;
	(void)argv;
	return BECOMES(execv);
}

EXPORT int
execvp(const char *file, char *const argv[])
{
	(void)file;
	(void)argv;
	return BECOMES(execvp);
}

EXPORT int
execvpe(const char *file, char *const argv[], char *const envp[])
{
	(void)file;
	(void)argv;
	(void)envp;
	return BECOMES(execvpe);
}

EXPORT int
execl(const char *path, const char *arg, ...)
{
	(void)path;
	(void)arg;
	return BECOMES(execl);
}

EXPORT int
execlp(const char *file, const char *arg, ...)
{
	(void)file;
	(void)arg;
	return BECOMES(execlp);
}

EXPORT int
execle(const char *path, const char *arg, ...)
{
	(void)path;
	(void)arg;
	return BECOMES(execle);
}
