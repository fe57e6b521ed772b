/* What a file may be, by the end of its name. Inside lib/submit only. */
#ifndef SUBMIT_KIND_H
#define SUBMIT_KIND_H

#include "submit/submit.h"

#include <sys/stat.h>

/* The kind of a file with this name, and the length of the name without its end. False if it is none. */
bool kind_of_file(const char *name, enum submission_kind *kind, size_t *stem);
/* "a directory", "a pipe": for what is no file. */
const char *kind_words(mode_t mode);
/* What follows the last slash. */
const char *last_part(const char *path);

#endif
