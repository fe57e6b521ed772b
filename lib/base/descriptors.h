/* Descriptors: those of a process that is about to become something else, and reading all of something. Safe between fork and exec. */
#ifndef BASE_DESCRIPTORS_H
#define BASE_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

/* Closes all from `first` on. */
void descriptors_close_from(int first);

/* Closes all but these n, which it sorts. One may be there twice. */
void descriptors_close_others(int kept[], size_t n);

/* Reads n bytes, whatever interrupts it. False: there are fewer. */
bool descriptor_read(int fd, void *to, size_t n);

#endif
