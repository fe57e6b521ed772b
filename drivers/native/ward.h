/*
 * What the implementation may do to the memory of the process: not to that of the host and of the libraries that this runs on; and
 * nothing becomes code without strange.h knowing. The kernel stops such system calls, whoever makes them. Only x86-64 has it.
 */
#ifndef NATIVE_WARD_H
#define NATIVE_WARD_H

#include <signal.h>
#include <stdbool.h>

/* From now on; whatever is loaded before is the host's. */
void ward_memory(void);
/* Does what a stopped one asks for, of which a SIGSYS tells. False: it is none of them, or it would change memory of the host. */
bool ward_system_call(const siginfo_t *, void *context);

#endif
