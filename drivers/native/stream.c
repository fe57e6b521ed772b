/*
 * Streams: each operation on one is a step, and what the C library does within it is over before anybody else runs. Their locks are recursive
 * mutexes of their own, for those who lock several operations together; whoever else comes waits. What is printed nobody in the test
 * reads: on the standard output and the standard error output there are no steps.
 */
#include "drivers/native/stream.h"

#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/settled.h"
#include "drivers/native/stateful.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST_STREAMS = 64 };

/* --- locks --- */

static struct {
	FILE *stream;
	struct mutex mutex;
} locks[MOST_STREAMS];

static struct mutex *
lock_of(FILE *stream, const void *place)
{
	for (int i = 0; i < MOST_STREAMS; i++) {
		if (locks[i].stream && locks[i].stream != stream)
			continue;
		locks[i].stream = stream;
		locks[i].mutex.kind = PTHREAD_MUTEX_RECURSIVE;
		return &locks[i].mutex;
	}
	unseen("locks of more than 64 streams", place);
	return NULL;
}

EXPORT void
flockfile(FILE *stream)
{
	if (schedule_self())
		mutex_lock(lock_of(stream, PLACE), FOREVER, PLACE);
}

EXPORT int
ftrylockfile(FILE *stream)
{
	return schedule_self() ? mutex_trylock(lock_of(stream, PLACE), PLACE) : 0;
}

EXPORT void
funlockfile(FILE *stream)
{
	if (schedule_self() && mutex_unlock(lock_of(stream, PLACE), PLACE) != 0)
		misuse("unlocks a stream that it has not locked", PLACE);
}

/* --- operations --- */

static const struct shared_state state = SHARED_STATE("stream");

#define OPERATIONS(ON, AT_ONCE) \
	ON(int, fputc, (int c, FILE *f), (c, f)) \
	ON(int, putc, (int c, FILE *f), (c, f)) \
	ON(int, _IO_putc, (int c, FILE *f), (c, f)) \
	ON(int, putw, (int n, FILE *f), (n, f)) \
	ON(int, fputs, (const char *restrict s, FILE *restrict f), (s, f)) \
	ON(size_t, fwrite, (const void *restrict from, size_t size, size_t n, FILE *restrict f), (from, size, n, f)) \
	ON(int, vfprintf, (FILE *restrict f, const char *restrict format, va_list args), (f, format, args)) \
	ON(int, __vfprintf_chk, (FILE *restrict f, int flag, const char *restrict format, va_list args), (f, flag, format, args)) \
	ON(int, fgetc, (FILE *f), (f)) \
	ON(int, getc, (FILE *f), (f)) \
	ON(int, _IO_getc, (FILE *f), (f)) \
	ON(int, getw, (FILE *f), (f)) \
	ON(int, ungetc, (int c, FILE *f), (c, f)) \
	ON(char *, fgets, (char *restrict to, int n, FILE *restrict f), (to, n, f)) \
	ON(char *, __fgets_chk, (char *restrict to, size_t room, int n, FILE *restrict f), (to, room, n, f)) \
	ON(size_t, fread, (void *restrict to, size_t size, size_t n, FILE *restrict f), (to, size, n, f)) \
	ON(size_t, __fread_chk, (void *restrict to, size_t room, size_t size, size_t n, FILE *restrict f), (to, room, size, n, f)) \
	ON(ssize_t, getline, (char **restrict to, size_t *restrict n, FILE *restrict f), (to, n, f)) \
	ON(ssize_t, getdelim, (char **restrict to, size_t *restrict n, int last, FILE *restrict f), (to, n, last, f)) \
	ON(ssize_t, __getdelim, (char **restrict to, size_t *restrict n, int last, FILE *restrict f), (to, n, last, f)) \
	ON(int, __isoc99_vfscanf, (FILE *restrict f, const char *restrict format, va_list args), (f, format, args)) \
	ON(int, fseek, (FILE *f, long to, int from), (f, to, from)) \
	ON(int, fseeko, (FILE *f, off_t to, int from), (f, to, from)) \
	ON(int, fseeko64, (FILE *f, off64_t to, int from), (f, to, from)) \
	ON(long, ftell, (FILE *f), (f)) \
	ON(off_t, ftello, (FILE *f), (f)) \
	ON(off64_t, ftello64, (FILE *f), (f)) \
	ON(int, fflush, (FILE *f), (f)) \
	AT_ONCE(rewind, (FILE *f), (f))

