/* Text that is being put together, and small questions about text. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A growing string on the heap, always NUL-terminated once something was added; a zeroed one is empty. */
struct text {
	char *s;
	size_t n, cap;
};

void text_add(struct text *, const char *, size_t n);
void text_str(struct text *, const char *);
void text_char(struct text *, char);
void text_fill(struct text *, char, size_t n);
void text_printf(struct text *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *);
/* Moves the text into the arena and leaves it empty. */
char *text_take(struct text *, struct arena *);

/* Adds s, with \xNN for each byte of what is no UTF-8, a control character, or hidden: marks of direction, joiners. */
void text_printable(struct text *, const char *s, size_t n);
/* The same in double quotes, with quotes and backslashes escaped. */
void text_quoted(struct text *, const char *s, size_t n);
/* Adds s as a terminal can show it, lines and tabs as they are, with ? for each byte or character that is not seen. */
void text_shown(struct text *, const char *s, size_t n);
/* Adds s as one word for a shell, in quotes if it needs them. */
void text_shell(struct text *, const char *s);

/* Returns s as it is, or in quotes and escaped if it could break the line it stands in: a path that the user gave. */
const char *arena_printable(struct arena *, const char *s);

/* Returns the length of the UTF-8 sequence at s (1 to 4), or 0 if it is not valid within n bytes. */
size_t utf8_length(const char *s, size_t n);
/* Returns the offset of the first byte that is not valid UTF-8, or n. */
size_t utf8_check(const char *s, size_t n);

/* Returns the candidate nearest to `name` by edit distance, or NULL if none is near. */
const char *text_nearest(const char *name, const char *const *candidates, size_t n);

bool text_is_name(const char *);

#endif
