/*
 * What a process has beside its memory and descriptors, and what the C library keeps for all of it: the environment, the current folder, the
 * locale, limits, what strtok() goes on with. A test begins with all of it as it was when the implementation had been loaded.
 */
#ifndef NATIVE_SURROUNDINGS_H
#define NATIVE_SURROUNDINGS_H

#include <stdbool.h>

/* Remembers what the implementation, by what it takes from elsewhere, can change. */
void surroundings_remember(void);
/* Puts it back. False: something cannot be. */
bool surroundings_reset(void);

#endif