#define MEMBER(type, name, parameters, arguments) type(*name) parameters;
#define MEMBER_AT_ONCE(name, parameters, arguments) MEMBER(void, name, parameters, arguments)

static struct {
	OPERATIONS(MEMBER, MEMBER_AT_ONCE)
} own SETTLED;

#define FIND(type, name, parameters, arguments) *(void **)(void *)&own.name = real.dlsym(RTLD_NEXT, #name);
#define FIND_AT_ONCE(name, parameters, arguments) FIND(void, name, parameters, arguments)

void
streams_find(void)
{
	if (own.fputc)
		return;
	real_init();
	OPERATIONS(FIND, FIND_AT_ONCE)
}

/* NULL: nobody else has it. */
static struct mutex *
lock_of_another(const FILE *f)
{
	for (int i = 0; i < MOST_STREAMS && locks[i].stream; i++)
		if (locks[i].stream == f && locks[i].mutex.owner && locks[i].mutex.owner != me())
			return &locks[i].mutex;
	return NULL;
}

/* Returns what to let go again. */
static struct mutex *
begin(FILE *f, const void *place)
{
	streams_find();
	if (!schedule_self() || f == stdout || f == stderr)
		return NULL;
	stateful_changes(&state, f, place);
	struct mutex *lock = lock_of_another(f);
	if (lock)
		mutex_lock(lock, FOREVER, place);
	return lock;
}

static void
end(struct mutex *lock, const void *place)
{
	int error = errno;
	if (lock)
		mutex_unlock(lock, place);
	errno = error;
}

#define DEFINE(type, name, parameters, arguments) \
	EXPORT type(name) parameters; \
	type(name) parameters \
	{ \
		struct mutex *lock = begin(f, PLACE); \
		type result = own.name arguments; \
		end(lock, PLACE); \
		return result; \
	}
#define DEFINE_AT_ONCE(name, parameters, arguments) \
	EXPORT void(name) parameters \
	{ \
		struct mutex *lock = begin(f, PLACE); \
		own.name arguments; \
		end(lock, PLACE); \
	}

OPERATIONS(DEFINE, DEFINE_AT_ONCE)

/* With arguments of any number, by the one that takes them as a list. */
#define FORMATTED(name, parameters, stream, last, listed, arguments) \
	EXPORT int name parameters; \
	int name parameters \
	{ \
		va_list args; \
		struct mutex *lock = begin(stream, PLACE); \
		va_start(args, last); \
		int n = own.listed arguments; \
		va_end(args); \
		end(lock, PLACE); \
		return n; \
	}

FORMATTED(fprintf, (FILE *restrict f, const char *restrict format, ...), f, format, vfprintf, (f, format, args))
FORMATTED(__fprintf_chk, (FILE *restrict f, int flag, const char *restrict format, ...), f, format, __vfprintf_chk, (f, flag, format, args))
FORMATTED(__isoc99_fscanf, (FILE *restrict f, const char *restrict format, ...), f, format, __isoc99_vfscanf, (f, format, args))
FORMATTED(__isoc99_scanf, (const char *restrict format, ...), stdin, format, __isoc99_vfscanf, (stdin, format, args))

EXPORT int
(getchar)(void)
{
	struct mutex *lock = begin(stdin, PLACE);
	int c = own.getc(stdin);
	end(lock, PLACE);
	return c;
}

/* --- between tests --- */

void
streams_reset(void)
{
	for (int i = 0; i < MOST_STREAMS; i++) {
		locks[i].stream = NULL;
		locks[i].mutex = (struct mutex){0};
	}
}
