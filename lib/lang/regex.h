/* Patterns of PCRE2, in an arena. */
#ifndef LANG_REGEX_H
#define LANG_REGEX_H

#include "base/arena.h"

#include <stdbool.h>

struct regex_error {
	size_t at;
	char message[120];
};

/* Returns a pattern that lives as long as the arena, or NULL and says what is wrong. */
void *regex_compile(struct arena *, const char *, size_t n, struct regex_error *);
enum regex_answer { REGEX_NO, REGEX_YES, REGEX_FAILED };
/* FAILED: the pattern needed more work than is allowed. */
enum regex_answer regex_matches(const void *regex, const char *, size_t n);

#endif
