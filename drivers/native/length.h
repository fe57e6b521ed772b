/* How long instructions of x86-64 are. */
#ifndef NATIVE_LENGTH_H
#define NATIVE_LENGTH_H

#include <stddef.h>

/* Of the one that begins here; its first byte may be another one than stands there. What is not known is taken to be one byte. */
size_t instruction_length(const unsigned char *at, unsigned char first);

#endif
