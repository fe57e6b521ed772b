/* Code that only the host can write: it is there twice, once to be executed, and once to be written. */
#ifndef NATIVE_TWIN_H
#define NATIVE_TWIN_H

#include <stddef.h>

/* Takes note of the code that is loaded. */
void twins_note(void);
/* Where this byte of that code is written. NULL: it cannot be. */
unsigned char *twin_of(unsigned char *at);
/* New memory for code, and where it is written. NULL: there is none. */
unsigned char *twin_new(size_t size, unsigned char **written);

#endif
