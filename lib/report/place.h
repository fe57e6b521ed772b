/* Offsets in a shared object to functions and source lines, from its symbols and its debug information. */
#ifndef REPORT_PLACE_H
#define REPORT_PLACE_H

#include "report/report.h"

struct places;

/* NULL if the file tells nothing. */
struct places *places_open(const char *library);
/* The place may be NULL. */
void places_close(struct places *);
/* What is known of the offset; the offset itself always is. Text lives in the arena. */
struct place places_find(struct places *, struct arena *, uint64_t offset);
/*
 * The same of a function and of those into which the compiler has put it, the innermost first; at least one place, and at most
 * so many.
 */
size_t places_find_inlined(struct places *, struct arena *, uint64_t offset, struct place *at, size_t most);

/* "signal.c:58", or "warehouse_exit+0x1f" where no line is known, or "+0x11f4". */
void place_print(struct text *, const struct place *);

#endif
