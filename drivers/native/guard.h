/* What the implementation may do to others: nothing. The system calls for it are refused by the kernel, where it can. */
#ifndef NATIVE_GUARD_H
#define NATIVE_GUARD_H

#include <signal.h>
#include <stdbool.h>

/* From now on this process signals and traces nobody else, makes no process and becomes no other program. */
void guard_others(void);

/* What a SIGSYS is about, in words. */
const char *guard_words(const siginfo_t *);

/* Is the system call such a one, whose first argument is this? */
bool guard_forbids(long number, long argument);

#endif
