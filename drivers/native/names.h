/* What threads are called, by pthread_setname_np and prctl: the system knows the host's own threads only. */
#ifndef NATIVE_NAMES_H
#define NATIVE_NAMES_H

#include "drivers/native/tasks.h"

/* A new thread is called as its maker is. */
void names_inherit(const struct task *);
/* The test is over. */
void names_reset(void);

#endif
