/* Has a submission changed since it was tested? Inside lib/grade only. */
#ifndef GRADE_MARK_H
#define GRADE_MARK_H

#include <stdint.h>

/* Of all that is in a file or folder, and of the names in it. What cannot be read has a mark, too. */
uint64_t mark_of(const char *path);

#endif
