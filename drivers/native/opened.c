/*
 * Streams: those that a test opens are closed when it is over, as they would be if its process ended, and the three that are always there are
 * as they were.
 */
#include "drivers/native/descriptors.h"
#include "drivers/native/filelocks.h"
#include "drivers/native/files.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { STREAM = sizeof(FILE) + sizeof(void *) }; /* with the table of its functions behind it */

extern struct _IO_FILE_plus _IO_2_1_stdin_, _IO_2_1_stdout_, _IO_2_1_stderr_;
extern struct _IO_FILE_plus *_IO_list_all;

static struct {
	FILE *stream;
	char was[STREAM];
} standard[3];
static struct _IO_FILE_plus *listed;
static FILE **opened;
static size_t n, room;

/* --- in front of the C library's --- */

static FILE *
note(FILE *f)
{
	if (!f || !schedule_self())
		return f;
	if (n == room)
		opened = real.realloc(opened, (room = room ? 2 * room : 16) * sizeof(FILE *));
	if (opened)
		opened[n++] = f;
	return f;
}

static void
forget(const FILE *f)
{
	size_t i = 0;
	while (i < n && opened[i] != f)
		i++;
	if (i < n)
		opened[i] = opened[--n];
}

static FILE *
open_stream(const char *path, const char *mode, const void *place)
{
	files_look(path, place);
	if (*mode != 'r' || strchr(mode, '+')) {
		schedule_act("open file", NULL, place);
		files_note(AT_FDCWD, path);
	}
	return note(real.fopen(path, mode));
}

EXPORT FILE *
fopen(const char *restrict path, const char *restrict mode)
{
	return open_stream(path, mode, PLACE);
}

EXPORT FILE *
fopen64(const char *restrict path, const char *restrict mode)
{
	return open_stream(path, mode, PLACE);
}

/* Is it one whose descriptor is there in each test? */
static void
change_standard(FILE *f)
{
	if (schedule_self())
		descriptor_replaced(fileno(f));
}

static FILE *
open_again(const char *path, const char *mode, FILE *f, const void *place)
{
	change_standard(f);
	if (path)
		files_look(path, place);
	if (path && (*mode != 'r' || strchr(mode, '+')))
		files_note(AT_FDCWD, path);
	return real.freopen(path, mode, f);
}

EXPORT FILE *
freopen(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	return open_again(path, mode, f, PLACE);
}

EXPORT FILE *
freopen64(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	return open_again(path, mode, f, PLACE);
}

EXPORT FILE *
tmpfile(void)
{
	return note(real.tmpfile());
}

EXPORT FILE *
tmpfile64(void)
{
	return note(real.tmpfile());
}

EXPORT int
fclose(FILE *f)
{
	forget(f);
	change_standard(f);
	file_locks_closing(fileno(f));
	int result = real.fclose(f), error = errno;
	file_locks_closed();
	errno = error;
	return result;
}

/* --- between tests --- */

void
streams_remember(void)
{
	struct _IO_FILE_plus *all[3] = {&_IO_2_1_stdin_, &_IO_2_1_stdout_, &_IO_2_1_stderr_};
	for (int i = 0; i < 3; i++) {
		standard[i].stream = (FILE *)all[i];
		memcpy(standard[i].was, all[i], STREAM);
	}
	listed = _IO_list_all;
	n = 0;
}

/* What was printed is still told. */
static void
put_back(FILE *f, const char *was)
{
	if (memcmp((const char *)f, was, STREAM) == 0)
		return;
	if (fileno(f) >= 0 && f != standard[0].stream)
		fflush(f);
	memcpy(f, was, STREAM);
}

void
streams_close(void)
{
	while (n > 0)
		real.fclose(opened[--n]);
	for (int i = 0; i < 3; i++)
		put_back(standard[i].stream, standard[i].was);
	_IO_list_all = listed;
}
