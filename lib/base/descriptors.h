/* Descriptors of a process that is about to become something else. Safe between fork and exec. */
#ifndef BASE_DESCRIPTORS_H
#define BASE_DESCRIPTORS_H

#include <stddef.h>

/* Closes all from `first` on. */
void descriptors_close_from(int first);

/* Closes all but these n, which it sorts. One may be there twice. */
void descriptors_close_others(int kept[], size_t n);

#endif
