/* Copies of what was handed in: files and folders, never what their links lead to. Inside lib/submit only. */
#ifndef SUBMIT_COPY_H
#define SUBMIT_COPY_H

#include "base/diag.h"
#include "base/text.h"

/* What one submission may take, unpacked or copied. */
#define SUBMIT_MOST_BYTES (256ull << 20)
#define SUBMIT_MOST_ENTRIES 20000u

/* Copies a file that somebody handed in, with its time. `title` is what complaints call it. */
bool copy_file(struct diags *, const char *title, const char *from, const char *to);
/* Copies the headers that lie in a folder. */
bool copy_headers(struct diags *, const char *from, const char *to);
/* Copies all that is in a folder into another one. What is left out, such as links that lead out of it, is told in `words`. */
bool copy_tree(struct diags *, const char *title, const char *from, const char *to, struct text *words);

#endif
