/* Who asks: what tells one task from another, for implementations that want to know. */
#ifndef NATIVE_SELF_H
#define NATIVE_SELF_H

#include <sys/types.h>

/* The caller's number among the threads of the system, as gettid() has it: each task has one of its own. */
pid_t self_number(void);

#endif
