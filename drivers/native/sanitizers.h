/* Objects that were built with a sanitizer of the compiler: their run-time libraries want the whole process for themselves. */
#ifndef NATIVE_SANITIZERS_H
#define NATIVE_SANITIZERS_H

#include <stddef.h>

/* Why the shared object in this file, whose header is in order, cannot be loaded; NULL: no sanitizer stands in the way. */
const char *sanitizer_in(const unsigned char *file, size_t size);

#endif
