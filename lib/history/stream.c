#include "history/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEAST_ROOM = 1 << 16, MOST_KEPT = 200 }; /* bytes behind a piece that messages show */

static void
skip_mark(struct stream *s)
{
	if (stream_peek(s, 2) >= 0 && memcmp(s->text, "\xef\xbb\xbf", 3) == 0)
		stream_drop(s, 3);
	s->columns = 0;
}

bool
stream_open(struct stream *s, struct arena *a, struct diags *d, const char *path)
{
	struct stat st;
	*s = (struct stream){.name = arena_printable(a, path), .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
	struct span nowhere = {source_text(a, s->name, "", 0), 0, 0};
	if (s->fd < 0)
		return diag_error(d, nowhere, "cannot be opened: %s", strerror(errno));
	if (fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		skip_mark(s);
		return true;
	}
	close(s->fd);
	return diag_error(d, nowhere, "is %s, not a file", S_ISDIR(st.st_mode) ? "a directory" : "a pipe or a device");
}

void
stream_text(struct stream *s, const struct source *src)
{
	*s = (struct stream){.name = src->name, .text = src->text, .have = src->length, .fd = -1};
}

void
stream_close(struct stream *s)
{
	if (s->fd >= 0)
		close(s->fd);
	free(s->buffer);
	s->fd = -1;
	s->buffer = NULL;
}

/* Moves the piece to the front of a buffer with room behind it. */
static void
make_room(struct stream *s)
{
	if (s->have && s->text != s->buffer)
		memmove(s->buffer, s->text, s->have);
	if (s->have == s->room) {
		s->room = s->room ? 2 * s->room : LEAST_ROOM;
		s->buffer = mem_grow(s->buffer, s->room);
	}
	s->text = s->buffer;
}

bool
stream_more(struct stream *s, size_t n)
{
	while (s->fd >= 0 && s->have <= n && !s->error) {
		make_room(s);
		ssize_t got = read(s->fd, s->buffer + s->have, s->room - s->have);
		if (got == 0)
			return false;
		if (got > 0)
			s->have += (size_t)got;
		else if (errno != EINTR)
			s->error = errno;
	}
	return s->have > n;
}

void
stream_drop(struct stream *s, size_t n)
{
	for (size_t i = 0; i < n && i < s->have; i++) {
		s->columns += (s->text[i] & 0xc0) != 0x80;
		if (s->text[i] != '\n')
			continue;
		s->lines++;
		s->columns = 0;
	}
	n = n < s->have ? n : s->have;
	s->text += n;
	s->have -= n;
	s->at += n;
}

size_t
stream_line(struct stream *s, size_t most)
{
	size_t n = 0;
	for (int c; n <= most && (c = stream_peek(s, n)) >= 0 && c != '\n';)
		n++;
	return n;
}

struct source
stream_window(const struct stream *s, size_t n)
{
	return (struct source){.name = s->name, .text = s->text, .length = n, .lines = s->lines, .columns = s->columns};
}

struct source *
stream_keep(struct stream *s, struct arena *a, size_t n)
{
	if (n > 0 && stream_peek(s, n - 1) < 0)
		n = s->have;
	size_t end = n;
	for (int c; end < n + MOST_KEPT && (c = stream_peek(s, end)) >= 0 && c != '\n';)
		end++;
	struct source *kept = arena_new(a, struct source);
	*kept = stream_window(s, end);
	kept->text = arena_strndup(a, s->text ? s->text : "", end);
	return kept;
}
