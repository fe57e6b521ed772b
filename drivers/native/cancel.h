/* pthread_cancel: a thread is asked to end, and does so where it waits, or at its next call that may wait. */
#ifndef NATIVE_CANCEL_H
#define NATIVE_CANCEL_H

#include "drivers/native/tasks.h"

/* The caller ends here if it was asked to, and does not mind. */
void cancel_here(const void *place);
/* As schedule_act, and then cancel_here. */
void cancel_act(const char *action, const void *object, const void *place);
/* As schedule_block, but that the wait ends when the caller is asked to end; whoever calls this must then call cancel_take. */
bool cancel_block(enum wait, const void *object, uint64_t tag, uint64_t deadline);
/* Was the caller's wait ended so? */
bool cancel_came(void);
/* It ends, if that is so. */
void cancel_take(const void *place);

#endif
