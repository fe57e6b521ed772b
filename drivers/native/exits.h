/* What is called when a whole program ends: handlers that it has registered, destructors of static objects, and functions of its file. */
#ifndef NATIVE_EXITS_H
#define NATIVE_EXITS_H

#include <stdbool.h>

/* Loading has registered all that each test begins with. */
void exits_remember(void);
/* The test is over. False: what was made by loading has been destroyed, and cannot be put back. */
bool exits_reset(void);
/* The caller calls them, the newest first; those of quick_exit, or all others. Who comes second waits until the program has ended. */
void exits_run(bool quick, int status);

#endif
