/* Functions that the host does not know, or cannot follow: they are told of when they are called, for most libraries have some that no test comes to. */
#ifndef NATIVE_TRAP_H
#define NATIVE_TRAP_H

#include <stdbool.h>

/* What is to be called instead of the function; NULL: it may be called as it is, or nothing can be put in its place. */
void *trap_for(const char *symbol);
/* Will a call of it be noticed? So it is where nothing can be called. */
bool trap_covers(const char *symbol);

#endif
