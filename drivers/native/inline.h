/* System calls that the implementation makes by itself, without the C library: they come to the scheduler all the same. */
#ifndef NATIVE_INLINE_H
#define NATIVE_INLINE_H

#include <signal.h>
#include <stdbool.h>

/* From now on the kernel tells of those that the implementation's code makes. */
void inline_calls_watch(void);
/* May there be such? */
bool inline_calls_watched(void);
/* Does what such a call asks for, which a SIGSYS tells of. False: it is none of them, or forbidden. */
bool inline_call(const siginfo_t *, void *context);

#endif
