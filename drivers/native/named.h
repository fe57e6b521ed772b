/* Named semaphores. */
#ifndef NATIVE_NAMED_H
#define NATIVE_NAMED_H

/* The test is over: they are gone. */
void named_reset(void);

#endif
