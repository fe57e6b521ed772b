/* Characters: which of them can be seen, and how much room a terminal gives them, whatever the locale is. */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character that the UTF-8 sequence at s stands for; its length is 1 to 4, as utf8_length() has it. */
uint32_t utf8_character(const char *s, size_t length);

/* A mark, joiner or tag: nothing shows where it is, or it changes in what order the text around it is read. */
bool character_is_hidden(uint32_t);
/* A control character, or hidden: as it is, it would make a line something else than it looks. */
bool character_is_unprintable(uint32_t);

/* The columns of a terminal that text takes, without control characters: combining marks have none, and what is wide in East Asia has two. */
size_t text_columns(const char *);

#endif
