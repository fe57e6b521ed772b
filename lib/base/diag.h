/* Diagnostics: what is wrong, where, and what to do about it. Collected by the library, printed by the command line. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A text that spans point into: a file that was read, or an argument of the command line. */
struct source {
	const char *name;
	const char *text;
	size_t length;
	size_t lines, columns; /* where the text is a part of the file: so many lines stand above it, and characters on its left */
};

/* A half-open range of bytes of a source; src is NULL where there is no text to point at. */
struct span {
	const struct source *src;
	uint32_t from, to;
};

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

struct diag {
	enum severity severity;
	struct span span;
	const char *message;
	const char *hint; /* what to do, or NULL */
};

/* A list of diagnostics and the arena they live in. Zeroed is empty. */
struct diags {
	struct arena arena;
	VEC(struct diag) list;
	size_t errors, warnings, dropped;
	bool repeated; /* the last one was there already */
};

/* Adds a diagnostic; always returns false, so that a failing function can end in `return diag_error(...)`. */
bool diag_error(struct diags *, struct span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(struct diags *, struct span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void diag_note(struct diags *, struct span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Gives the last diagnostic its hint. */
void diag_hint(struct diags *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void diags_free(struct diags *);

struct position {
	unsigned line, column; /* from 1; columns count characters */
};
struct position source_position(const struct source *, size_t offset);

/* Reads a whole regular file of at most `limit` bytes into the arena; says why it could not. */
struct source *source_read(struct arena *, struct diags *, const char *path, size_t limit);
/* A source for text that is already in memory, without its byte order mark. Copies nothing. */
struct source *source_text(struct arena *, const char *name, const char *text, size_t length);

struct span span_whole(const struct source *);
struct span span_join(struct span, struct span);

/* The line that holds the start of the span, and a caret under it. */
void span_print(struct text *, struct span, bool color);

/* Prints the diagnostics in the order of their places: file:line:column, the line, a caret, the hint. */
void diags_print(struct diags *, FILE *, bool color);

#endif
