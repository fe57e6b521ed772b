/* Pieces of a line that binds a function to an operation, taken apart before anything is parsed. Inside lib/spec only. */
#ifndef SPEC_PIECE_H
#define SPEC_PIECE_H

#include "lang/lang.h"

struct snippet piece_of(const struct snippet *, size_t from, size_t to);
/* Without what is blank at its ends. */
struct snippet piece_trimmed(struct snippet);
struct span piece_span(const struct snippet *);
/* Is all of it this text? */
bool piece_is(const struct snippet *, const char *text);

/* How long the word is that starts there, and whether those n characters are the wanted word. */
size_t piece_word(const struct snippet *, size_t at);
bool piece_has(const struct snippet *, size_t from, size_t n, const char *wanted);

/*
 * The place of the first `wanted` that no bracket encloses, or n. The brackets that enclose the start do not count: the
 * search ends, at n or at the bracket if it is wanted, where they close.
 */
size_t piece_find(const struct snippet *, size_t from, char wanted);

/* Is a word of n characters that begins an argument its direction? `out` alone, or in `out + 1`, is a name. */
bool piece_directs(const struct snippet *, size_t n);
/* Where `length` starts, as in `data length 16`, or n: it follows a value. */
size_t piece_length(const struct snippet *);
/* How many arguments there are, and where they stand. */
size_t piece_split(const struct snippet *, struct snippet *parts, size_t most);

#endif
