/* A text that is read piece by piece: only the piece that is looked at is in memory. Inside lib/history only. */
#ifndef HISTORY_STREAM_H
#define HISTORY_STREAM_H

#include "base/diag.h"

struct stream {
	const char *name;
	const char *text; /* the piece, */
	size_t have; /* of which so much is in memory */
	uint64_t at; /* where it stands in the file */
	size_t lines, columns; /* above it, and on its left */
	int fd; /* -1: there is no more than that */
	int error; /* of the last read, or 0 */
	char *buffer;
	size_t room;
};

/* Opens a file; says why it could not. */
bool stream_open(struct stream *, struct arena *, struct diags *, const char *path);
void stream_text(struct stream *, const struct source *);
void stream_close(struct stream *);

/* Reads until so many bytes and one more are in memory; false: there are not so many. */
bool stream_more(struct stream *, size_t n);

/* The byte at an offset of the piece; -1 behind the end. */
static inline int
stream_peek(struct stream *s, size_t i)
{
	return i < s->have || stream_more(s, i) ? (unsigned char)s->text[i] : -1;
}

/* The piece begins n bytes later. */
void stream_drop(struct stream *, size_t n);
/* How long the line is that the piece begins with, without its end; more than `most` if it is longer than that. */
size_t stream_line(struct stream *, size_t most);
/* The first n bytes of the piece, as they are; only until more is read. */
struct source stream_window(const struct stream *, size_t n);
/* A copy of as many of them as there are, and of what follows on their last line, for messages to point into. */
struct source *stream_keep(struct stream *, struct arena *, size_t n);

#endif
